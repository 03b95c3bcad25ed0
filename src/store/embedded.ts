/** The embedded store: Oxigraph in a worker thread, so that no query runs where requests are answered. */

import { Worker } from 'node:worker_threads'
import { iriOf } from '../record/rdf/triples.ts'
import { busy, MAX_WAIT_MS, MAX_WAITING } from './busy.ts'
import { callsTo } from './calls.ts'
import { createFairQueue } from './fair-queue.ts'
import { ClientGone } from './once.ts'
import type { FillableStore, Row } from './store.ts'
import { memoryOf } from './transfer.ts'
import type { Operations } from './worker.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** Quads above which no graph fits: less than 256 bytes of the store's 4 GiB for each. */
export const MOST_QUADS = 2 ** 24

/** Searches that the thread has at once: the next is there when one ends. Documents go between them. */
const SEARCHES_AT_ONCE = 2

/** Milliseconds for which a thread may be at work on one call before it counts as dead. */
const MAX_SILENCE_MS = 120_000

/** A failure that Oxigraph reports: bad syntax, or memory at its limit. */
class StoreError extends Error {}

/** The graph does not fit. */
export class StoreFull extends StoreError {
  constructor(held: number) {
    const quads = held > 0 ? ` with ${held.toLocaleString('en')} quads` : ''
    super(
      `the embedded store is full${quads}: it can use 4 GiB of memory, enough for some 9 million quads of usual length. Load the graph into a SPARQL server and name that with --store URL`,
    )
  }
}

/** Runs searches of clients, few at a time; the others wait, as long as their clients do. */
function createSearchQueue(): {
  run<A>(search: () => Promise<A>, signal: AbortSignal): Promise<A>
  end(error: Error): void
} {
  const queue = createFairQueue<undefined>(MAX_WAITING, {
    full: () => busy('Too many searches are waiting for the store.'),
    late: () => busy(`The search has waited for the store for ${MAX_WAIT_MS / 1000} s.`),
    aborted: () => new ClientGone(),
  })
  let next = 0
  let running = 0
  function dispatch(): void {
    while (running < SEARCHES_AT_ONCE && queue.offer(undefined)) running++
  }
  return {
    async run(search, signal) {
      const client = String(next++)
      const turn = queue.wait({ client, signal, timeoutMs: MAX_WAIT_MS })
      dispatch()
      await turn
      try {
        return await search()
      } finally {
        queue.release(client)
        running--
        dispatch()
      }
    },
    end: (error) => queue.refuse(error),
  }
}

/** A thread that works longer than this on one request is busy. */
const BUSY_AFTER_MS = 1000

/**
 * Starts an empty embedded store.
 * @returns the store; its methods reject with StoreError, also after the thread has died
 */
export function openEmbeddedStore(): FillableStore {
  const worker = new Worker(new URL(`./worker${EXTENSION}`, import.meta.url), { name: 'oxigraph' })
  const { call, end, silentMs } = callsTo<Operations>(worker, ({ message, held }) =>
    held === undefined ? new StoreError(message) : new StoreFull(held),
  )
  const searches = createSearchQueue()
  let closing = false
  const died = new Promise<Error>((resolve) => {
    const die = (reason: string): void => {
      const error = new StoreError(reason)
      end(error)
      searches.end(error)
      if (!closing) resolve(error)
    }
    worker.on('error', (error) => die(`the store's thread ended: ${error.message}`))
    worker.on('exit', () => die(closing ? 'the store is closed' : "the store's thread ended"))
  })

  const store: FillableStore = {
    died,
    // A search that runs cannot be ended: the thread hears nothing meanwhile. One that waits does not begin.
    askedBy: (left) => ({
      ...store,
      left,
      select: (query) => searches.run(() => store.select(query), left),
      iris: (query) => searches.run(() => store.iris(query), left),
    }),
    add: (nquads) => call('add', nquads, memoryOf(nquads)),
    select: (query) => call('select', query) as Promise<Row[]>,
    iris: async ({ all }) => (await call('iris', all)).split('\n').slice(1, -1).map(iriOf),
    dump: () => call('dump'),
    size: () => call('size'),
    ping: async () => {
      const ms = silentMs()
      if (ms > MAX_SILENCE_MS)
        throw new StoreError(`the store's thread has not answered for ${Math.round(ms / 1000)} s`)
      if (ms === 0) await call('ping')
      return ms > BUSY_AFTER_MS ? 'busy' : 'ok'
    },
    async close() {
      closing = true
      await worker.terminate()
    },
  }
  return store
}
