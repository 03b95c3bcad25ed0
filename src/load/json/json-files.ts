/** JSON files → records: whole documents, and long lists element by element. */

import type { Readable } from 'node:stream'
import type { Source } from '../../model/rows/source-row.ts'
import { ElementScan } from './element-scan.ts'
import { parseHead } from '../text/json-positions.ts'
import { holdsList, listKeys } from '../conversion/recognise.ts'
import { peek } from '../text/lines.ts'
import { BadEncoding, decode, textOfStream } from '../text/utf8.ts'
import { lines } from './json-lines.ts'
import { emptyFile, HEAD, parsed, type JsonItem } from './json-items.ts'
import { parseJson } from '../../model/values/json.ts'

const parses = (text: string): boolean => parseJson(text) !== undefined

/** Whether text that is no JSON as a whole is JSON line by line, be it that some lines are broken. */
function isLines(text: string): boolean {
  const first = text.split('\n', 20).filter((line) => /^\s*[[{]/.test(line))
  return first.length > 1 && first.some((line) => /[\]}]\s*$/.test(line) && parses(line))
}

/** Reads the text of a .json or .jsonld file; one that holds a record a line is read as JSON Lines. */
async function readDocument(
  stream: AsyncIterable<Buffer>,
  file: string,
  sources: readonly Source[],
): Promise<Iterable<JsonItem>> {
  const text = await textOfStream(stream)
  if (text.trim() === '') return [emptyFile(file)]
  const items = [...parsed(file, text, sources)]
  if (items.length === 0) return [{ ...emptyFile(file), message: 'holds no record', isEmptyList: true }]
  const [only] = items
  const isBroken = items.length === 1 && only !== undefined && 'kind' in only && only.kind === 'bad-json'
  return isBroken && isLines(text) ? lines(file, text.split('\n'), sources) : items
}

/** Whether a document that begins so is a list of records of a source, as far as its start shows. */
export const isList = (head: string, sources: readonly Source[]): boolean =>
  !/"(?:@context|@graph|local_identifier)"/.test(head.slice(0, HEAD)) && holdsList(sources, parseHead(head))

/** Bytes by which a list of records of a source is recognised. */
const LIST_HEAD_BYTES = 1 << 20

/**
 * Reads a .json or .jsonld file, block by block: a list of records of a source element by element, as such
 * lists may be of any length, anything else as a whole.
 */
export async function* readJson(
  stream: Readable,
  file: string,
  sources: readonly Source[],
): AsyncGenerator<Iterable<JsonItem>> {
  const { head, all } = await peek(stream, LIST_HEAD_BYTES)
  if (isList(head.toString('utf8'), sources)) yield* readElements(all, file, sources)
  else yield await readDocument(all, file, sources)
}

/** The records of a list as they stream by; what stands before a fault is read. */
async function* readElements(
  stream: AsyncIterable<Buffer>,
  file: string,
  sources: readonly Source[],
): AsyncGenerator<Iterable<JsonItem>> {
  const scan = new ElementScan(listKeys(sources))
  function* itemsIn(bytes: Uint8Array): Generator<JsonItem> {
    for (const element of scan.read(bytes)) {
      const at = { file, line: element.line }
      try {
        yield* parsed(file, decode(element.bytes), sources, element.line)
      } catch (error) {
        if (!(error instanceof BadEncoding)) throw error
        yield { kind: error.kind, message: error.message, at }
      }
    }
  }
  for await (const bytes of stream) yield itemsIn(bytes)
  if (scan.isComplete) return
  const message = 'ends before its list does, as if it were cut off; the records before the end are read'
  yield [{ kind: 'bad-json', message, at: { file, line: scan.line }, wholeFile: true }]
}
