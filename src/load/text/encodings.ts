/** Texts of tables and references, which programs write in other encodings than UTF-8 too. */

import { isAscii } from 'node:buffer'
import { refuseOtherBytes, textsOf } from './utf8.ts'

const UTF16: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }

async function* decoded(
  first: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for (const bytes of first) yield decoder.decode(bytes, { stream: true })
  for (let next = await rest.next(); !next.done; next = await rest.next())
    yield decoder.decode(next.value, { stream: true })
  yield decoder.decode()
}

/** Bytes of UTF-8 that end within a character: as many as may be missing behind them. */
const LONGEST_CHARACTER = 4

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether the first bytes beyond ASCII are no UTF-8; more bytes are needed where they stand at the end. */
function firstOther(bytes: Buffer): 'utf-8' | 'windows-1252' | 'unknown' {
  const at = bytes.findIndex((byte) => byte > 127)
  if (at === -1 || bytes.length - at < LONGEST_CHARACTER) return 'unknown'
  const character = [2, 3, 4].some((length) => isUtf8(bytes.subarray(at, at + length)))
  return character ? 'utf-8' : 'windows-1252'
}

/**
 * A text: UTF-8, UTF-16 with a byte order mark, or Windows-1252 where the first bytes beyond ASCII are
 * no UTF-8.
 * @param note takes what is to be said of it
 * @throws BadEncoding where UTF-8 becomes something else
 */
export async function* textsInAnyEncoding(
  stream: AsyncIterable<Buffer>,
  note: (message: string) => void,
): AsyncGenerator<string> {
  const rest = stream[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let isStart = true
  for (;;) {
    const next = await rest.next()
    if (!next.done) head = Buffer.concat([head, next.value])
    const encoding = isStart ? UTF16[head.subarray(0, 2).toString('hex')] : undefined
    if (encoding !== undefined) return yield* decoded([head], rest, encoding)
    if (isStart) refuseOtherBytes(head)
    const other = next.done ? (isUtf8(head) ? 'utf-8' : 'windows-1252') : firstOther(head)
    if (other === 'windows-1252') {
      note('is not UTF-8; it is read as Windows-1252, as Excel and older programs write it')
      return yield* decoded([head], rest, other)
    }
    if (other === 'utf-8')
      return yield* textsOf(
        (async function* () {
          yield head
          yield* { [Symbol.asyncIterator]: () => rest }
        })(),
      )
    if (head.length > LONGEST_CHARACTER && isAscii(head)) {
      yield head.toString('latin1')
      head = Buffer.alloc(0)
      isStart = false
    }
  }
}
