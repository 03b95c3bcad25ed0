/** The route of MCP, and the command that gives the same tools on standard input and output. */

import type { Route } from '../../api/request/route.ts'
import type { Commands } from '../../console/command.ts'

export const mcpRoutes: readonly Route[] = [
  {
    path: '/mcp',
    noindex: true,
    name: 'mcp',
    runs: 'thread',
    perClient: true,
    methods: ['POST'],
    headers: ['origin', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'],
    handler: () => import('./mcp.ts').then(({ mcp }) => mcp),
  },
]

export const mcpCommands: Commands = {
  mcp: {
    usage: 'mcp GRAPH',
    summary: 'Give agents the tools over a graph, on standard input and output.',
    examples: [['mcp graph', 'the tools of /mcp, for a program that starts this command']],
    help:
      'Speak the Model Context Protocol on standard input and output, over the prepared graph GRAPH or the records ' +
      'of PATHs, until standard input is closed. A server has the same tools at /mcp.',
    run: async (...args) => (await import('./command.ts')).mcp(...args),
  },
}
