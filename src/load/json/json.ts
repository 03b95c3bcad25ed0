/** JSON files → records: documents with a context, bare records, arrays, JSON Lines, search results. */

import type { Readable } from 'node:stream'
import type { FindingKind } from '../../findings.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { createElementScan } from './element-scan.ts'
import { createLines, describeJsonFault, parseHead, type JsonPath } from './json-positions.ts'
import { countRecords, formatOfJson, formatOfText, type SourceFormat } from '../input/source-formats.ts'
import { holdsList, listKeys, recordsIn } from '../sources/sources.ts'
import { BadEncoding, decode, splitLines, textOf } from '../input/utf8.ts'

/** Where an item starts; the line may be looked up on demand. */
interface At {
  readonly file: string
  readonly line?: number
}

/** Where the value at a path of a document starts. */
type Where = (path: JsonPath) => At

interface Placed {
  readonly at: At
}

export interface JsonRecord extends Placed {
  readonly record: unknown
  /** @base of the document around the record. */
  readonly base?: string
}

/** Something of a file that could not be read. */
interface Broken extends Placed {
  readonly broken: string
  readonly kind: FindingKind
  /** It is all that the file holds. */
  readonly wholeFile?: true
}

/** A document that is JSON-LD but not of SKG-IF's shape. */
interface OtherJsonLd extends Placed {
  readonly jsonld: object
}

/** Records in a format that is not read. */
export interface OtherFormat extends Placed {
  readonly format: SourceFormat
  /** How many there are; absent where that is not known. */
  readonly records?: number
}

/** A record of a source from elsewhere. */
export interface SourceRecord extends Placed {
  readonly source: Source
  readonly foreign: unknown
}

export type JsonItem = JsonRecord | Broken | OtherJsonLd | OtherFormat | SourceRecord

/** The @base of a document, of which the context is enough: that of the last context item that has one. */
export function baseOf(document: unknown): string | undefined {
  if (!isObject(document) || document['@context'] === undefined) return undefined
  const bases = [document['@context']]
    .flat()
    .flatMap((item) => (isObject(item) && typeof item['@base'] === 'string' ? item['@base'] : []))
  return bases.at(-1)
}

/** Whether a value has an id or a type as records of SKG-IF have. */
export const looksLikeRecord = (value: unknown): boolean =>
  isObject(value) &&
  ['local_identifier', 'local_identifier"', 'entity_type', 'entity_type"'].some((key) => key in value)

const isSkgIfContext = (context: unknown): boolean =>
  [context].flat().some((item) => typeof item === 'string' && /^https?:\/\/w3id\.org\/skg-if\//.test(item))

/** The members of a document's graph, or the record itself. */
const membersOf = (value: Json): unknown[] =>
  value['@graph'] === undefined ? [value] : [value['@graph']].flat()

const isShaped = (value: unknown): boolean =>
  isObject(value) && (membersOf(value).some(looksLikeRecord) || isSkgIfContext(value['@context']))

const isJsonLd = (value: unknown): boolean =>
  isObject(value) &&
  ('@context' in value ||
    membersOf(value).some((member) => isObject(member) && ('@id' in member || '@type' in member)))

/** The records of one JSON value. */
function* itemsOf(
  value: unknown,
  where: Where,
  sources: readonly Source[],
  path: JsonPath = [],
): Generator<JsonItem> {
  const at = where(path)
  if (path.length > MAX_DEPTH) {
    yield tooDeep(at)
    return
  }
  if (Array.isArray(value)) {
    // Members of a JSON-LD array may name each other's blank nodes: they are one document.
    if (value.some(isJsonLd) && !value.some(isShaped)) yield { jsonld: value, at }
    else for (const [i, one] of value.entries()) yield* itemsOf(one, where, sources, [...path, i])
    return
  }
  if (!isObject(value)) {
    yield {
      kind: 'no-record',
      broken: `is ${value === null ? 'null' : typeof value} where a record is expected`,
      at,
    }
    return
  }
  if ('local_identifier' in value && !('@context' in value) && !('@graph' in value)) {
    yield { record: value, at }
    return
  }
  if (isJsonLd(value) && !isShaped(value)) {
    yield { jsonld: value, at }
    return
  }
  const isOurs = isJsonLd(value) || isShaped(value)
  const found = isOurs ? undefined : recordsIn(sources, value)
  if (found) {
    for (const { source, record, path: inner } of found)
      yield { source, foreign: record, at: where([...path, ...inner]) }
    return
  }
  const format = isOurs ? undefined : formatOfJson(value)
  if (format) {
    yield { format, records: countRecords(value), at }
    return
  }
  const base = baseOf(value)
  if (value['@graph'] === undefined) {
    yield { record: value, base, at }
    return
  }
  const listed = Array.isArray(value['@graph'])
  for (const [i, record] of membersOf(value).entries())
    yield { record, base, at: where(listed ? [...path, '@graph', i] : [...path, '@graph']) }
}

/** Characters by which a text that is not JSON is recognised. */
const HEAD = 4096

/** Places in a document of several lines. */
function placesIn(file: string, text: string): Where {
  const lineOf = createLines(text)
  return (path) => ({
    file,
    get line() {
      return lineOf(path)
    },
  })
}

/** Levels of lists and objects: records have some ten, and what works through them goes down by calls. */
const MAX_DEPTH = 500

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((one) => isDeeper(one, levels - 1))
  for (const key in value) if (isDeeper((value as Json)[key], levels - 1)) return true
  return false
}

const tooDeep = (at: At): Broken => ({
  kind: 'unreadable-record',
  broken: `is nested more than ${MAX_DEPTH} levels deep; records have some ten`,
  at,
})

/** What is read of an item, as JSON; nothing of one that cannot be read. */
const valueOf = (item: JsonItem): unknown =>
  'record' in item
    ? item.record
    : 'jsonld' in item
      ? item.jsonld
      : 'foreign' in item
        ? item.foreign
        : undefined

const refuseDeep = (item: JsonItem): JsonItem =>
  isDeeper(valueOf(item), MAX_DEPTH) ? tooDeep(item.at) : item

/** @param line the line on which all of the text stands; absent where it has several */
function* parsed(file: string, text: string, sources: readonly Source[], line?: number): Generator<JsonItem> {
  let items: JsonItem[]
  try {
    const at = { file, line }
    const where = line === undefined ? placesIn(file, text) : () => at
    items = [...itemsOf(JSON.parse(text), where, sources)].map(refuseDeep)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const format = line === undefined || line === 1 ? formatOfText(text.slice(0, HEAD)) : undefined
    if (format) yield { format, at: { file, line } }
    else {
      const fault = describeJsonFault(text, error)
      const at = { file, line: line ?? fault.line }
      yield { kind: 'bad-json', broken: fault.message, at, ...(line === undefined && { wholeFile: true }) }
    }
    return
  }
  yield* items
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

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
  const text = await textOf(stream)
  if (text.trim() === '') return [{ kind: 'empty-file', broken: 'is empty', at: { file } }]
  const items = [...parsed(file, text, sources)]
  const [only] = items
  const isBroken = items.length === 1 && only !== undefined && 'broken' in only && only.kind === 'bad-json'
  return isBroken && isLines(text) ? lines(file, text.split('\n'), sources) : items
}

/** Whether a document that begins so is a list of records of a source, as far as its start shows. */
const isList = (head: string, sources: readonly Source[]): boolean =>
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
  const pieces: Buffer[] = []
  let length = 0
  const bytes = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
    pieces.push(next.value)
    length += next.value.length
    if (length >= LIST_HEAD_BYTES) break
  }
  const all = (async function* () {
    yield* pieces
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value
  })()
  if (isList(Buffer.concat(pieces).toString('utf8'), sources)) yield* readElements(all, file, sources)
  else yield await readDocument(all, file, sources)
}

/** The records of a list as they stream by; what stands before a fault is read. */
async function* readElements(
  stream: AsyncIterable<Buffer>,
  file: string,
  sources: readonly Source[],
): AsyncGenerator<Iterable<JsonItem>> {
  const scan = createElementScan(listKeys(sources))
  function* itemsIn(bytes: Uint8Array): Generator<JsonItem> {
    for (const element of scan.read(bytes)) {
      const at = { file, line: element.line }
      try {
        yield* parsed(file, decode(element.bytes), sources, element.line)
      } catch (error) {
        if (!(error instanceof BadEncoding)) throw error
        yield { kind: error.kind, broken: error.message, at }
      }
    }
  }
  for await (const bytes of stream) yield itemsIn(bytes)
  if (scan.isWhole) return
  const broken = 'ends before its list does, as if it were cut off; the records before the end are read'
  yield [{ kind: 'bad-json', broken, at: { file, line: scan.line }, wholeFile: true }]
}

function* lines(file: string, texts: Iterable<string>, sources: readonly Source[]): Generator<JsonItem> {
  let line = 0
  for (const text of texts) {
    line++
    if (text.trim() !== '') yield* parsed(file, text, sources, line)
  }
}

/**
 * Reads JSON Lines, a record or a document a line, block by block; a line in another encoding does not spoil
 * the others.
 */
export async function* readJsonLines(
  stream: Readable,
  file: string,
  sources: readonly Source[],
): AsyncGenerator<Iterable<JsonItem>> {
  let line = 0
  let empty = true
  function* itemsIn(block: readonly Uint8Array[]): Generator<JsonItem> {
    for (const bytes of block) {
      line++
      if (bytes.length === 0) continue
      let text: string
      try {
        text = decode(bytes)
      } catch (error) {
        empty = false
        yield { kind: 'bad-encoding', broken: (error as Error).message, at: { file, line } }
        continue
      }
      if (text.trim() === '') continue
      empty = false
      yield* parsed(file, text, sources, line)
    }
  }
  for await (const block of splitLines(stream)) yield itemsIn(block)
  if (empty) yield [{ kind: 'empty-file', broken: 'is empty', at: { file } }]
}
