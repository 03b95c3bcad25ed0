/** Texts that are no JSON, such as CSV → the records of the source that recognises them. */

import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { Model } from '../../model/model.ts'
import { UnreadableText, type Source, type TextFormat, type TextRecord } from '../../model/rows/source-row.ts'
import { checkResult, resultOf, thrownBy } from '../../model/rows/source-fault.ts'
import { isObject } from '../../model/values/json.ts'
import { orList } from '../../model/values/text.ts'
import { InputError } from '../text/input-error.ts'
import type { Input } from '../input/recognise-files.ts'
import { OtherFormatError } from '../input/other-formats.ts'
import { formatOfText } from '../text/source-formats.ts'
import { textsOf } from '../text/utf8.ts'
import { textsInAnyEncoding } from '../text/encodings.ts'
import { readWorkbook } from '../input/workbook.ts'
import { emptyFile, type JsonItem } from '../json/json-items.ts'

/** Characters by which a text is recognised. */
const HEAD_CHARACTERS = 65_536

/** What comes first of a text, and all of it. */
interface Begun {
  readonly head: string
  readonly pieces: AsyncIterable<string>
}

async function begin(texts: AsyncGenerator<string>): Promise<Begun> {
  const first: string[] = []
  for (let length = 0; length < HEAD_CHARACTERS;) {
    const next = await texts.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  return {
    head: first.join('').slice(0, HEAD_CHARACTERS),
    pieces: (async function* () {
      yield* first
      yield* texts
    })(),
  }
}

/** A file of data ends in `.csv`, or `.csv.gz`. */
const endingOf = (name: string): string => extname(name.replace(/\.gz$/i, '')).toLowerCase()

function* itemsOfRecord(source: Source, { line, ...one }: TextRecord, file: string): Generator<JsonItem> {
  const at = { file, line }
  if ('fault' in one) yield { kind: 'unreadable-record', message: one.fault, at }
  else if ('record' in one) yield { source, foreign: one.record, at }
  if ('warning' in one && one.warning !== undefined)
    yield { kind: 'incomplete-record', message: one.warning, at }
}

async function* itemsOf(
  source: Source,
  text: TextFormat,
  pieces: AsyncIterable<string>,
  file: string,
): AsyncGenerator<Iterable<JsonItem>> {
  try {
    const lists: unknown = text.records(pieces)
    checkResult(source, 'text.records', lists, isAsyncIterable, 'an async generator')
    for await (const records of lists as ReturnType<TextFormat['records']>) {
      checkResult(source, 'text.records', records, isListOfItems, EXPECTED)
      yield records.flatMap((one) => [...itemsOfRecord(source, one, file)])
    }
  } catch (error) {
    const fault = thrownBy(source, 'text.records', error)
    throw fault instanceof UnreadableText ? new InputError(fault.message) : fault
  }
}

const isAsyncIterable = (value: unknown): boolean =>
  typeof (value as Partial<AsyncIterable<unknown>> | undefined)?.[Symbol.asyncIterator] === 'function'

const EXPECTED = 'a list of { line, record } and { line, fault } at each step'

const isItem = (one: unknown): boolean =>
  isObject(one) &&
  (isObject(one['record']) || ['fault', 'warning'].some((member) => typeof one[member] === 'string'))

const isListOfItems = (value: unknown): boolean => Array.isArray(value) && value.every(isItem)

const isTextOf = (source: Source, text: TextFormat, head: string): boolean =>
  resultOf(
    source,
    'text.recognises',
    () => text.recognises(head),
    (value) => typeof value === 'boolean',
    'true or false',
  )

/** The source that a text is of: by how it begins, else by the ending of its file, which tells nothing of XML. */
export function textSource(
  sources: readonly Source[],
  file: string,
  head: string,
): { readonly source: Source; readonly text: TextFormat } | undefined {
  const texts = sources.flatMap((source) => (source.text ? [{ source, text: source.text }] : []))
  const ending = endingOf(file)
  // A table may have headings that a source calls its own.
  for (const isTable of [false, true]) {
    const some = texts.filter(({ text }) => (text.mapOf !== undefined) === isTable)
    const found =
      some.find(({ source, text }) => isTextOf(source, text, head)) ??
      some.find(({ text }) => ending !== '.xml' && text.endings?.includes(ending))
    if (found) return found
  }
  return undefined
}

/** The items, and then what was noted of the text around them. */
async function* withNotes(
  items: AsyncIterable<Iterable<JsonItem>>,
  notes: readonly string[],
  file: string,
): AsyncGenerator<Iterable<JsonItem>> {
  yield* items
  yield notes.map((message) => ({ kind: 'incomplete-record', message, at: { file } }))
}

/** Characters that are shown of the first line of a text. */
const SHOWN = 80

/** The text of an input, also in other encodings, and in workbooks. @param note takes what is to be said */
function textsOfInput(
  stream: Readable,
  name: string,
  note: (message: string) => void,
): AsyncGenerator<string> {
  const ending = endingOf(name)
  if (ending === '.xlsx') return readWorkbook(stream, note)
  return ending === '.xml' ? textsOf(stream) : textsInAnyEncoding(stream, note)
}

export interface TextOptions {
  /** Takes how a text is read, as --map takes it. */
  readonly onMap?: ((file: string, map: string) => void) | undefined
  /** Takes the name of a source of which a text is all by itself, perhaps without a record. */
  readonly onCollection?: (name: string) => void
}

/**
 * The records of a text, as it streams by.
 * @throws OtherFormatError, InputError if it begins as no source does
 */
export async function readText(
  input: Input,
  sources: readonly Source[],
  { onMap, onCollection }: TextOptions = {},
): Promise<AsyncIterable<Iterable<JsonItem>> | Iterable<Iterable<JsonItem>>> {
  const stream = await input.open()
  const notes: string[] = []
  const { head, pieces } = await begin(textsOfInput(stream, input.name, (message) => notes.push(message)))
  if (head.trim() === '') {
    stream.destroy()
    return [[emptyFile(input.name)]]
  }
  const recognised = textSource(sources, input.name, head)
  if (recognised) {
    const { source, text } = recognised
    const map = text.mapOf?.(head)
    if (map !== undefined) onMap?.(input.name, map)
    // Those of XML say it of their records.
    if (text.endings?.length) onCollection?.(source.name)
    return withNotes(itemsOf(source, text, pieces, input.name), notes, input.name)
  }
  stream.destroy()
  const format = formatOfText(head)
  if (format) throw new OtherFormatError(format)
  const line = head
    .trimStart()
    .split(/[\r\n]/, 1)[0]
    ?.slice(0, SHOWN)
  const labels = sources.flatMap(({ text, label }) => (text ? [label] : []))
  throw new InputError(
    `begins with «${line}», as no text does that is read (of ${orList(labels)}); it is left out`,
  )
}

/** The model whose sources read tables as maps say. @throws Error that names the file */
export function withMaps(model: Model, files: readonly string[]): Model {
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  for (const { text } of model.sources)
    for (const [i, one] of texts.entries())
      try {
        text?.withMaps?.([one])
      } catch (error) {
        throw new Error(`${files[i]}: ${(error as Error).message}`, { cause: error })
      }
  return withMapTexts(model, texts)
}

/** The same by the texts of maps that were read before. */
export function withMapTexts(model: Model, texts: readonly string[]): Model {
  if (texts.length === 0) return model
  const sources = model.sources.map((source): Source => {
    const { text } = source
    return text?.withMaps ? { ...source, text: text.withMaps(texts) } : source
  })
  return { ...model, sources }
}
