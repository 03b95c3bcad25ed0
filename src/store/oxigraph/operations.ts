/** What an engine does with its Oxigraph store: load the graph, and answer queries of our own. */

import oxigraph from 'oxigraph'
import { readGraphs } from '../documents/nquads.ts'
import type { EngineFault } from './protocol.ts'

export const store = new oxigraph.Store()

/** A request that has no answer. */
export class OperationError extends Error {
  readonly fault: EngineFault
  /** Quads in a full store, as far as it can still tell. */
  readonly quads: number
  constructor(fault: EngineFault, message = '', quads = 0) {
    super(message)
    this.fault = fault
    this.quads = quads
  }
}

/** What Oxigraph says when it panics: part of the error, and not of what the process prints. */
let panic = ''
console.error = (text: unknown) => {
  panic = String(text).split('\n', 1)[0] as string
}

/** After a trap, the store can no longer be used. */
export const isTrap = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof RangeError || error.name === 'RuntimeError'

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Bytes of the process from which on a panic is one of memory. */
const LARGE_RSS_BYTES = 3e9

function countQuads(): number {
  try {
    return store.size
  } catch {
    return 0
  }
}

/** Adds the graphs of N-Quads files. @throws OperationError `full`; Error if a file cannot be read */
export async function load(files: readonly string[]): Promise<void> {
  for await (const chunk of readGraphs(files)) {
    try {
      // The graphs are written by skeg itself: lenient skips a check of every IRI that normalising has done.
      store.load(chunk, { format: 'nq', no_transaction: true, lenient: true })
    } catch (error) {
      if (!isTrap(error)) throw error
      // Memory that cannot be had is a trap without a word, or a panic somewhere.
      if (panic !== '' && process.memoryUsage.rss() < LARGE_RSS_BYTES)
        throw new OperationError('broken', `${messageOf(error)}: ${panic}`)
      throw new OperationError('full', messageOf(error), countQuads())
    }
  }
}

/**
 * Runs a SELECT query of our own over the union of all graphs: TSV, as lists are long, and JSON would have to
 * be read and written again.
 */
export const select = (query: string): string =>
  store.query(query, { results_format: 'tsv', use_default_graph_as_union: true }) as string

export const dump = (): string => store.dump({ format: 'nq' })
