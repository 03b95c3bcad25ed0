/** What a query is, by its words: its kind, and what stands outside of all braces. */

// No syntax tree: sparqljs refuses some of what Oxigraph runs (LATERAL, VERSION) and takes seconds for 1 MB,
// this takes milliseconds.

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

/**
 * Letters of names. All beyond ASCII count: where they are not allowed, no parser takes the text for SPARQL.
 */
const NAME = '[\\w\\u0080-\\u{10ffff}]'
const IN_NAME = '[\\w.\\-\\u0080-\\u{10ffff}]'

/**
 * Tokens of SPARQL: the first group is a run of letters that no colon follows, the second a bracket; all else
 * is passed over.
 * A string that does not end takes the rest, so that no text is read twice.
 */
const TOKEN = new RegExp(
  [
    '[ \\t\\r\\n]+|#[^\\r\\n]*',
    '<[^<>"{}|^`\\\\\u0000-\u0020]*>',
    '"""(?:[^"\\\\]|\\\\.|"(?!""))*(?:""")?|\'\'\'(?:[^\'\\\\]|\\\\.|\'(?!\'\'))*(?:\'\'\')?',
    '"(?:[^"\\\\\\r\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\r\\n]|\\\\.)*\'?',
    '[@?$][\\w\\-\\u0080-\\u{10ffff}]+',
    `(?:${NAME}${IN_NAME}*)?:(?:${IN_NAME}|[:%]|\\\\.)*`,
    `(${NAME}${IN_NAME}*)`,
    '([(){}\\[\\]])',
    '.',
  ].join('|'),
  'suy',
)

interface Token {
  readonly word?: string
  readonly bracket?: string
}

function* tokens(text: string): Generator<Token> {
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, run, bracket] = match
    if (bracket !== undefined) yield { bracket }
    // What is not part of a name stands apart: `1.SERVICE` ends a triple.
    else if (run !== undefined)
      for (const word of run.split(/[.-]\d*|^\d+/)) if (word !== '') yield { word: word.toUpperCase() }
  }
}

/** The kind alone, which the first words tell. */
export function kindOf(text: string): Kind | undefined {
  for (const { word, bracket } of tokens(text)) {
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
  for (const { word, bracket } of tokens(text)) {
    if (bracket !== undefined) {
      depth += '({['.includes(bracket) ? 1 : -1
      deepest = Math.max(deepest, depth)
      if (bracket === '{') groups++
    } else if (word === 'SERVICE') service = true
    else if (depth === 0) outside.add(word as string)
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
