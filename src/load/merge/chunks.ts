/** N-Quads in chunks of whole subjects, handed on while the next one fills. */

import { NotKept } from './not-kept.ts'

export interface Chunks {
  /** Adds all N-Quads of one subject, which stay together. @returns number of the chunk, from 1 */
  write(nquads: string): number
  /**
   * Resolves when there is room for more; undefined if there is. @throws NotKept with what taking a chunk
   * threw
   */
  pause(): Promise<void> | undefined
  /** Hands on the rest and waits until all is taken. */
  end(): Promise<void>
}

/**
 * Takes a chunk of UTF-8, whose memory is then the taker's; `ends` are the positions at which a subject ends.
 */
export type Take = (chunk: number, bytes: Buffer, ends: readonly number[]) => Promise<void>

/** Bytes of a chunk, and how many chunks may wait to be taken. */
const CHUNK = 4_000_000
const WAITING = 2

export function createChunks(take: Take): Chunks {
  let bytes = Buffer.allocUnsafeSlow(CHUNK)
  let length = 0
  let ends: number[] = []
  let current = 1
  const waiting = new Set<Promise<void>>()
  let failure: unknown

  function send(full: Buffer, of: readonly number[]): void {
    const taken: Promise<void> = take(current++, full, of)
      .catch((error: unknown) => {
        failure ??= error
      })
      .then(() => {
        waiting.delete(taken)
      })
    waiting.add(taken)
  }
  function flush(): void {
    if (length === 0) return
    send(bytes.subarray(0, length), ends)
    bytes = Buffer.allocUnsafeSlow(CHUNK)
    length = 0
    ends = []
  }
  const check = (): void => {
    if (failure !== undefined) throw new NotKept(failure)
  }

  return {
    write(nquads) {
      const most = nquads.length * 3
      if (length + most > CHUNK) flush()
      const chunk = current
      if (most > CHUNK) {
        const alone = Buffer.from(nquads)
        send(alone, [alone.length])
      } else {
        length += bytes.write(nquads, length)
        ends.push(length)
      }
      return chunk
    },
    pause() {
      check()
      return waiting.size > WAITING ? Promise.race(waiting).then(check) : undefined
    },
    async end() {
      flush()
      while (waiting.size > 0) await Promise.all(waiting)
      check()
    },
  }
}
