/** What a query is, by its words: its kind, and what stands outside of all braces. */

// No syntax tree: sparqljs refuses some of what Oxigraph runs (LATERAL, VERSION) and takes seconds for 1 MB,
// this takes milliseconds.

import { tokensOf, type Token } from './tokens.ts'

export type QueryKind = 'select' | 'ask' | 'construct' | 'describe'

/** What a request asks to be done; undefined for text that is no SPARQL. */
export type Kind = QueryKind | 'update'

export interface Outline {
  readonly kind: Kind | undefined
  /** The query says itself which graphs it is about (FROM, FROM NAMED). */
  readonly hasDatasetClause: boolean
  /** Nothing keeps `LIMIT n` from being written behind the query. */
  readonly acceptsLimit: boolean
  /** It calls other endpoints. */
  readonly usesService: boolean
  /** Groups in braces, and how deep brackets stand within each other. */
  readonly groups: number
  readonly depth: number
  /** Terms and operators, without those of the two lists below. */
  readonly parts: number
  /** Terms that follow a comma in parentheses, as in IN. */
  readonly listed: number
  /** Terms in the rows of VALUES. */
  readonly values: number
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
  for (const token of tokensOf(text)) if (endsPrologue(token)) return KINDS[token.text]
  return undefined
}

const endsPrologue = ({ kind, text }: Token): boolean =>
  kind === 'bracket' || (kind === 'word' && !PROLOGUE.includes(text))

type Counts = Pick<Outline, 'parts' | 'listed' | 'values'>

/** Counts what a store's parser and planner have to go through. */
function createCount(): { readonly counts: Counts; add(token: Token): void } {
  const counts = { parts: 0, listed: 0, values: 0 }
  const open: string[] = []
  /** How many brackets were open before VALUES; undefined outside of its rows. */
  let outer: number | undefined
  let afterComma = false
  return {
    counts,
    add({ kind, text }) {
      const isTerm = kind === 'iri' || kind === 'prefixed' || kind === 'literal'
      if (outer !== undefined) counts.values += isTerm ? 1 : 0
      else if (isTerm && afterComma && open.at(-1) === '(') counts.listed++
      else if (isTerm || kind === 'operator' || text === '(' || text === '[') counts.parts++
      afterComma = kind === 'comma'
      if (kind === 'word' && text === 'VALUES') outer ??= open.length
      if (kind !== 'bracket') return
      if ('({['.includes(text)) open.push(text)
      else open.pop()
      if (text === '}' && open.length === outer) outer = undefined
    },
  }
}

/** Reads a query to its end. Whether it is valid is for the store to say. */
export function outline(text: string): Outline {
  const outside = new Set<string>()
  const count = createCount()
  let first: Token | undefined
  let service = false
  let groups = 0
  let depth = 0
  let deepest = 0
  for (const token of tokensOf(text)) {
    const { kind, text: word } = token
    if (!first && endsPrologue(token)) first = token
    count.add(token)
    if (kind === 'bracket') {
      depth += '({['.includes(word) ? 1 : -1
      deepest = Math.max(deepest, depth)
      if (word === '{') groups++
    } else if (kind !== 'word') continue
    else if (word === 'SERVICE') service = true
    else if (depth === 0) outside.add(word)
  }
  const kind = KINDS[first?.text ?? '']
  return {
    kind,
    usesService: service,
    groups,
    depth: deepest,
    ...count.counts,
    hasDatasetClause: outside.has('FROM'),
    acceptsLimit: kind === 'select' && depth === 0 && !outside.has('LIMIT') && !outside.has('VALUES'),
  }
}
