/**
 * `skeg serve GRAPH`: the first answers, from the start of the process, beside Oxigraph loading the same
 * quads; and pages that are requested right after it.
 */

import { spread, besides, type Figure, type Limit } from './figure.ts'
import { loadOxigraph, startSkeg, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'

const ROUNDS = 5

/** Loads by Oxigraph, spread over the rounds: on a large set one takes half a minute. */
const LOADS = 2

interface FirstRequest {
  readonly title: string
  readonly path: string
}

/** The requests with which a client may begin. */
async function firstRequests({ root }: Server): Promise<readonly FirstRequest[]> {
  const list = (await (await fetch(`${root}/skg-if/api/products`)).json()) as {
    readonly '@graph': readonly { readonly local_identifier: string }[]
  }
  const [id = ''] = list['@graph'].map(({ local_identifier: one }) => encodeURIComponent(one))
  return [
    { title: 'by id', path: `/skg-if/api/products/${id}` },
    { title: 'a page of a list', path: '/skg-if/api/products' },
    { title: 'a search in titles', path: '/skg-if/api/products?filter=cf.search.title:ocean' },
    { title: 'Turtle', path: `/skg-if/api/products/${id}?format=turtle` },
  ]
}

const PAGES: readonly FirstRequest[] = [
  { title: '/', path: '/' },
  { title: '/.well-known/void', path: '/.well-known/void' },
  { title: 'the first search', path: '/search?q=ocean' },
]

/** Milliseconds of one request. @throws Error if the answer is no success */
export async function timeRequest({ root }: Server, path: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(root + path)
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${path.slice(0, 100)}: ${response.status} ${body}`)
  return performance.now() - start
}

/** Milliseconds from the start of a server to the end of its first answer; then hands over the server. */
async function timeStart(
  { graph, base }: BenchSet,
  path: string,
  use: (server: Server) => Promise<void>,
): Promise<number> {
  const start = performance.now()
  const server = await startSkeg(graph, base, ['--log', 'off'])
  try {
    await timeRequest(server, path)
    const ms = performance.now() - start
    await use(server)
    return ms
  } finally {
    await server.close()
  }
}

const A_FIFTH: readonly Limit[] = [{ of: 'ratio', atMost: 0.2 }]
const SOON: readonly Limit[] = [{ of: 'median', atMost: 100 }]

export async function starting(set: BenchSet): Promise<Figure[]> {
  const { graph, base, quads, name } = set
  const server = await startSkeg(graph, base, ['--log', 'off'])
  const requests = await firstRequests(server)
  await server.close()
  const starts = new Map(requests.map(({ title }) => [title, [] as number[]]))
  const pages = new Map(PAGES.map(({ title }) => [title, [] as number[]]))
  const loads: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % Math.ceil(ROUNDS / LOADS) === 0) loads.push((await loadOxigraph(quads)).ms)
    for (const [i, { title, path }] of requests.entries()) {
      // Each page is the first one after the start as often as the others.
      const first = (round + i) % PAGES.length
      const order = [...PAGES.slice(first), ...PAGES.slice(0, first)]
      const ms = await timeStart(set, path, async (running) => {
        for (const page of order) pages.get(page.title)?.push(await timeRequest(running, page.path))
      })
      starts.get(title)?.push(ms)
    }
  }
  return [
    ...Array.from(starts, ([title, times]) => ({
      what: `${name}: served from the start of the process, ${title}`,
      unit: 'ms',
      ...spread(times),
      ...besides(loads, 'Oxigraph loading the same quads'),
      limits: A_FIFTH,
    })),
    ...Array.from(pages, ([title, times]) => ({
      what: `${name}: ${title}, right after the start`,
      unit: 'ms',
      ...spread(times),
      limits: SOON,
    })),
  ]
}
