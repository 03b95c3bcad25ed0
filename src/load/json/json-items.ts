/** One JSON value → the records in it, each with its place: documents, bare records, arrays, search results. */

import type { FindingKind } from '../../findings/kinds.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { formatOfJson, countRecords, formatOfText, type SourceFormat } from '../text/source-formats.ts'
import { recordsIn } from '../conversion/recognise.ts'
import { createLines, describeJsonFault, type JsonPath } from '../text/json-positions.ts'
import { hasRepeatedKeys, readRepeatedKeys } from '../text/repeated-keys.ts'

/** Where an item starts; the line may be looked up on demand. */
interface SourceLocation {
  readonly file: string
  readonly line?: number
}

/** Where the value at a path of a document starts. */
type LocationOf = (path: JsonPath) => SourceLocation

interface Located {
  readonly at: SourceLocation
}

export interface JsonRecord extends Located {
  readonly record: unknown
  /** @base of the document around the record. */
  readonly base?: string
  /** The @context of that document. */
  readonly context?: unknown
}

/** Something of a file that could not be read, or not as it stands there. */
interface Flaw extends Located {
  readonly message: string
  /** Keys and positions that lead to it, with dots between. */
  readonly path?: string
  readonly kind: FindingKind
  /** It is all that the file holds. */
  readonly wholeFile?: true
  /** It holds a list of no records, which may be all of a collection that is named. */
  readonly isEmptyList?: true
}

export const emptyFile = (file: string): Flaw => ({ kind: 'empty-file', message: 'is empty', at: { file } })

/** A document that is JSON-LD but not of SKG-IF's shape. */
interface OtherJsonLd extends Located {
  readonly jsonld: object
}

/** Records in a format that is not read. */
export interface OtherFormat extends Located {
  readonly format: SourceFormat
  /** How many there are; absent where that is not known. */
  readonly records?: number
}

/** A record of a source from elsewhere. */
export interface SourceRecord extends Located {
  readonly source: Source
  readonly foreign: unknown
}

export type JsonItem = JsonRecord | Flaw | OtherJsonLd | OtherFormat | SourceRecord

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
  locationOf: LocationOf,
  sources: readonly Source[],
  path: JsonPath = [],
): Generator<JsonItem> {
  const at = locationOf(path)
  if (path.length > MAX_DEPTH) {
    yield tooDeep(at)
    return
  }
  if (Array.isArray(value)) {
    // Members of a JSON-LD array may name each other's blank nodes: they are one document.
    if (value.some(isJsonLd) && !value.some(isShaped)) yield { jsonld: value, at }
    else for (const [i, one] of value.entries()) yield* itemsOf(one, locationOf, sources, [...path, i])
    return
  }
  if (!isObject(value)) {
    yield {
      kind: 'no-record',
      message: `is ${value === null ? 'null' : typeof value} where a record is expected`,
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
  const foreignRecords = isOurs ? undefined : recordsIn(sources, value)
  if (foreignRecords) {
    for (const { source, record, path: inner } of foreignRecords)
      yield { source, foreign: record, at: locationOf([...path, ...inner]) }
    return
  }
  const format = isOurs ? undefined : formatOfJson(value)
  if (format) {
    yield { format, records: countRecords(value), at }
    return
  }
  const [base, context] = [baseOf(value), value['@context']]
  if (value['@graph'] === undefined) {
    yield { record: value, base, context, at }
    return
  }
  const listed = Array.isArray(value['@graph'])
  for (const [i, record] of membersOf(value).entries())
    yield { record, base, context, at: locationOf(listed ? [...path, '@graph', i] : [...path, '@graph']) }
}

/** Characters by which a text that is not JSON is recognised. */
export const HEAD = 4096

/** Places in a document of several lines. */
function placesIn(file: string, text: string): LocationOf {
  const lineOf = createLines(text)
  return (path) => ({
    file,
    get line() {
      return lineOf(path)
    },
  })
}

/** Levels of lists and objects: records have some ten; it bounds the recursion depth of what reads them. */
const MAX_DEPTH = 500

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((one) => isDeeper(one, levels - 1))
  for (const key in value) if (isDeeper((value as Json)[key], levels - 1)) return true
  return false
}

const tooDeep = (at: SourceLocation): Flaw => ({
  kind: 'unreadable-record',
  message: `is nested more than ${MAX_DEPTH} levels deep; records have some ten`,
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

/** The value of a JSON text, with all values of keys that are repeated. @throws SyntaxError */
function readValue(
  text: string,
  at: SourceLocation,
): { readonly value: unknown; readonly flaws: readonly Flaw[] } {
  const value: unknown = JSON.parse(text)
  if (!hasRepeatedKeys(text, value)) return { value, flaws: [] }
  try {
    const read = readRepeatedKeys(text)
    const flaws = read.repeated.map(({ line, path, message }): Flaw => ({
      kind: 'duplicate-key',
      path,
      message,
      at: { file: at.file, line: at.line ?? line },
    }))
    return { value: read.value, flaws }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message =
      'has a key that stands more than once in one object, and is nested too deep to read all its values'
    return { value, flaws: [{ kind: 'duplicate-key', message, at }] }
  }
}

/** @param line the line on which all of the text stands; absent where it has several */
export function* parsed(
  file: string,
  text: string,
  sources: readonly Source[],
  line?: number,
): Generator<JsonItem> {
  let items: JsonItem[]
  try {
    const at = { file, line }
    const { value, flaws } = readValue(text, at)
    // Paths lead to several places where keys are repeated.
    const where = line === undefined && flaws.length === 0 ? placesIn(file, text) : () => at
    items = [...flaws, ...[...itemsOf(value, where, sources)].map(refuseDeep)]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const format = line === undefined || line === 1 ? formatOfText(text.slice(0, HEAD)) : undefined
    if (format) yield { format, at: { file, line } }
    else {
      const fault = describeJsonFault(text, error)
      const at = { file, line: line ?? fault.line }
      yield { kind: 'bad-json', message: fault.message, at, ...(line === undefined && { wholeFile: true }) }
    }
    return
  }
  yield* items
}
