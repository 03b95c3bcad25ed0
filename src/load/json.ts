/** JSON files → records: documents with a context, bare records, arrays, JSON Lines, search results. */

import { constants } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FindingKind } from '../findings.ts'
import { isObject, type Json } from '../record/reading.ts'
import { createLines, findJsonFault, lineAt, type JsonPath } from './lines.ts'

/** Where an item starts; the line may be looked up only when it is asked for. */
export interface At { readonly file: string; readonly line?: number }

/** Where the value at a path of a document starts. */
type Where = (path: JsonPath) => At

interface Placed { readonly at: At }

export interface JsonRecord extends Placed {
  readonly record: unknown
  /** @base of the document around the record. */
  readonly base?: string
}

/** Something of a file that could not be read. */
export interface Broken extends Placed { readonly broken: string; readonly kind: FindingKind }

/** A document that is JSON-LD but not of SKG-IF's shape. */
export interface OtherJsonLd extends Placed { readonly jsonld: object }

export type JsonItem = JsonRecord | Broken | OtherJsonLd

/** Text of a file; a byte order mark goes, bytes that are no UTF-8 are an error. */
async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length > LONGEST) throw tooLong('is one document of')
  }
  return decode(Buffer.concat(chunks))
}

/** Bytes that can be one text. */
const LONGEST = constants.MAX_STRING_LENGTH

const tooLong = (what: string): Error => new Error(`${what} more than ${Math.floor(LONGEST / 1e6)} MB, which cannot be read at once; write JSON Lines, a record a line`)

/** Bytes that are no UTF-8. */
export class BadEncoding extends Error {
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
  if (bytes.length > LONGEST) throw tooLong('has a line of')
  refuseUtf16(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadEncoding('is not UTF-8', lineAt(bytes, firstBad(bytes)))
  }
}

function refuseUtf16([first, second]: Uint8Array): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new BadEncoding('is UTF-16; UTF-8 is expected', 1)
}

/** A stream as text, piece by piece. @throws BadEncoding as `decode` does */
export async function* textsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let begun = false
  const decodePiece = (bytes: Buffer, stream: boolean): string => {
    try { return decoder.decode(bytes, { stream }) } catch { throw new BadEncoding('is not UTF-8', line + lineAt(bytes, firstBad(bytes)) - 1) }
  }
  for await (const bytes of stream) {
    if (!begun) refuseUtf16(bytes)
    begun = true
    yield decodePiece(bytes, true)
    line += lineAt(bytes, bytes.length) - 1
  }
  decodePiece(Buffer.alloc(0), false)
}

/** Position of the first byte that is no UTF-8: bytes up to the replacement character that a lenient decoder puts there. */
export function firstBad(bytes: Uint8Array): number {
  const given = Buffer.from(bytes)
  const kept = Buffer.from(given.toString('utf8'))
  let i = 0
  while (i < given.length && given[i] === kept[i]) i++
  return i
}

/** The bases of the documents in a JSON value. */
export const basesOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(basesOf) : [baseOf(value)].filter((base) => base !== undefined))

/** The @base of a document: that of the last context item that has one. */
function baseOf(document: unknown): string | undefined {
  if (!isObject(document) || document['@context'] === undefined) return undefined
  const bases = [document['@context']].flat().flatMap((item) => (isObject(item) && typeof item['@base'] === 'string' ? item['@base'] : []))
  return bases.at(-1)
}

const looksLikeRecord = (value: unknown): boolean =>
  isObject(value) && ['local_identifier', 'local_identifier"', 'entity_type', 'entity_type"'].some((key) => key in value)

const isSkgIfContext = (context: unknown): boolean =>
  [context].flat().some((item) => typeof item === 'string' && /^https?:\/\/w3id\.org\/skg-if\//.test(item))

/** The members of a document's graph, or the record itself. */
const membersOf = (value: Json): unknown[] => (value['@graph'] === undefined ? [value] : [value['@graph']].flat())

const isShaped = (value: unknown): boolean => isObject(value) && (membersOf(value).some(looksLikeRecord) || isSkgIfContext(value['@context']))

const isJsonLd = (value: unknown): boolean => isObject(value) &&
  ('@context' in value || membersOf(value).some((member) => isObject(member) && ('@id' in member || '@type' in member)))

/** The records of one JSON value. */
export function* itemsOf(value: unknown, where: Where, path: JsonPath = []): Generator<JsonItem> {
  const at = where(path)
  if (Array.isArray(value)) {
    // Members of a JSON-LD array may name each other's blank nodes: they are one document.
    if (value.some(isJsonLd) && !value.some(isShaped)) yield { jsonld: value, at }
    else for (const [i, one] of value.entries()) yield* itemsOf(one, where, [...path, i])
    return
  }
  if (!isObject(value)) { yield { kind: 'no-record', broken: `is ${value === null ? 'null' : typeof value} where a record is expected`, at }; return }
  if ('local_identifier' in value && !('@context' in value) && !('@graph' in value)) { yield { record: value, at }; return }
  if (isJsonLd(value) && !isShaped(value)) {
    yield { jsonld: value, at }
    return
  }
  const base = baseOf(value)
  if (value['@graph'] === undefined) { yield { record: value, base, at }; return }
  const listed = Array.isArray(value['@graph'])
  for (const [i, record] of membersOf(value).entries()) yield { record, base, at: where(listed ? [...path, '@graph', i] : [...path, '@graph']) }
}

/** Places in a document of several lines. */
function placesIn(file: string, text: string): Where {
  const lineOf = createLines(text)
  return (path) => ({ file, get line() { return lineOf(path) } })
}

/** @param line the line on which all of the text stands; absent where it has several */
function* parsed(file: string, text: string, line?: number): Generator<JsonItem> {
  let items: JsonItem[]
  try {
    const at = { file, line }
    items = [...itemsOf(JSON.parse(text), line === undefined ? placesIn(file, text) : () => at)]
  } catch (error) {
    const fault = line === undefined ? findJsonFault(text) : undefined
    yield { kind: 'bad-json', broken: `is no JSON: ${(error as Error).message}${fault ? ` (${fault.what})` : ''}`, at: { file, line: line ?? fault?.line } }
    return
  }
  yield* items
}

function parses(text: string): boolean {
  try { JSON.parse(text); return true } catch { return false }
}

/** Whether text that is no JSON as a whole is JSON line by line, be it that some lines are broken. */
export function isLines(text: string): boolean {
  const first = text.split('\n', 20).filter((line) => /^\s*[[{]/.test(line))
  return first.length > 1 && first.some((line) => /[\]}]\s*$/.test(line) && parses(line)) && !parses(text)
}

/** Reads a .json or .jsonld file; one that holds a record a line is read as JSON Lines. */
export async function readJson(stream: Readable, file: string): Promise<Iterable<JsonItem>> {
  const text = await textOf(stream)
  if (text.trim() === '') return [{ kind: 'empty-file', broken: 'is empty', at: { file } }]
  return isLines(text) ? lines(file, text.split('\n')) : parsed(file, text)
}

function* lines(file: string, texts: Iterable<string>): Generator<JsonItem> {
  let line = 0
  for (const text of texts) {
    line++
    if (text.trim() !== '') yield* parsed(file, text, line)
  }
}

/** Reads JSON Lines, a record or a document a line, block by block; a line in another encoding does not spoil the others. */
export async function* readJsonLines(stream: Readable, file: string): AsyncGenerator<Iterable<JsonItem>> {
  let line = 0
  let empty = true
  function* itemsIn(block: readonly Uint8Array[]): Generator<JsonItem> {
    for (const bytes of block) {
      line++
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
      yield* parsed(file, text, line)
    }
  }
  for await (const block of splitLines(stream)) yield itemsIn(block)
  if (empty) yield [{ kind: 'empty-file', broken: 'is empty', at: { file } }]
}

/** The lines of a stream as bytes, without their ends: block by block those that a piece of it completes. */
export async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array[]> {
  // A line may be as long as the stream: its pieces are joined once.
  let pieces: Buffer[] = []
  for await (const bytes of stream) {
    const block: Uint8Array[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const last = bytes.subarray(start, end)
      block.push(pieces.length > 0 ? Buffer.concat([...pieces, last]) : last)
      pieces = []
      start = end + 1
    }
    if (start < bytes.length) pieces.push(bytes.subarray(start))
    if (block.length > 0) yield block
  }
  if (pieces.length > 0) yield [Buffer.concat(pieces)]
}

const NEWLINE = 10
