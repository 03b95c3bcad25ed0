/** Hundreds of different slow filters at once, and requests by id and for the health check beside them. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Filters that are asked for at once. */
export const FILTERS = 300

const COUNTRIES = 'US CN DE FR GB IT JP KR CA AU CH NL SE IN SG ES'.split(' ')

/** Who answers the filters, and what each of them asks for beside its countries. */
export const KINDS = { index: '', engines: ',cf.publication_year.from:2000-01-02' } as const

/** Milliseconds between two requests by id: 50 a second. */
const INTERVAL_MS = 20
const HEALTH_INTERVAL_MS = 500
const WARMING = 250
const IDLE_REQUESTS = 500

export interface Outcome {
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | null
}

/** What came of the requests. */
export interface Outcomes {
  /** By id, with nothing beside. */
  readonly idle: readonly Outcome[]
  /** By id, while the filters are answered. */
  readonly beside: readonly Outcome[]
  readonly health: readonly Outcome[]
  readonly filters: readonly Outcome[]
}

async function get(url: string): Promise<Outcome> {
  const start = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  const { status, headers } = response
  return { status, ms: performance.now() - start, retryAfter: headers.get('retry-after') }
}

/** Asks every so often, whatever is still on its way, while `goesOn` says so. */
async function askEvery(
  ms: number,
  url: (i: number) => string,
  goesOn: (i: number) => boolean,
): Promise<Outcome[]> {
  const requests: Promise<Outcome>[] = []
  for (let i = 0; goesOn(i); i++) {
    requests.push(get(url(i)))
    await wait(ms)
  }
  return Promise.all(requests)
}

/** Requests all at once from another process: three hundred requests would hold up those that are timed here. */
async function getAllAtOnce(urls: readonly string[]): Promise<Outcome[]> {
  const client = fork(fileURLToPath(new URL('fetch-all.mjs', import.meta.url)), { execArgv: [] })
  client.send(urls)
  const ended = once(client, 'exit').then(([code]) => {
    throw new Error(`the client of the slow filters has ended with ${code}`)
  })
  const [outcomes] = (await Promise.race([once(client, 'message'), ended])) as [Outcome[]]
  return outcomes
}

/** Texts of filters of which no two rounds have the same. */
function filtersOf(kind: keyof typeof KINDS, round: number): string[] {
  const some = (i: number): string =>
    COUNTRIES.filter((_, bit) => ((i * 2654435761) >>> bit) & 1 || bit === i % COUNTRIES.length).join('|')
  const end = FILTERS * (round + 1)
  const different = new Set(Array.from({ length: 4 * end }, (_, i) => some(i)))
  return [...different]
    .slice(end - FILTERS, end)
    .map((codes) => `cf.contributions_aff_country:${codes}${KINDS[kind]}`)
}

/** @param root of a server with the snapshot, which has answered no filter of this round before */
export async function askBesideSlowFilters(
  root: string,
  kind: keyof typeof KINDS,
  round = 0,
): Promise<Outcomes> {
  const api = `${root}/skg-if/api/products`
  const list = (await (await fetch(`${api}?page_size=100`)).json()) as {
    '@graph': { local_identifier: string }[]
  }
  const ids = list['@graph'].map(({ local_identifier }) => encodeURIComponent(local_identifier))
  const byId = (i: number): string => `${api}/${ids[i % ids.length]}`
  // The engines are loaded.
  while ((await get(`${root}/sparql?query=ASK%7B%7D`)).status !== 200) await wait(HEALTH_INTERVAL_MS)

  await askEvery(INTERVAL_MS, byId, (i) => i < WARMING)
  const idle = await askEvery(INTERVAL_MS, byId, (i) => i < IDLE_REQUESTS)
  let isDone = false
  const searches = getAllAtOnce(
    filtersOf(kind, round).map((filter) => `${api}?filter=${encodeURIComponent(filter)}`),
  ).finally(() => {
    isDone = true
  })
  const [filters, beside, health] = await Promise.all([
    searches,
    askEvery(INTERVAL_MS, byId, () => !isDone),
    askEvery(
      HEALTH_INTERVAL_MS,
      () => `${root}/health`,
      () => !isDone,
    ),
  ])
  return { idle, beside, health, filters }
}
