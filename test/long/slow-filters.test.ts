/** Hundreds of slow filters at once: records by id and the health check are answered beside them. */

import { expect } from 'chai'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSkeg, type Server } from '../bench/servers.ts'
import { spread } from '../bench/figure.ts'
import { hasSnapshot, preparedSnapshot, SNAPSHOT_BASE } from '../support/snapshot.ts'

const FILTERS = 300
const COUNTRIES = [
  'US',
  'CN',
  'DE',
  'FR',
  'GB',
  'IT',
  'JP',
  'KR',
  'CA',
  'AU',
  'CH',
  'NL',
  'SE',
  'IN',
  'SG',
  'ES',
]

/** Milliseconds between two requests by id: 50 a second. */
const INTERVAL_MS = 20
const HEALTH_INTERVAL_MS = 500
const IDLE_REQUESTS = 250

interface Outcome {
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | null
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
  const client = fork(fileURLToPath(new URL('../support/fetch-all.mjs', import.meta.url)), { execArgv: [] })
  client.send(urls)
  const ended = once(client, 'exit').then(([code]) => {
    throw new Error(`the client of the slow filters has ended with ${code}`)
  })
  const [outcomes] = (await Promise.race([once(client, 'message'), ended])) as [Outcome[]]
  return outcomes
}

const countsOf = (outcomes: readonly Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('300 different slow filters at once', function () {
  this.timeout(600_000)
  let server: Server
  before(async function () {
    if (!hasSnapshot()) return this.skip()
    server = await startSkeg(await preparedSnapshot(), SNAPSHOT_BASE, ['--log', 'off'])
  })
  after(() => server?.close())

  it('are answered or told to come again, and keep neither records nor the health check from answering', async () => {
    const api = `${server.root}/skg-if/api/products`
    const list = (await (await fetch(`${api}?page_size=100`)).json()) as {
      '@graph': { local_identifier: string }[]
    }
    const ids = list['@graph'].map(({ local_identifier }) => encodeURIComponent(local_identifier))
    const byId = (i: number): string => `${api}/${ids[i % ids.length]}`
    const countries = (i: number): string =>
      COUNTRIES.filter((_, bit) => ((i * 2654435761) >>> bit) & 1 || bit === i % COUNTRIES.length).join('|')
    const filters = [...new Set(Array.from({ length: 4 * FILTERS }, (_, i) => countries(i)))].slice(
      0,
      FILTERS,
    )
    expect(filters).to.have.length(FILTERS)
    // The engines are loaded.
    while ((await get(`${server.root}/sparql?query=ASK%7B%7D`)).status !== 200) await wait(HEALTH_INTERVAL_MS)

    const idle = await askEvery(INTERVAL_MS, byId, (i) => i < IDLE_REQUESTS)
    let isDone = false
    const searches = getAllAtOnce(
      filters.map((codes) => `${api}?filter=${encodeURIComponent(`cf.contributions_aff_country:${codes}`)}`),
    ).finally(() => {
      isDone = true
    })
    const [found, beside, health] = await Promise.all([
      searches,
      askEvery(INTERVAL_MS, byId, () => !isDone),
      askEvery(
        HEALTH_INTERVAL_MS,
        () => `${server.root}/health`,
        () => !isDone,
      ),
    ])
    const [alone, loaded, slow] = [idle, beside, found].map((all) => spread(all.map(({ ms }) => ms)))
    console.log(
      `      by id: ${idle.length} idle, p99 ${alone?.p99.toFixed(1)} ms; ${beside.length} beside, p99 ` +
        `${loaded?.p99.toFixed(1)} ms; filters: ${JSON.stringify(countsOf(found))}, median ` +
        `${slow?.value.toFixed(0)} ms, last ${Math.max(...found.map(({ ms }) => ms)).toFixed(0)} ms; ` +
        `health: ${health.length}`,
    )
    expect(Object.keys(countsOf(beside))).to.deep.equal(['200'])
    expect(Object.keys(countsOf(health))).to.deep.equal(['200'])
    expect(['200', '503']).to.include.members(Object.keys(countsOf(found)))
    for (const { status, retryAfter } of found) if (status === 503) expect(Number(retryAfter)).to.be.above(0)
    expect(countsOf(found)[200]).to.be.above(0)
  })
})
