/** What is written while the client takes it: it counts as unsent until then, and others have their turns between. */

import { Readable } from 'node:stream'
import type { RouteRequest } from '../request/route-request.ts'

type Piece = string | Buffer

/** Bytes that a character or byte which the client has not taken keeps: in buffers, and in what is not written yet. */
const UNSENT_FACTOR = 4

/** Counts each piece as unsent until the next one is asked for. */
export async function* countPieces<P extends Piece>(
  pieces: AsyncIterable<P>,
  { countUnsent }: RouteRequest,
): AsyncGenerator<P> {
  for await (const piece of pieces) {
    const release = countUnsent(UNSENT_FACTOR * piece.length)
    try {
      yield piece
    } finally {
      release()
    }
  }
}

/** Reads each piece when the client has taken the one before and there is a place among downloads. */
async function* readPieces(open: () => Readable, { runPart }: RouteRequest): AsyncGenerator<Buffer> {
  const content = open()
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const { done, value } = await runPart(() => pieces.next())
      if (done) return
      yield value
    }
  } finally {
    content.destroy()
  }
}

/** The content of files as the body of an answer; they are opened when the client takes the first piece. */
export const inPieces = (open: () => Readable, request: RouteRequest): Readable =>
  Readable.from(countPieces(readPieces(open, request), request), { objectMode: false })
