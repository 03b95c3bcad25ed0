/** What a query is, by its words: its kind, and what stands outside of all braces. */

// No syntax tree: sparqljs refuses some of what Oxigraph runs (LATERAL, VERSION) and takes seconds for 1 MB,
// this takes milliseconds.

import { tokensOf } from './tokens.ts'

export type QueryKind = 'select' | 'ask' | 'construct' | 'describe'

/** What a request asks to be done; undefined for text that is no SPARQL. */
export type Kind = QueryKind | 'update'

export interface Outline {
  readonly kind: Kind | undefined
  /** The query says itself which graphs it is about (FROM, FROM NAMED). */
  readonly dataset: boolean
  /** Nothing keeps `LIMIT n` from being written behind the query. */
  readonly unlimited: boolean
  /** It calls other endpoints. */
  readonly service: boolean
  /** Groups in braces, and how deep brackets stand within each other. */
  readonly groups: number
  readonly depth: number
}

const KINDS: Readonly<Record<string, Kind>> = {
  SELECT: 'select',
  ASK: 'ask',
  CONSTRUCT: 'construct',
  DESCRIBE: 'describe',
  ...Object.fromEntries(
    ['INSERT', 'DELETE', 'LOAD', 'CLEAR', 'DROP', 'CREATE', 'ADD', 'MOVE', 'COPY', 'WITH'].map((word) => [
      word,
      'update' as const,
    ]),
  ),
}

/** What may stand before the first word of a query. */
const PROLOGUE = ['BASE', 'PREFIX', 'VERSION']

/** The kind alone, which the first words tell. */
export function kindOf(text: string): Kind | undefined {
  for (const { word, bracket } of tokensOf(text)) {
    if (bracket !== undefined) return undefined
    if (word !== undefined && !PROLOGUE.includes(word)) return KINDS[word]
  }
  return undefined
}

/** Reads a query to its end. Whether it is valid is for the store to say. */
export function outline(text: string): Outline {
  const outside = new Set<string>()
  let service = false
  let groups = 0
  let depth = 0
  let deepest = 0
  for (const { word, bracket } of tokensOf(text)) {
    if (bracket !== undefined) {
      depth += '({['.includes(bracket) ? 1 : -1
      deepest = Math.max(deepest, depth)
      if (bracket === '{') groups++
    } else if (word === 'SERVICE') service = true
    else if (word !== undefined && depth === 0) outside.add(word)
  }
  const kind = kindOf(text)
  return {
    kind,
    service,
    groups,
    depth: deepest,
    dataset: outside.has('FROM'),
    unlimited: kind === 'select' && depth === 0 && !outside.has('LIMIT') && !outside.has('VALUES'),
  }
}
