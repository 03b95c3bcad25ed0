/** Bytes → text: UTF-8 and nothing else, as a whole or piece by piece. */

import { constants, isAscii } from 'node:buffer'
import type { FindingKind } from '../../findings/kinds.ts'
import { InputError } from './input-error.ts'
import { lineAt } from './json-positions.ts'

/** The text of bytes that are UTF-8: those that are ASCII alone are read several times faster, and most are. */
export const utf8Text = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')

/** Text of a file; a byte order mark goes, bytes that are no UTF-8 are an error. */
export async function textOfStream(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > LONGEST) throw tooLong('is one document of', LONGEST)
  }
  return decode(Buffer.concat(chunks))
}

/** Bytes that can be one text. */
const LONGEST = constants.MAX_STRING_LENGTH

export const tooLong = (what: string, bytes: number): Error =>
  new InputError(
    `${what} more than ${Math.floor(bytes / 1e6)} MB, which cannot be read at once; write JSON Lines, a record a line`,
  )

/** Bytes that are no UTF-8. */
export class BadEncoding extends InputError {
  readonly kind = 'bad-encoding' satisfies FindingKind
  /** Line of the first such byte, from 1. */
  readonly line: number
  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** @throws BadEncoding that says what encoding is expected; Error if there is too much for one text */
export function decode(bytes: Uint8Array): string {
  if (bytes.length > LONGEST) throw tooLong('has a line of', LONGEST)
  refuseOtherBytes(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadEncoding('is not UTF-8', lineAt(bytes, firstBad(bytes)))
  }
}

/** @throws BadEncoding for bytes that begin as UTF-16 does, or as what is packed */
export function refuseOtherBytes([first, second]: Uint8Array): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new BadEncoding('is UTF-16; UTF-8 is expected', 1)
  if (first === 0x1f && second === 0x8b)
    throw new BadEncoding('is packed by gzip; a name that ends in .gz is expected', 1)
}

/** A stream as text, piece by piece. @throws BadEncoding as `decode` does */
export async function* textsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let begun = false
  const decodePiece = (bytes: Buffer, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw new BadEncoding('is not UTF-8', line + lineAt(bytes, firstBad(bytes)) - 1)
    }
  }
  for await (const bytes of stream) {
    if (!begun) refuseOtherBytes(bytes)
    begun = true
    yield decodePiece(bytes, true)
    line += lineAt(bytes, bytes.length) - 1
  }
  decodePiece(Buffer.alloc(0), false)
}

/**
 * Position of the first byte that is no UTF-8: bytes up to the replacement character that a lenient decoder
 * puts there.
 */
export function firstBad(bytes: Uint8Array): number {
  const original = Buffer.from(bytes)
  const decoded = Buffer.from(original.toString('utf8'))
  let i = 0
  while (i < original.length && original[i] === decoded[i]) i++
  return i
}
