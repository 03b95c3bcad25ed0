/** JSON files → records: documents with a context, bare records, arrays, JSON Lines, search results. */

import type { Readable } from 'node:stream'
import { isObject, type Json } from '../record/reading.ts'

export interface JsonRecord {
  readonly record: unknown
  /** @base of the document around the record. */
  readonly base?: string
  readonly line?: number
}

/** Something of a file that could not be read. */
export interface Broken { readonly broken: string; readonly line?: number }

/** A document that is JSON-LD but not of SKG-IF's shape. */
export interface OtherJsonLd { readonly jsonld: object; readonly line?: number }

export type JsonItem = JsonRecord | Broken | OtherJsonLd

/** Text of a file; a byte order mark goes, bytes that are no UTF-8 are an error. */
async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return decode(Buffer.concat(chunks))
}

/** @throws Error that says what encoding is expected */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new Error('is UTF-16; UTF-8 is expected')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('is not UTF-8')
  }
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
export function* itemsOf(value: unknown, line?: number): Generator<JsonItem> {
  if (Array.isArray(value)) {
    // Members of a JSON-LD array may name each other's blank nodes: they are one document.
    if (value.some(isJsonLd) && !value.some(isShaped)) yield { jsonld: value, line }
    else for (const one of value) yield* itemsOf(one, line)
    return
  }
  if (!isObject(value)) { yield { broken: `is ${value === null ? 'null' : typeof value} where a record is expected`, line }; return }
  if ('local_identifier' in value && !('@context' in value) && !('@graph' in value)) { yield { record: value, line }; return }
  if (isJsonLd(value) && !isShaped(value)) {
    yield { jsonld: value, line }
    return
  }
  const base = baseOf(value)
  for (const record of membersOf(value)) yield { record, base, line }
}

function* parsed(text: string, line?: number): Generator<JsonItem> {
  let items: JsonItem[]
  try {
    items = [...itemsOf(JSON.parse(text), line)]
  } catch (error) {
    yield { broken: `is no JSON: ${(error as Error).message}`, line }
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
export async function* readJson(stream: Readable): AsyncGenerator<JsonItem> {
  const text = await textOf(stream)
  if (text.trim() === '') { yield { broken: 'is empty' }; return }
  if (isLines(text)) { yield* lines(text.split('\n')); return }
  yield* parsed(text)
}

function* lines(texts: Iterable<string>): Generator<JsonItem> {
  let line = 0
  for (const text of texts) {
    line++
    if (text.trim() !== '') yield* parsed(text, line)
  }
}

/** Reads JSON Lines, a record or a document a line; a line in another encoding does not spoil the others. */
export async function* readJsonLines(stream: Readable): AsyncGenerator<JsonItem> {
  let line = 0
  let empty = true
  for await (const bytes of splitLines(stream)) {
    line++
    let text: string
    try {
      text = decode(bytes)
    } catch (error) {
      empty = false
      yield { broken: (error as Error).message, line }
      continue
    }
    if (text.trim() === '') continue
    empty = false
    yield* parsed(text, line)
  }
  if (empty) yield { broken: 'is empty' }
}

/** The lines of a stream as bytes, without their ends. */
export async function* splitLines(stream: Readable): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : chunk as Buffer
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
  if (rest.length > 0) yield rest
}
