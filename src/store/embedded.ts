/** The embedded store: Oxigraph in a worker thread, so that no query runs where requests are answered. */

import { Worker } from 'node:worker_threads'
import { iriOf, nodesOf } from '../record/triples.ts'
import type { FillableStore, Row } from './store.ts'
import type { TextIndexArrays } from './text-index.ts'
import { memoryOf } from './transfer.ts'
import type { Operations } from './worker.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

interface Waiting { resolve(value: unknown): void; reject(error: Error): void }

/** The memory of an index, which arrays may share. */
const buffersOf = ({ predicates }: TextIndexArrays): ArrayBuffer[] => [...new Set([...predicates.values()].flatMap(({ bytes, starts, owners, words }) =>
  [bytes, starts, owners, ...(words ? [words.vocabulary, words.wordStarts, words.lists, words.postings] : [])].flatMap(memoryOf)))]

/** Quads above which no graph fits: less than 256 bytes of the store's 4 GiB for each. */
export const MOST_QUADS = 2 ** 24

/** A failure that Oxigraph reports: bad syntax, or memory at its limit. */
export class StoreError extends Error {}

/** The graph does not fit. */
export class StoreFull extends StoreError {
  constructor(held: number) {
    const quads = held > 0 ? ` with ${held.toLocaleString('en')} quads` : ''
    super(`the embedded store is full${quads}: it can use 4 GiB of memory, enough for some 9 million quads of usual length. Load the graph into a SPARQL server and name that with --store URL`)
  }
}

/**
 * Starts an empty embedded store.
 * @returns the store; its methods reject with StoreError, also after the thread has died
 */
export function openEmbeddedStore(): FillableStore {
  const worker = new Worker(new URL(`./worker${EXTENSION}`, import.meta.url), { name: 'oxigraph' })
  const waiting = new Map<number, Waiting>()
  let next = 0
  let dead: StoreError | undefined
  let closing = false

  worker.on('message', ({ number, value, error, held }: { number: number; value: unknown; error?: string; held?: number }) => {
    const call = waiting.get(number)
    waiting.delete(number)
    if (error === undefined) call?.resolve(value)
    else call?.reject(held === undefined ? new StoreError(error) : new StoreFull(held))
  })
  let tell: (error: Error) => void = () => {}
  const died = new Promise<Error>((resolve) => { tell = resolve })
  const die = (reason: string): void => {
    dead ??= new StoreError(reason)
    for (const call of waiting.values()) call.reject(dead)
    waiting.clear()
  }
  worker.on('error', (error) => die(`the store's thread ended: ${error.message}`))
  worker.on('exit', () => {
    die(closing ? 'the store is closed' : "the store's thread ended")
    if (!closing) tell(dead as StoreError)
  })

  function call<K extends keyof Operations>(name: K, argument?: Parameters<Operations[K]>[0], transfer: ArrayBuffer[] = []): Promise<ReturnType<Operations[K]>> {
    if (dead) return Promise.reject(dead)
    return new Promise((resolve, reject) => {
      const number = next++
      waiting.set(number, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ number, name, argument }, transfer)
    })
  }

  return {
    died,
    add: (nquads) => call('add', nquads, memoryOf(nquads)),
    remove: (graphs) => call('remove', graphs),
    async graphs(iris, follow) {
      const { graphs, named } = await call('graphs', { iris, follow })
      return { graphs: graphs.map(nodesOf), named: new Map(Array.from(named, ([iri, text]) => [iri, nodesOf(text)])) }
    },
    select: (query) => call('select', query) as Promise<Row[]>,
    iris: async ({ all }) => (await call('iris', all)).split('\n').slice(1, -1).map(iriOf),
    text: {
      read: (predicate, query) => call('readTexts', { predicate, query }),
      finish: () => call('finishTexts'),
      take: (arrays) => call('takeTexts', arrays, buffersOf(arrays)),
      find: (predicates, text) => call('findTexts', { predicates, text }),
    },
    dump: () => call('dump'),
    size: () => call('size'),
    ping: async () => { await call('ping') },
    async close() {
      closing = true
      await worker.terminate()
    },
  }
}
