/**
 * The thread that owns an Oxigraph store: each message names an operation, its answer has the same number.
 */

import oxigraph from 'oxigraph'
import { quote } from '../record/rdf/triples.ts'
import { answerCalls, failureOf } from './calls.ts'

const store = new oxigraph.Store()

interface SparqlTerm {
  type: string
  value: string
  datatype?: string
  'xml:lang'?: string
}

function termText({ type, value, datatype, 'xml:lang': language }: SparqlTerm): string {
  if (type === 'uri') return `<${value}>`
  if (type === 'bnode') return `_:${value}`
  return quote(value) + (language ? `@${language}` : datatype ? `^^<${datatype}>` : '')
}

function solutions(query: string): Record<string, SparqlTerm>[] {
  const text = store.query(query, { results_format: 'json', use_default_graph_as_union: true }) as string
  return (JSON.parse(text) as { results: { bindings: Record<string, SparqlTerm>[] } }).results.bindings
}

function select(query: string): Record<string, string>[] {
  return solutions(query).map((binding) =>
    Object.fromEntries(Object.entries(binding).map(([name, term]) => [name, termText(term)])),
  )
}

/**
 * A column of IRIs, a line for each, the first for the variable: lists are long, and JSON would have to be
 * read and written again.
 */
const iris = (query: string): string =>
  store.query(query, { results_format: 'tsv', use_default_graph_as_union: true }) as string

/** Memory is at its end. What the store was doing then is half done: it is of no use any more. */
class Full extends Error {
  /** Quads in the store, as far as it can still tell. */
  readonly held: number
  constructor(cause: Error, held: number) {
    super(cause.message, { cause })
    this.held = held
  }
}

let full: Full | undefined

/** What Oxigraph says when it panics: part of the error, and not of what the server prints. */
let panic = ''
console.error = (text: unknown) => {
  panic = String(text).split('\n', 1)[0] as string
}

/** Bytes of the process from which on a panic is one of memory. */
const LARGE = 3e9

function heldQuads(): number {
  try {
    return store.size
  } catch {
    return 0
  }
}

function add(nquads: Uint8Array): void {
  if (full) throw full
  try {
    // The graphs are written by skeg itself: lenient skips a check of every IRI that normalising has done.
    store.load(nquads, { format: 'nq', no_transaction: true, lenient: true })
  } catch (error) {
    const { name, message } = error as Error
    if (name !== 'RuntimeError') throw error
    // Memory that cannot be had is a trap without a word, or a panic somewhere.
    if (panic !== '' && process.memoryUsage.rss() < LARGE)
      throw new Error(`${message}: ${panic}`, { cause: error })
    throw (full = new Full(error as Error, heldQuads()))
  }
}

export const operations = {
  add,
  select,
  iris,
  dump: (): string => store.dump({ format: 'nq' }),
  size: (): number => store.size,
  // The size is counted anew each time, quad by quad.
  ping: (): boolean => store.query('ASK {}') as boolean,
}

export type Operations = typeof operations

answerCalls(operations, (error) => ({
  ...failureOf(error),
  ...(error instanceof Full && { held: error.held }),
}))
