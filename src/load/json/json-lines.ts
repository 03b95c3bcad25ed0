/** JSON Lines → records, each with the number of its line. */

import type { Readable } from 'node:stream'
import type { Source } from '../../model/rows/source-row.ts'
import { splitLines } from '../text/lines.ts'
import { decode } from '../text/utf8.ts'
import { emptyFile, parsed, type JsonItem } from './json-items.ts'

export function* lines(
  file: string,
  texts: Iterable<string>,
  sources: readonly Source[],
): Generator<JsonItem> {
  let line = 0
  for (const text of texts) {
    line++
    if (text.trim() !== '') yield* parsed(file, text, sources, line)
  }
}

/**
 * Reads JSON Lines, a record or a document a line, block by block; a line in another encoding does not spoil
 * the others.
 * @param mayKeep whether a line may be read, by its bytes
 */
export async function* readJsonLines(
  stream: Readable,
  file: string,
  sources: readonly Source[],
  mayKeep?: (bytes: Uint8Array) => boolean,
): AsyncGenerator<Iterable<JsonItem>> {
  let line = 0
  let empty = true
  function* itemsIn(block: readonly Uint8Array[]): Generator<JsonItem> {
    for (const bytes of block) {
      line++
      if (bytes.length === 0 || mayKeep?.(bytes) === false) continue
      let text: string
      try {
        text = decode(bytes)
      } catch (error) {
        empty = false
        yield { kind: 'bad-encoding', message: (error as Error).message, at: { file, line } }
        continue
      }
      if (text.trim() === '') continue
      empty = false
      yield* parsed(file, text, sources, line)
    }
  }
  for await (const block of splitLines(stream)) yield itemsIn(block)
  if (empty) yield [emptyFile(file)]
}
