/** Memory of the process of HTTP, started and after use, and of the whole server, beside Oxigraph alone. */

import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { anonymousMb, treeMb } from './processes.ts'
import { warmUp } from './requests.ts'
import { loadWell, startOxigraph, startSkeg, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'
import { CONNECTIONS } from './targets.ts'

const POLL_INTERVAL_MS = 500

/** Milliseconds after which a large index is verified, and the garbage of a start collected. */
const REST_MS = 20_000

/** Seconds of requests of each kind, which are different ones: more than the caches hold. */
const SECONDS = 10

interface Page {
  readonly meta: { readonly next_page?: { readonly local_identifier: string } }
  readonly '@graph': readonly { readonly local_identifier: string }[]
}

/** Ids of products, page by page. */
async function readIds(url: string): Promise<string[]> {
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

/** Requests lists, records by id, and searches. @returns the most megabytes that were seen after one kind */
async function useAll({ root, pid }: Server): Promise<number> {
  const products = '/skg-if/api/products'
  const ids = await readIds(root + products)
  const seen = [anonymousMb(pid)]
  const record = (i: number): string => `/${encodeURIComponent(ids[i % ids.length] as string)}`
  const search = (i: number): string =>
    `?filter=,cf.search.title_abstract:${i.toString(36)}&page=${(i % 10) + 1}`
  for (const target of [record, search]) {
    await loadWell(root, { connections: CONNECTIONS, seconds: SECONDS, target: (i) => products + target(i) })
    seen.push(anonymousMb(pid))
  }
  return Math.max(...seen)
}

/** Starts a server, waits until its engines answer, and uses it. @returns megabytes of its process, and of all */
async function measureMemory({ graph, base }: BenchSet) {
  const server = await startSkeg(graph, base, ['--log', 'off', '--empty-list', '200'])
  try {
    await wait(REST_MS)
    const started = anonymousMb(server.pid)
    while ((await fetch(`${server.root}/sparql?query=ASK%20%7B%7D`)).status !== 200)
      await wait(POLL_INTERVAL_MS)
    await warmUp(server)
    const used = await useAll(server)
    return { started, used, treeMegabytes: treeMb(server.pid) }
  } finally {
    await server.close()
  }
}

const MAX_STARTED_MB = 250
const MAX_USED_MB = 350

/** Of the memory of Oxigraph: two engines, and what they need to answer; what else the server has. */
const MAX_ENGINES = 2.2

export async function memory(set: BenchSet): Promise<Figure[]> {
  const oxigraph = await startOxigraph(set.quads)
  const alone = anonymousMb(oxigraph.pid)
  await oxigraph.close()
  const { started, used, treeMegabytes } = await measureMemory(set)
  const figure = (what: string, value: number, atMost: number): Figure => ({
    what: `${set.name}: memory of ${what}`,
    unit: 'MB',
    value,
    beside: alone,
    besideWhat: 'Oxigraph alone',
    limits: [{ of: 'median', atMost: Math.round(atMost) }],
  })
  return [
    figure('the process of HTTP, started', started, MAX_STARTED_MB),
    figure('the process of HTTP after use', used, MAX_USED_MB),
    figure('the server with its engines', treeMegabytes, MAX_ENGINES * alone + MAX_USED_MB),
  ]
}
