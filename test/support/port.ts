/** Ports for programs that must be told theirs. */

import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that the system gives to whoever asks for any (on Linux from 32768): tests beside this one get
 * none of these.
 */
const [FIRST, LAST] = [15_000, 32_000]

/** A port on which nobody listens, at random. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    const server = createServer().listen(port, '127.0.0.1')
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
