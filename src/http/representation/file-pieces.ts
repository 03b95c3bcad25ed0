/** Files as bodies of answers: the next piece is read when the client has taken those before. */

import type { Readable } from 'node:stream'
import type { Pieces } from '../answer.ts'

/** The content of a stream, which is opened for the first piece. */
export function piecesOf(open: () => Readable): Pieces {
  let content: Readable | undefined
  let pieces: AsyncIterator<string | Buffer> | undefined
  return {
    async next() {
      content ??= open()
      pieces ??= content[Symbol.asyncIterator]() as AsyncIterator<string | Buffer>
      const { done, value } = await pieces.next()
      return done ? undefined : value
    },
    close: () => content?.destroy(),
  }
}
