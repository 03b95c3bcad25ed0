/** What people and programs look up beside lists: facets, sorted pages, suggestions, many identifiers. */

import { spread, type Figure } from './figure.ts'
import { warmUp } from './requests.ts'
import { startOxigraph, startSkeg } from './servers.ts'
import type { BenchSet } from './sets.ts'
import { timeRequest } from './starting.ts'
import { commonWords, doisOf } from './targets.ts'

const FACETS = ['product_type', 'cf.publication_year', 'cf.access_rights', 'cf.contributor', 'cf.topic']
const ORDERS = ['title', 'publication_date:desc']

/** Identifiers in one request, and how many such requests there are. */
const MANY = 100
const BATCHES = 20
const WARMING = 30

const numbers = (count: number): number[] => [...Array(count).keys()]

interface Lookup {
  readonly title: string
  readonly paths: readonly string[]
  /** Requests of the same kind that find nothing, by which the code becomes warm. */
  readonly warming?: readonly string[]
  /** Milliseconds that the median may take: the first time, and again. */
  readonly limits: readonly [first: number, again: number]
}

const products = (query: string): string => `/skg-if/api/products?${query}`
const inTitle = (word: string): string => `filter=,cf.search.title:${encodeURIComponent(word)}`

const byDois = (dois: readonly string[]): string =>
  products(`filter=,identifiers.id:${dois.map(encodeURIComponent).join('%7C')}`)

const lookupsOf = (words: readonly string[], dois: readonly string[]): readonly Lookup[] => [
  {
    title: 'five facets of a list',
    paths: words.map((word) => products(`${inTitle(word)}&skeg_facets=${FACETS.join(',')}`)),
    limits: [30, 3],
  },
  {
    title: 'the first page of a sorted list',
    paths: words.map((word, i) => products(`${inTitle(word)}&skeg_sort=${ORDERS[i % ORDERS.length]}`)),
    limits: [10, 3],
  },
  {
    title: '/suggest',
    paths: words.map((word) => `/suggest?q=${encodeURIComponent(word.slice(0, 5))}`),
    limits: [10, 3],
  },
  {
    title: `${MANY} DOIs in one filter`,
    paths: numbers(BATCHES).map((i) => byDois(dois.slice(i * MANY, (i + 1) * MANY))),
    warming: numbers(WARMING).map((i) => byDois(numbers(MANY).map((k) => `10.9999/nothing.${i}.${k}`))),
    limits: [10, 3],
  },
]

export async function lookups({ graph, base, quads, name }: BenchSet): Promise<Figure[]> {
  const oxigraph = await startOxigraph(quads)
  const [words, dois] = [await commonWords(oxigraph), await doisOf(oxigraph, MANY * BATCHES)]
  await oxigraph.close()
  const server = await startSkeg(graph, base, ['--sparql', 'off', '--log', 'off'])
  try {
    await warmUp(server)
    const figures: Figure[] = []
    for (const { title, paths, warming = [], limits } of lookupsOf(words, dois)) {
      for (const path of warming) await (await fetch(server.root + path)).arrayBuffer()
      const times = { first: [] as number[], again: [] as number[] }
      for (const path of paths) {
        times.first.push(await timeRequest(server, path))
        times.again.push(await timeRequest(server, path))
      }
      for (const [i, when] of (['first', 'again'] as const).entries())
        figures.push({
          what: `${name}: ${title}, ${when === 'first' ? 'first time' : 'again'}, at the client`,
          unit: 'ms',
          ...spread(times[when]),
          limits: [{ of: 'median', atMost: limits[i] as number }],
        })
    }
    return figures
  } finally {
    await server.close()
  }
}
