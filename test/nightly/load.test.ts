/**
 * Mixed load on the whole snapshot from 20 connections: no error, and neither the work for a request nor memory grows.
 * LOAD_MINUTES says how long, 1 if it says nothing.
 */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startSkeg, type Server } from '../bench/servers.ts'
import { load, quantile } from '../support/load.ts'
import { createRandom, type Random } from '../support/random.ts'
import { hasSnapshot, preparedSnapshot, SNAPSHOT_BASE } from '../support/snapshot.ts'

const CONNECTIONS = 20
const MINUTES = Number(process.env['LOAD_MINUTES'] ?? 1)
const WINDOWS = 8

/** Words of titles: requests ask for pieces of them. */
const WORDS = [
  'learning',
  'representation',
  'transformer',
  'convolutional',
  'reinforcement',
  'adversarial',
  'optimization',
  'segmentation',
  'archaeology',
  'embedding',
]
const COUNTRIES = ['US', 'CN', 'GB', 'DE', 'FR', 'IT', 'CH', 'JP', 'KR', 'CA', 'IS', 'ZZ']
const FORMS = ['json', 'jsonld', 'turtle', 'ntriples', 'rdfxml', 'html']

interface Facts {
  readonly ids: readonly string[]
  readonly products: number
}

function piece(random: Random): string {
  const word = random.pick(WORDS)
  const from = random.below(word.length - 3)
  return word.slice(from, from + 3 + random.below(word.length))
}

/** Kinds of requests, each as many times as it stands here. */
const kinds: readonly ((random: Random, facts: Facts) => string)[] = [
  ...Array.from(
    { length: 6 },
    () =>
      (random: Random, { ids }: Facts) =>
        `/products/${encodeURIComponent(random.pick(ids))}`,
  ),
  (random, { ids }) => `/products/${encodeURIComponent(random.pick(ids))}?format=${random.pick(FORMS)}`,
  (random, { products }) => `/products?page=${1 + random.below(Math.ceil(products / 10))}`,
  (random) => `/products?filter=cf.search.title:${piece(random)}${random.below(100)}`,
  (random) => `/products?filter=cf.search.title:${piece(random)}&page=${1 + random.below(3)}`,
  (random) => `/products?filter=cf.search.title_abstract:${piece(random)}`,
  (random) =>
    `/products?filter=cf.contributions_aff_country:${random.pick(COUNTRIES)},cf.search.title:${piece(random)}`,
  (random) => {
    const name = random.pick(['wang', 'schmidt', 'garc', 'o%27', 'li%20'])
    return `/persons?filter=cf.search.name:${name}&page=${1 + random.below(5)}`
  },
  (random) => `/products?filter=contributions.by.family_name:${random.pick(['Wang', 'Schmidt', 'Nobody'])}`,
  (random) => `/products/unknown-${random.below(1000)}`,
]

/** Milliseconds of a tick in which Linux counts the time of a processor. */
const TICK_MS = 10

/** Ticks that a process has worked, in user code and in the system. */
function cpuTicksOf(pid: number): number {
  const [, user, system] =
    /\) \S(?: \S+){10} (\d+) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return Number(user) + Number(system)
}

const memoryOf = (pid: number): number =>
  (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6

async function factsOf(api: string): Promise<Facts> {
  const page = async (number: number): Promise<any> =>
    (await fetch(`${api}/products?page_size=100&page=${number}`)).json()
  const pages = await Promise.all([1, 20, 40, 60, 80, 100, 120, 140, 160, 180].map(page))
  return {
    products: pages[0].meta.part_of.total_items,
    ids: pages.flatMap((one) =>
      one['@graph'].map((record: { local_identifier: string }) => record.local_identifier),
    ),
  }
}

describe(`${MINUTES} minutes of mixed load`, function () {
  this.timeout((MINUTES + 5) * 60_000)
  let server: Server
  before(async function () {
    if (!hasSnapshot()) return this.skip()
    server = await startSkeg(await preparedSnapshot(), SNAPSHOT_BASE, ['--log', 'off', '--sparql', 'off'])
  })
  after(() => server?.close())

  it('leave the server as it was', async () => {
    const random = createRandom(11)
    const facts = await factsOf(`${server.root}/skg-if/api`)
    const target = (): string => `/skg-if/api${random.pick(kinds)(random, facts)}`
    const windows: { rate: number; median: number; p99: number; cpuMs: number; megabytes: number }[] = []
    for (let i = 0; i < WINDOWS; i++) {
      const before = cpuTicksOf(server.pid)
      const { rate, times, statuses } = await load(server.root, {
        connections: CONNECTIONS,
        seconds: (MINUTES * 60) / WINDOWS,
        target,
      })
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 404)).to.deep.equal([])
      windows.push({
        rate,
        median: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        cpuMs: ((cpuTicksOf(server.pid) - before) * TICK_MS) / times.length,
        megabytes: memoryOf(server.pid),
      })
    }
    for (const { rate, median, p99, cpuMs, megabytes } of windows)
      console.log(
        `      ${rate.toFixed(0)} requests/s, median ${median.toFixed(2)} ms, p99 ` +
          `${p99.toFixed(1)} ms, CPU ${cpuMs.toFixed(2)} ms, ${megabytes.toFixed(0)} MB`,
      )
    // In the first quarter, what is kept fills up and the code becomes warm.
    const steady = windows.slice(WINDOWS / 4, WINDOWS / 2)
    const last = windows.slice(-WINDOWS / 4)
    const most = (some: typeof windows, of: 'cpuMs' | 'megabytes'): number =>
      Math.max(...some.map((window) => window[of]))
    expect(most(last, 'cpuMs')).to.be.below(2 * most(steady, 'cpuMs'))
    expect(most(last, 'megabytes')).to.be.below(1.1 * most(steady, 'megabytes') + 50)
  })
})
