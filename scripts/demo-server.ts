/** A server over the demo graph, as `npm start` starts it but on a free port. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Calls `use` with the URL of the server, and ends the server after that. @param more flags of it */
export async function withDemoServer(
  use: (root: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--log', 'off', ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const [root] = /http:\S+/.exec(line) ?? []
      if (root !== undefined) return await use(root)
    }
    throw new Error('The server ended before it answered.')
  } finally {
    server.kill()
  }
}
