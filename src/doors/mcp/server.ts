/** The server of the Model Context Protocol over a graph: its tools. */

import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { software } from '../../config/about.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { overview } from './tools/describe.ts'
import { DATA_NOTE } from './tools/text.ts'
import { callTool, toolsOf, unknownTool } from './tools/tools.ts'

interface ServerOptions {
  readonly context: GraphContext
  /** Does the work of a call, in a task that ends. */
  readonly run: <A>(work: (context: GraphContext) => Promise<A>) => Promise<A>
  /** Milliseconds for which clients may keep what is listed. */
  readonly ttlMs: number
  /** Hears of what is a fault of the server: clients are told that there was one. */
  readonly onFault: (error: unknown) => void
  /** Hears that an answer depends on what changed up to now. */
  readonly onChanges?: () => void
}

/** Nothing is changed by any tool, and nothing is asked but the graph. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const cached = ['tools/list', 'server/discover'] as const

const instructionsOf = async (context: GraphContext): Promise<string> =>
  [
    'A research knowledge graph, to be read. Begin with search, or with count for questions of how many; ' +
      `describe says how to ask. ${DATA_NOTE}`,
    await overview(context),
  ].join('\n')

/** A server for one request, or for the connection of one client. */
export async function createMcpServer(options: ServerOptions): Promise<McpServer> {
  const { context, run, ttlMs, onFault, onChanges } = options
  const hint = { ttlMs, cacheScope: 'public' } as const
  const mcp = new McpServer(software, {
    // By default the package says that changes are announced.
    capabilities: { tools: { listChanged: false } },
    instructions: await instructionsOf(context),
    cacheHints: Object.fromEntries(cached.map((method) => [method, hint])),
  })
  const { server } = mcp
  const failed = (error: unknown): never => {
    onFault(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The server failed; its log says why.')
  }

  server.setRequestHandler('tools/list', () => ({
    tools: toolsOf(context).map(({ name, title, description, schema }) => ({
      name,
      title,
      description,
      inputSchema: schema(context) as unknown as { type: 'object' },
      annotations,
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }) => {
    const answer = await run((forTask) => callTool(name, args, forTask)).catch(failed)
    if (!answer) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, context))
    if (answer.showsChanges) onChanges?.()
    return { content: [{ type: 'text', text: answer.text }], isError: answer.isError }
  })
  return mcp
}
