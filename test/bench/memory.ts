/** Memory of the server, once all is learned and after use, and of its largest engine, beside Oxigraph alone. */

import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { learned } from './requests.ts'
import { loadWell, startOxigraph, startSkeg, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'
import { CONNECTIONS } from './targets.ts'

/** Milliseconds between looks whether the endpoint answers. */
const LOOK = 500
const MEGABYTE = 1e6

interface Process {
  readonly pid: number
  readonly parent: number
  readonly megabytes: number
}

const processes = (): Process[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, megabytes: (kilobytes * 1024) / MEGABYTE }
    })

const memoryOf = (of: number): number => processes().find(({ pid }) => pid === of)?.megabytes ?? Number.NaN

/**
 * Seconds of requests of each kind, which are different ones: more than what is kept of answers and lists.
 */
const SECONDS = 10

interface Page {
  readonly meta: { readonly next_page?: { readonly local_identifier: string } }
  readonly '@graph': readonly { readonly local_identifier: string }[]
}

/** Ids of products, page by page. */
async function listed(url: string): Promise<string[]> {
  const ids: string[] = []
  const end = performance.now() + SECONDS * 1000
  for (
    let next: string | undefined = `${url}?page_size=100`;
    next !== undefined && performance.now() < end;
  ) {
    const { meta, '@graph': records } = (await (await fetch(next)).json()) as Page
    ids.push(...records.map(({ local_identifier: id }) => id))
    next = meta.next_page?.local_identifier
  }
  return ids
}

/**
 * Asks for lists, for records by id, and for searches. @returns the most megabytes that were seen after one
 * of them
 */
async function used({ root, pid }: Server): Promise<number> {
  const products = '/skg-if/api/products'
  const ids = await listed(root + products)
  const seen = [memoryOf(pid)]
  const record = (i: number): string => `/${encodeURIComponent(ids[i % ids.length] as string)}`
  const search = (i: number): string =>
    `?filter=,cf.search.title_abstract:${i.toString(36)}&page=${(i % 10) + 1}`
  for (const target of [record, search]) {
    await loadWell(root, { connections: CONNECTIONS, seconds: SECONDS, target: (i) => products + target(i) })
    seen.push(memoryOf(pid))
  }
  return Math.max(...seen)
}

export async function memory({ graph, base, quads, name }: BenchSet): Promise<Figure[]> {
  const oxigraph = await startOxigraph(quads)
  const beside = { unit: 'MB', beside: memoryOf(oxigraph.pid), besideWhat: 'Oxigraph alone' }
  await oxigraph.close()
  const server = await startSkeg(graph, base, [
    '--log',
    'off',
    '--server-timing',
    'on',
    '--empty-list',
    '200',
  ])
  await learned(server)
  while ((await fetch(`${server.root}/sparql?query=ASK%20%7B%7D`)).status !== 200) await wait(LOOK)
  const engine = Math.max(
    ...processes()
      .filter(({ parent }) => parent === server.pid)
      .map(({ megabytes }) => megabytes),
  )
  const own = memoryOf(server.pid)
  const after = await used(server)
  await server.close()
  return [
    { what: `${name}: memory of the server with its graph`, value: own, ...beside },
    { what: `${name}: the same after use`, value: after, ...beside },
    { what: `${name}: memory of an engine`, value: engine, ...beside },
  ]
}
