/** `skeg check URL`: nothing is found on skeg, and each fault of a server is. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { checks, type Check } from '../../src/tools/conformance/checks.ts'
import { checkServer, type CheckedServer } from '../../src/tools/conformance/check-server.ts'
import { model } from '../support/model.ts'
import { startProxy, type Passed } from '../support/proxy.ts'
import { openGraphOf, type Json, serve } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const check = (url: string, more: { maxRequests?: number; report?: string } = {}): Promise<CheckedServer> => {
  const { report, ...limits } = more
  const client = createHttpClient({ delayMs: 0, retries: 0, timeoutMs: 30_000, ...limits })
  return checkServer(url, { client, model, report })
}

/** The path behind that of the list; undefined for the list itself. */
const idIn = ({ url }: Passed): string | undefined => /\/topics\/(.+)$/.exec(url.pathname)?.[1]
const filterIn = ({ url }: Passed): string => url.searchParams.get('filter') ?? ''

/** Changes JSON; what is none stays. */
function inJson(passed: Passed, change: (body: Json) => void): void {
  if (!passed.type.includes('json') || passed.type.includes('problem')) return
  const body = JSON.parse(passed.body) as Json
  change(body)
  passed.body = JSON.stringify(body)
}
const inLists = (change: (body: Json, passed: Passed) => void) => (passed: Passed) => {
  if (idIn(passed) === undefined) inJson(passed, (body) => change(body, passed))
}
const inRecords = (change: (body: Json) => void) => (passed: Passed) => {
  if (idIn(passed) !== undefined && passed.status === 200) inJson(passed, change)
}
const answer = (passed: Passed, status: number, type = 'text/plain', body = 'no'): void => {
  Object.assign(passed, { status, type, body })
}
const nothing = (passed: Passed): void => answer(passed, 404, 'application/json', '{"@graph":[]}')

type Change = (passed: Passed) => unknown
const to =
  (status: number): Change =>
  (passed) =>
    answer(passed, status)
const inHtml =
  (status: number): Change =>
  (passed) =>
    answer(passed, status, 'text/html', '<h1>no</h1>')
const when =
  (isMeant: (passed: Passed) => unknown, change: Change): Change =>
  (passed) =>
    isMeant(passed) && change(passed)
const onFilter = (filter: RegExp, change: Change): Change =>
  when((passed) => filter.test(filterIn(passed)), change)
/** The answer is as it is. */
const unchanged = (): void => {}

/** Of the URL that goes to skeg. */
const without = (name: string, isMeant: (value: string) => boolean) => (url: URL) =>
  isMeant(url.searchParams.get(name) ?? '') && url.searchParams.delete(name)

type Fault = readonly [found: Check, change: Change, rewrite?: (url: URL) => void]

const faults: readonly Fault[] = [
  ['meta', inLists((body) => delete body['meta'])],
  ['context', inLists((body) => body['@context'].splice(1, 1))],
  ['context', inLists((body) => (body['@context'][0] = 'https://example.org/context.json'))],
  ['base', inLists((body, { url }) => (body['@context'][2] = { '@base': `${url.origin}/skg-if/api/` }))],
  ['base', inLists((body) => (body['@context'][2] = { x: 'https://example.org/' }))],
  [
    'graph',
    inLists((body) => {
      body['results'] = body['@graph']
      delete body['@graph']
    }),
  ],
  ['item', inLists((body) => body['@graph'].forEach((one: Json) => delete one['entity_type']))],
  ['item-type', inLists((body) => body['@graph'].forEach((one: Json) => (one['entity_type'] = 'venue')))],
  ['total', inLists((body) => (body['meta'].part_of.total_items += 3))],
  ['part-of', inLists((body) => (body['meta'].part_of.total_items += ''))],
  ['meta-self', inLists((body) => (body['meta'].entity_type = 'single_entity'))],
  ['next-page', inLists((body) => delete body['meta'].next_page)],
  [
    'next-page',
    inLists((body) => {
      const next = body['meta'].next_page ?? { entity_type: 'search_result_page' }
      const { search } = new URL(next.local_identifier ?? 'https://example.org/?page=2')
      body['meta'].next_page = { ...next, local_identifier: `/skg-if/api/topics${search}` }
    }),
  ],
  ['paging', unchanged, without('page', Boolean)],
  ['paging', unchanged, without('page_size', Boolean)],
  [
    'past-the-end',
    when(({ status, url }) => status === 404 && url.searchParams.get('page') === '2', to(400)),
  ],
  [
    'empty-list',
    when(
      (passed) => passed.status === 404 && idIn(passed) === undefined,
      (passed) => (passed.status = 200),
    ),
  ],
  ['page-value', unchanged, without('page', (value) => value === 'x')],
  ['unknown-filter', unchanged, without('filter', (value) => /skeg_check/.test(value))],
  ['unknown-filter', when(({ status }) => status === 422, to(400))],
  [
    'unknown-filter',
    unchanged,
    (url) => {
      const [known, unknown] = (url.searchParams.get('filter') ?? '').split(',')
      if (known && unknown) url.searchParams.set('filter', known)
    },
  ],
  ['invalid-filter', unchanged, without('filter', (value) => value === 'no-colon')],
  [
    'problem',
    when(
      ({ status }) => status === 422,
      (passed) => (passed.body = passed.body.replace('"422"', '422')),
    ),
  ],
  [
    'problem-type',
    when(
      ({ status }) => status === 422,
      (passed) => (passed.type = 'application/json'),
    ),
  ],
  ['filter-misses', onFilter(/^identifiers\.scheme:[^,]*$/, nothing)],
  ['filter-inexact', unchanged, without('filter', (value) => value.startsWith('cf.search.labels:'))],
  ['claimed-filter', onFilter(/^cf\.search\.language:/, to(422))],
  ['filter-answer', onFilter(/^cf\.search\.labels:/, to(400))],
  ['identifier-simple', onFilter(/^identifiers\.(?:value|id):Q\d+$/, nothing)],
  ['identifier-url', onFilter(/^identifiers\.(?:value|id):https:/, nothing)],
  ['by-id', when((passed) => idIn(passed) !== undefined, nothing)],
  ['by-id', inRecords((body) => body['@graph'].push(body['@graph'][0]))],
  ['by-raw-id', when((one) => idIn(one)?.startsWith('https://'), nothing)],
  ['by-bare-id', when((one) => idIn(one)?.startsWith('topic-'), nothing)],
  ['meta-entity', inRecords((body) => body['meta'] && (body['meta'].entity_type = 'search_result_page'))],
  ['api-items', inLists((body) => delete body['meta'].api_items)],
  ['api-item', inLists((body) => (body['meta'].api_items = ['https://example.org/a']))],
  ['not-found', when(({ status }) => status === 404, inHtml(404))],
  [
    'media-type',
    when(
      ({ type }) => type.startsWith('application/json'),
      (passed) => (passed.type = 'text/plain'),
    ),
  ],
  ['negotiation', when(({ accept }) => /vnd.skgif/.test(accept), to(406))],
  [
    'rdf',
    when(
      ({ type }) => type.includes('turtle'),
      (passed) => (passed.body = passed.body.replace(/skos:prefLabel [^.;]*/, 'a skos:Concept')),
    ),
  ],
  [
    'rdf',
    when(
      ({ type }) => type.includes('n-triples'),
      (passed) => (passed.body = passed.body.replaceAll('<', '')),
    ),
  ],
  ['server-error', onFilter(/^cf\.search\.labels:/, to(500))],
  ['list-answer', when((passed) => idIn(passed) === undefined, inHtml(200))],
  [
    'identifier-encoded',
    when(({ url }) => /filter=identifiers\.(?:value|id):[^&]*%3A/i.test(url.search), nothing),
  ],
]

describe('check of a server', function () {
  this.timeout(180_000)
  const server = serve(() => openGraphOf([DEMO]))

  it('finds nothing on skeg', async () => {
    const { report, lists, stopped } = await check(server.api)
    expect(report.findings).to.deep.equal([])
    expect({ lists, stopped }).to.deep.equal({ lists: 9, stopped: undefined })
  })

  it('finds nothing on a server without an index of its lists', async () => {
    const proxy = await startProxy(server.root, (passed) => {
      if (/\/(?:api|openapi\.json)$/.test(passed.url.pathname)) answer(passed, 404)
    })
    const { report, lists } = await check(`${proxy.root}/skg-if/api`, { maxRequests: 60 }).finally(
      proxy.close,
    )
    expect(report.findings).to.deep.equal([])
    expect(lists).to.equal(9)
  })

  it('takes all names of the own machine for one', async () => {
    expect(server.api).to.match(/^http:\/\/localhost:/)
    const { report, lists } = await check(`${server.api.replace('localhost', '127.0.0.1')}/topics`)
    expect(report.findings).to.deep.equal([])
    expect(lists).to.equal(1)
  })

  it('finds the API from the home page, by the OpenAPI document', async () => {
    const { report, lists } = await check(server.root, { maxRequests: 40 })
    expect(report.findings).to.deep.equal([])
    expect(lists).to.equal(9)
  })

  it('goes on, at once, without an OpenAPI document that closes the connection, and reports it', async () => {
    const proxy = await startProxy(server.root, ({ url }) =>
      url.pathname.endsWith('/openapi.json') ? false : undefined,
    )
    const client = createHttpClient({ delayMs: 0, retries: 3, timeoutMs: 30_000, maxRequests: 40 })
    const { report, lists } = await checkServer(`${proxy.root}/skg-if/api/topics`, { client, model }).finally(
      proxy.close,
    )
    expect(report.findings.map(({ kind, file }) => `${kind} ${new URL(file).pathname}`)).to.deep.equal([
      'server-error /skg-if/api/openapi.json',
      'server-error /openapi.json',
    ])
    expect(lists).to.equal(1)
    expect(proxy.requests.filter((path) => path.endsWith('/openapi.json'))).to.have.length(2)
  })

  for (const [found, change, rewrite] of faults) {
    it(`finds ${found}`, async () => {
      const proxy = await startProxy(server.root, (passed) => void change(passed), rewrite)
      const { report } = await check(`${proxy.root}/skg-if/api/topics`).finally(proxy.close)
      expect(report.findings.map(({ kind }) => kind)).to.include(found)
    })
  }

  it('has a fault for each check', () => {
    expect([...new Set(faults.map(([found]) => found))].sort()).to.deep.equal(Object.keys(checks).sort())
  })

  it('stops after as many requests as it may send, and says so', async () => {
    const { stopped } = await check(server.api, { maxRequests: 20 })
    expect(stopped).to.match(/^20 requests were sent/)
  })

  it('writes each finding as a line of JSON', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'findings.jsonl')
    const proxy = await startProxy(
      server.root,
      inLists((body) => delete body['meta']),
    )
    try {
      await check(`${proxy.root}/skg-if/api/topics`, { report: file })
      const [first] = readFileSync(file, 'utf8').split('\n')
      const finding = JSON.parse(first as string) as Json
      expect(finding).to.include({ kind: 'meta', severity: 'failed', message: 'has none' })
      expect(finding).to.have.all.keys('kind', 'severity', 'file', 'message', 'expected', 'specification')
    } finally {
      await proxy.close()
    }
  })

  it('says where there is no list', async () => {
    const failure = await check(`${server.root}/docs/none`).catch((error: Error) => error.message)
    expect(failure).to.match(/^no list of records is at .*give the URL of the API/)
  })
})
