/** `skeg harvest`: all records of a server, however it behaves, and after it was killed. */

import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createHttpClient, retryAfterMs } from '../../src/tools/shared/http-client.ts'
import { harvest, type Harvested } from '../../src/tools/harvest/harvest.ts'
import type { Trouble } from '../../src/tools/harvest/finding-kinds.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { model } from '../support/model.ts'
import { startProxy, type Passed, type Proxy } from '../support/proxy.ts'
import { openGraphOf, type Json, serve } from '../support/server.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** The records of a file, by type and id. */
function recordsIn(file: string): Map<string, Json> {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { '@context': _, ...record } = JSON.parse(line) as Json
      return record
    })
  const byKey = new Map(records.map((one) => [`${one['entity_type']} ${one['local_identifier']}`, one]))
  expect(byKey.size, 'each record once').to.equal(records.length)
  return byKey
}

const pageOf = ({ url }: Passed): string => url.searchParams.get('page') ?? '1'

function inLists(change: (body: Json, passed: Passed) => void) {
  return (passed: Passed): void => {
    if (!passed.type.includes('json') || passed.status !== 200) return
    const body = JSON.parse(passed.body) as Json
    change(body, passed)
    passed.body = JSON.stringify(body)
  }
}
const answer = (passed: Passed, status: number, type: string, body: string, headers = {}): void => {
  Object.assign(passed, { status, type, body, headers })
}
/** Answers otherwise the first time that a page is asked for, and as it should from then on. */
function once(page: string, change: (passed: Passed) => void | false) {
  let isDone = false
  return (passed: Passed): void | false => {
    if (pageOf(passed) !== page || isDone) return undefined
    isDone = true
    return change(passed)
  }
}
const inNext = (change: (next: string) => string) =>
  inLists((body) => {
    const { next_page: next } = body['meta']
    if (next) next.local_identifier = change(next.local_identifier)
  })
const linkTo = (local_identifier: string): Json => ({ local_identifier, entity_type: 'search_result_page' })

/** What is reported; what changes answers; the URL that goes to skeg; records that cannot be had, of 20. */
type Behaviour = readonly [
  found: readonly Trouble[],
  change?: () => (passed: Passed) => void | false,
  more?: { readonly rewrite?: (url: URL) => void; readonly lost?: number },
]

const shift = (url: URL): void => {
  const page = url.searchParams.get('page')
  if (page !== null) url.searchParams.set('page', String(Number(page) + 1))
}

/** Ways of a server with 20 records, of which it gives five a page. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  'does what it should': [[]],
  'has a next page that is the same page': [
    ['page-loop'],
    () => inLists((body, { url }) => (body['meta'].next_page = linkTo(String(url)))),
  ],
  'has next pages that lead back to the first': [
    ['page-loop'],
    () =>
      inLists((body, passed) => {
        if (pageOf(passed) === '2') body['meta'].next_page = body['meta'].part_of.first_page
      }),
  ],
  'has a next page on the last page': [
    ['link-past-end'],
    () =>
      inLists((body, { url }) => {
        body['meta'].next_page ??= linkTo(String(url).replace(/([?&])page=\d+/, '$1page=5'))
      }),
  ],
  'has no next page': [['no-next-page'], () => inLists((body) => delete body['meta'].next_page)],
  'has no meta': [['no-meta', 'no-next-page'], () => inLists((body) => delete body['meta'])],
  'says a total that is too high': [
    ['total'],
    () => inLists((body) => (body['meta'].part_of.total_items = 900)),
  ],
  'says a total that is a text': [
    ['text-total'],
    () => inLists((body) => (body['meta'].part_of.total_items += '')),
  ],
  'says a total that is too low': [
    ['total'],
    () => inLists((body) => (body['meta'].part_of.total_items = 7)),
  ],
  'has relative URLs': [['relative-link'], () => inNext((next) => new URL(next).search)],
  'calls itself otherwise than it is called': [
    ['other-host'],
    () => inNext((next) => `https://inside.example${new URL(next).search}`),
  ],
  'has the next page as a text': [
    [],
    () => inLists(({ meta }) => (meta.next_page = meta.next_page?.local_identifier)),
  ],
  'has the next page in a header alone': [
    [],
    () =>
      inLists((body, passed) => {
        const next = body['meta'].next_page?.local_identifier
        if (next) passed.headers['Link'] = `<${next}>; rel="next"`
        delete body['meta'].next_page
      }),
  ],
  'has the records in results': [
    ['other-member'],
    () =>
      inLists((body) => {
        body['results'] = body['@graph']
        delete body['@graph']
      }),
  ],
  'loses page_size': [['lost-parameter'], () => inNext((next) => next.replace(/&page_size=\d+/, ''))],
  'counts its pages from 0, and demands a page': [
    ['first-page', 'no-next-page'],
    () =>
      inLists((body, passed) => {
        delete body['meta'].next_page
        if (!passed.url.searchParams.has('page')) answer(passed, 400, 'application/json', '{}')
      }),
    { rewrite: shift },
  ],
  'counts its pages from 0, without links': [
    ['no-next-page'],
    () => inLists((body) => delete body['meta'].next_page),
    { rewrite: shift },
  ],
  'answers a page in HTML once': [
    [],
    () => once('2', (passed) => answer(passed, 200, 'text/html', '<h1>Soon</h1>')),
  ],
  'is too busy for a while (429)': [
    [],
    () => once('2', (passed) => answer(passed, 429, 'text/plain', 'slow', { 'Retry-After': '0' })),
  ],
  'fails once (500)': [[], () => once('3', (passed) => answer(passed, 500, 'text/plain', 'oh'))],
  'says nothing once': [[], () => once('3', (passed) => answer(passed, 200, 'application/json', ''))],
  'cuts a connection once': [[], () => once('2', () => false)],
  'gives half a document once': [
    [],
    () => once('4', (passed) => void Object.assign(passed, { body: passed.body.slice(0, 900) })),
  ],
  'fails on a page for good': [
    ['page-unread', 'total'],
    () => (passed) => {
      if (pageOf(passed) === '2') answer(passed, 500, 'text/plain', 'oh')
    },
    { lost: 5 },
  ],
  'has records on two pages': [
    ['repeated-record'],
    () => {
      let last: Json | undefined
      return inLists((body) => {
        if (last) body['@graph'].unshift(last)
        last = body['@graph'].at(-1)
      })
    },
  ],
  'gives no context': [['no-context'], () => inLists((body) => delete body['@context'])],
  'has lists of references': [
    [],
    () =>
      inLists((body, { url }) => {
        if (!url.pathname.endsWith('/products')) return
        body['@graph'] = body['@graph'].map(({ local_identifier, entity_type }: Json) => ({
          local_identifier,
          entity_type,
        }))
      }),
  ],
}

describe('harvest', () => {
  let folder: string
  let products: Map<string, Json>
  const server = serve(async () => {
    folder = temporaryFolder()
    return openGraphOf([DEMO])
  })
  before(async () => {
    await run(`${server.api}/products`, 'products.jsonl')
    products = recordsIn(join(folder, 'products.jsonl'))
  })

  const client = (retries = 2) => createHttpClient({ delayMs: 0, retries, timeoutMs: 20_000, backoffMs: 5 })
  const run = (url: string, name: string, retries?: number): Promise<Harvested> =>
    harvest(url, { client: client(retries), model, out: join(folder, name) })

  /** A server with pages of five records, which calls itself as it is called. */
  async function behaving(change?: Behaviour[1], rewrite = (_: URL): void => {}): Promise<Proxy> {
    const misbehave = change?.()
    const proxy = await startProxy(
      server.root,
      (passed) => {
        passed.body = passed.body.replaceAll(server.root, proxy.root)
        passed.url = new URL(passed.url.href.replace(server.root, proxy.root))
        return misbehave?.(passed)
      },
      (url) => {
        rewrite(url)
        if (!/\/products\/./.test(url.pathname)) url.searchParams.set('page_size', '5')
      },
    )
    return proxy
  }

  it("of skeg's own server gives the same graph again", async () => {
    const { report, records } = await run(server.api, 'all.jsonl.gz')
    expect(report.findings).to.deep.equal([])
    expect(records).to.equal(88)
    const hashOf = async (path: string): Promise<string> =>
      (await prepareGraph([path], { model, out: join(folder, 'graph') })).manifest.hash
    expect(await hashOf(join(folder, 'all.jsonl.gz'))).to.equal(await hashOf(DEMO))
    expect(existsSync(join(folder, 'all.jsonl.gz.state'))).to.equal(false)
  })

  for (const [title, [found, change, { rewrite, lost = 0 } = {}]] of Object.entries(behaviours))
    it(`of a server that ${title} has ${lost === 0 ? 'all records' : 'the other records'}`, async () => {
      const proxy = await behaving(change, rewrite)
      const { report } = await run(`${proxy.root}/skg-if/api/products`, 'odd.jsonl').finally(proxy.close)
      const records = recordsIn(join(folder, 'odd.jsonl'))
      expect(records.size).to.equal(products.size - lost)
      for (const [key, record] of records) expect(record).to.deep.equal(products.get(key))
      expect([...new Set(report.findings.map(({ kind }) => kind))].sort()).to.deep.equal([...found].sort())
      expect(proxy.requests.length).to.be.below(40)
    })

  it('keeps a filter that links to the next page lose', async () => {
    const proxy = await behaving(() => inNext((next) => next.replace(/filter=[^&]*&/, '')))
    const list = `${proxy.root}/skg-if/api/products?filter=product_type:literature`
    const { report } = await run(list, 'filtered.jsonl').finally(proxy.close)
    const literature = [...products].filter(([, record]) => record['product_type'] === 'literature')
    expect([...recordsIn(join(folder, 'filtered.jsonl')).keys()].sort()).to.deep.equal(
      literature.map(([key]) => key).sort(),
    )
    expect(report.findings.map(({ kind }) => kind)).to.deep.equal(['lost-parameter'])
  })

  it('of a server that stops answering is resumed', async () => {
    let isDown = true
    const proxy = await behaving(() => (passed) => {
      if (isDown && pageOf(passed) === '3') answer(passed, 503, 'text/plain', 'busy')
    })
    const url = `${proxy.root}/skg-if/api/products`
    const failure = await run(url, 'later.jsonl').catch((error: Error) => error.message)
    expect(failure).to.match(/is answered with 503, however often it is asked/)
    expect(existsSync(join(folder, 'later.jsonl'))).to.equal(false)
    isDown = false
    const before = proxy.requests.length
    const { isResumed } = await run(url, 'later.jsonl').finally(proxy.close)
    expect(isResumed).to.equal(true)
    expect(recordsIn(join(folder, 'later.jsonl'))).to.deep.equal(products)
    expect(proxy.requests.length - before).to.be.at.most(3)
  })

  it('ends, to be resumed, where a record that a list only names is answered with 429', async () => {
    let isLimited = true
    const lists = inLists((body) => {
      body['@graph'] = body['@graph'].map(({ local_identifier }: Json) => local_identifier)
    })
    const proxy = await behaving(() => (passed) => {
      const isRecord = /products\/./.test(passed.url.pathname)
      if (!isRecord) lists(passed)
      else if (isLimited) answer(passed, 429, 'text/plain', 'slow', { 'Retry-After': '0' })
    })
    const url = `${proxy.root}/skg-if/api/products`
    const failure = await run(url, 'named.jsonl').catch((error: Error) => error.message)
    expect(failure).to.match(/is answered with 429, however often it is asked/)
    expect(existsSync(join(folder, 'named.jsonl'))).to.equal(false)
    isLimited = false
    await run(url, 'named.jsonl').finally(proxy.close)
    expect(recordsIn(join(folder, 'named.jsonl'))).to.deep.equal(products)
  })

  it('refuses a state of another URL', async () => {
    writeFileSync(join(folder, 'other.jsonl.state'), JSON.stringify({ url: 'https://a.example', lists: [] }))
    const failure = await run(server.api, 'other.jsonl').catch((error: Error) => error.message)
    expect(failure).to.match(/is the state of a harvest of https:\/\/a\.example; go on with that URL/)
  })

  for (const name of ['killed.jsonl', 'killed.jsonl.gz'])
    it(`of ${name} that is killed and run again has the same records`, async () => {
      const proxy = await behaving()
      const out = join(folder, name)
      const words = [
        main,
        'harvest',
        `${proxy.root}/skg-if/api/products`,
        '--out',
        out,
        '--fetch-delay',
        '300',
      ]
      const start = (): ReturnType<typeof spawn> => spawn(process.execPath, words, { stdio: 'ignore' })
      const child = start()
      const ended = new Promise((resolve) => child.on('close', resolve))
      await until(() => existsSync(`${out}.state`))
      child.kill('SIGKILL')
      await ended
      expect(existsSync(out)).to.equal(false)
      // A line that was begun.
      writeFileSync(`${out}.part`, 'half', { flag: 'a' })
      const code = await new Promise((resolve) => start().on('close', resolve))
      await proxy.close()
      expect(code).to.equal(0)
      expect(recordsIn(out)).to.deep.equal(products)
    })

  it('reads Retry-After in seconds and as a date', () => {
    const now = Date.UTC(2026, 0, 1)
    const of = (value: string): number | undefined => retryAfterMs(new Headers({ 'retry-after': value }), now)
    expect(of('7')).to.equal(7000)
    expect(of('Thu, 01 Jan 2026 00:00:30 GMT')).to.equal(30_000)
    expect(of('Thu, 01 Jan 2020 00:00:30 GMT')).to.equal(0)
    expect(of('soon')).to.equal(undefined)
  })

  it('waits as long as Retry-After says', async () => {
    const proxy = await behaving(() =>
      once('2', (passed) => answer(passed, 503, 'text/plain', 'no', { 'Retry-After': '1' })),
    )
    const waits: number[] = []
    const polite = createHttpClient({
      delayMs: 0,
      retries: 1,
      timeoutMs: 20_000,
      backoffMs: 5,
      onRetry: (_, waitMs) => waits.push(waitMs),
    })
    const url = `${proxy.root}/skg-if/api/products`
    await harvest(url, { client: polite, model, out: join(folder, 'polite.jsonl') }).finally(proxy.close)
    expect(waits).to.deep.equal([1000])
  })
})
