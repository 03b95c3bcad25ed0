/** Clients of the Model Context Protocol, in both of its eras. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type Era = 'modern' | 'legacy'

export const newClient = (era: Era): Client =>
  new Client({ name: 'test', version: '1' }, era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {})

/** Connects the official client to a server over HTTP. */
export async function connect(root: string, era: Era = 'modern'): Promise<Client> {
  const client = newClient(era)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${root}/mcp`)))
  return client
}

export interface ToolResult {
  readonly text: string
  readonly isError: boolean
}

/** Calls a tool. @throws Error where the answer is no text alone */
export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<ToolResult> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [part, more] = content as { type: string; text?: string }[]
  if (part?.type !== 'text' || part.text === undefined || more) throw new Error('expected one text')
  return { text: part.text, isError: isError === true }
}

/** As models count them, roughly. */
export const tokens = (text: string): number => text.length / 4
