/** The embedded store: Oxigraph in a worker thread, so that no query runs where requests are answered. */

import { Worker } from 'node:worker_threads'
import { iriOf } from '../record/triples.ts'
import { callsTo } from './calls.ts'
import type { FillableStore, Row } from './store.ts'
import { memoryOf } from './transfer.ts'
import type { Operations } from './worker.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** Quads above which no graph fits: less than 256 bytes of the store's 4 GiB for each. */
export const MOST_QUADS = 2 ** 24

/** A failure that Oxigraph reports: bad syntax, or memory at its limit. */
export class StoreError extends Error {}

/** The graph does not fit. */
export class StoreFull extends StoreError {
  constructor(held: number) {
    const quads = held > 0 ? ` with ${held.toLocaleString('en')} quads` : ''
    super(
      `the embedded store is full${quads}: it can use 4 GiB of memory, enough for some 9 million quads of usual length. Load the graph into a SPARQL server and name that with --store URL`,
    )
  }
}

/**
 * Starts an empty embedded store.
 * @returns the store; its methods reject with StoreError, also after the thread has died
 */
export function openEmbeddedStore(): FillableStore {
  const worker = new Worker(new URL(`./worker${EXTENSION}`, import.meta.url), { name: 'oxigraph' })
  const { call, end } = callsTo<Operations>(worker, ({ message, held }) =>
    held === undefined ? new StoreError(message) : new StoreFull(held),
  )
  let closing = false
  const died = new Promise<Error>((resolve) => {
    const die = (reason: string): void => {
      const error = new StoreError(reason)
      end(error)
      if (!closing) resolve(error)
    }
    worker.on('error', (error) => die(`the store's thread ended: ${error.message}`))
    worker.on('exit', () => die(closing ? 'the store is closed' : "the store's thread ended"))
  })

  return {
    died,
    add: (nquads) => call('add', nquads, memoryOf(nquads)),
    select: (query) => call('select', query) as Promise<Row[]>,
    iris: async ({ all }) => (await call('iris', all)).split('\n').slice(1, -1).map(iriOf),
    dump: () => call('dump'),
    size: () => call('size'),
    ping: async () => {
      await call('ping')
    },
    async close() {
      closing = true
      await worker.terminate()
    },
  }
}
