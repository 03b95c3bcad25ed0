/** How an input begins, as text. */

import { constants } from 'node:buffer'
import type { Input } from './inputs.ts'

/**
 * Reads at least so many characters, or all there are, but nothing of what is too long for a text; bytes that are no UTF-8 are reported when the input is read.
 * @param isLine whether the end of a line is enough
 */
export async function readStart(input: Input, length: number, isLine = false): Promise<string> {
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let read = 0
  const stream = await input.open()
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    const piece = decoder.decode(bytes, { stream: true })
    read += piece.length
    if (read > constants.MAX_STRING_LENGTH) return ''
    pieces.push(piece)
    if (read >= length || (isLine && piece.includes('\n'))) break
  }
  return pieces.join('')
}
