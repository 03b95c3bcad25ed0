// `skeg fetch`: records of a list of identifiers, of a server on this machine that answers as the services do, and worse.

import { expect } from 'chai'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { fetchRecords, type FetchResult } from '../../src/tools/fetch/fetch.ts'
import { services } from '../../src/tools/fetch/services.ts'
import { readList } from '../../src/tools/fetch/list.ts'
import { checkPaths } from '../../src/load/check.ts'
import { BASE } from '../load/files.ts'
import { model } from '../support/model.ts'
import { runProcess } from '../support/command.ts'
import { temporaryFolder } from '../support/folders.ts'

const recorded = (source: string): Record<string, unknown>[] =>
  readFileSync(new URL(`../sources/data/${source}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const html: Answer = {
  body: '<!doctype html><title>Maintenance</title>',
  headers: { 'content-type': 'text/html' },
}

/** What the services answer, by path. */
const answers: Readonly<Record<string, Answer>> = {
  '/doi/10.5555/buttons2345': { status: 302, headers: { location: '/crossref/1' } },
  '/crossref/1': { body: recorded('crossref')[0] },
  '/doi/10.7916/d81z522m': { body: recorded('datacite')[0]?.['attributes'] },
  '/doi/10.5555/openalex.1': { status: 404, body: 'DOI not found' },
  '/openalex/works/doi:10.5555%2Fopenalex.1?mailto=me%40example.org': { body: recorded('openalex')[0] },
  '/orcid/0000-0002-1825-0097/record': { body: recorded('orcid')[0] },
  '/ror/organizations/000vpa912': { body: recorded('ror')[0] },
  '/doi/10.5555/html': html,
  '/doi/10.5555/nothing': { body: '' },
  '/doi/10.5555/other': { body: recorded('crossref')[1] },
  '/doi/10.5555/error': { status: 500, body: 'no' },
  '/doi/10.5555/later': { status: 429, body: 'no', headers: { 'retry-after': '54000' } },
}

describe('fetch', () => {
  let server: Server
  let [folder, url] = ['', '']
  let requests: IncomingMessage[] = []
  /** Answers that come before those of the table, each once. */
  let first: Answer[] = []
  before(async () => {
    server = createServer((request, response) => {
      requests.push(request)
      if (request.url === '/doi/10.5555/cut') request.socket.destroy()
      const {
        status = 200,
        body = '',
        headers,
      } = first.shift() ?? answers[request.url ?? ''] ?? { status: 404 }
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    folder = temporaryFolder()
    requests = []
    first = []
  })
  after(() => server.close())

  const file = (): string => join(folder, 'records.jsonl')
  async function fetched(
    ...ids: readonly string[]
  ): Promise<FetchResult & { readonly faults: readonly string[] }> {
    const faults: string[] = []
    const client = createHttpClient({
      delayMs: 0,
      retries: 1,
      timeoutMs: 5000,
      backoffMs: 1,
      mail: 'me@example.org',
    })
    const own = services.map((service, i) => ({
      ...service,
      url: `${url}/${['doi', 'openalex', 'orcid', 'ror'][i]}`,
    }))
    const result = await fetchRecords(
      readList(ids.join('\n'), () => {}),
      {
        model,
        client,
        services: own,
        mail: 'me@example.org',
        out: file(),
        onFault: (message) => faults.push(message.replaceAll(url, '')),
        onProgress() {},
      },
    )
    return { ...result, faults }
  }
  const ALL = [
    'https://doi.org/10.5555/buttons2345',
    'doi:10.7916/D81Z522M',
    '10.5555/OpenAlex.1',
    'https://orcid.org/0000-0002-1825-0097',
    'https://ror.org/000vpa912',
  ]

  it('writes records of Crossref, DataCite, OpenAlex, ORCID and ROR, which load reads', async () => {
    const { fetched: count, unknown, failed } = await fetched(...ALL)
    expect({ count, unknown, failed }).to.deep.equal({ count: 5, unknown: [], failed: 0 })
    const { report, records } = await checkPaths([file()], { model, base: BASE })
    expect(records).to.be.at.least(5)
    expect(report.refused).to.equal(0)
  })
  it('says who asks, and which forms of a DOI it takes', async () => {
    await fetched(ALL[0] as string)
    const [doi, , openalex] = requests
    expect(doi?.headers['user-agent']).to.match(/^skeg\/\S+ \(mailto:me@example\.org\)$/)
    expect(doi?.headers['accept']).to.include('application/vnd.datacite.datacite+json')
    expect(openalex?.url).to.include('mailto=me%40example.org')
  })
  it('asks for nothing that is in the file, and goes on behind a line that was cut off', async () => {
    await fetched(...ALL.slice(0, 2))
    appendFileSync(file(), '{"DOI": "10.55')
    requests = []
    const { fetched: count, cached } = await fetched(...ALL)
    expect({ count, cached }).to.deep.equal({ count: 3, cached: 2 })
    expect(requests.map((one) => one.url)).not.to.include('/doi/10.5555/buttons2345')
    expect((await fetched(...ALL)).fetched).to.equal(0)
  })
  it('adds to no file that is none of its own', async () => {
    writeFileSync(file(), '{"staff": 1}\n')
    const error = await fetched(...ALL).catch((one: unknown) => one)
    expect((error as Error).message).to.match(/records\.jsonl:1 is no record that fetch has written/)
    expect(readFileSync(file(), 'utf8')).to.equal('{"staff": 1}\n')
  })

  const faults: readonly (readonly [says: string, id: string, fault: string])[] = [
    ['HTML', '10.5555/html', '/doi/10.5555/html gives no record that can be read, but text/html'],
    ['nothing', '10.5555/nothing', '/doi/10.5555/nothing gives no record that can be read, but nothing'],
    [
      'another record than was asked for',
      '10.5555/other',
      '/doi/10.5555/other gives another record: doi 10.1371/journal.pmed.0030277.g001',
    ],
    ['500 again and again', '10.5555/error', '/doi/10.5555/error answers with the status 500'],
    ['no answer', '10.5555/cut', '/doi/10.5555/cut gives no answer: fetch failed: other side closed'],
    ['429 for hours', '10.5555/later', '/doi/10.5555/later answers with the status 429'],
  ]
  for (const [says, id, fault] of faults)
    it(`reports a service that gives ${says}, and fetches the others`, async () => {
      const { faults: found, failed, fetched: count } = await fetched(id, ALL[1] as string)
      expect(found).to.deep.equal([fault])
      expect({ failed, count }).to.deep.equal({ failed: 1, count: 1 })
    })
  it('waits and asks again where a service is busy or fails for once', async () => {
    for (const status of [429, 500, 503]) {
      first = [{ status, headers: { 'retry-after': '0' } }]
      rmSync(file(), { force: true })
      expect((await fetched(ALL[1] as string)).fetched).to.equal(1)
    }
  })
  it('asks a service no more that has failed three times in a row', async () => {
    const { faults: found, failed } = await fetched(
      '10.5555/error',
      '10.5555/later',
      '10.5555/cut',
      ALL[1] as string,
      ALL[2] as string,
    )
    expect(found.at(-1)).to.equal('/doi is not asked any more')
    expect(failed).to.equal(5)
    expect(requests.map((one) => one.url)).not.to.include('/doi/10.7916/d81z522m')
    expect(readFileSync(file(), 'utf8').trim().split('\n')).to.have.length(1)
  })
  it('names what no service knows', async () => {
    expect((await fetched('10.5555/none')).unknown).to.deep.equal(['doi 10.5555/none'])
  })
  it('is a command that ends with 3 where lines have no identifier, and load says to use it', async () => {
    const list = join(folder, 'dois.txt')
    const ids = ALL.slice(-2)
    writeFileSync(list, `${ids.join('\n')}\n`)
    // What the file has is not asked for again, so that the command asks nobody.
    await fetched(...ids)
    const args = ['fetch', list, '--out', file(), '--fetch-delay', '0', '--fetch-retries', '0']
    const { code, out } = await runProcess(args)
    expect(out).to.include('0 records fetched, 2 there already, for 2 identifiers; 0 unknown')
    expect(code).to.equal(0)
    appendFileSync(list, 'not an id\n')
    const again = await runProcess(args)
    expect(again.err).to.include('dois.txt:3 has no DOI, ORCID or ROR: not an id')
    expect(again.code).to.equal(3)
    const checked = await runProcess(['check', list, '--base', BASE])
    expect(checked.out).to.include(
      'is a list of identifiers, not SKG-IF; skeg fetch LIST --out records.jsonl',
    )
  })
})

describe('a list of identifiers', () => {
  const rows: readonly (readonly [line: string, ...ids: string[]])[] = [
    ['https://doi.org/10.5555/ABC', 'doi 10.5555/abc'],
    ['doi: 10.5555/abc', 'doi 10.5555/abc'],
    ['<https://dx.doi.org/10.5555/abc>', 'doi 10.5555/abc'],
    ['doi = {10.5555/abc},', 'doi 10.5555/abc'],
    ['Carberry 2020, 10.5555/abc.', 'doi 10.5555/abc'],
    ['10.5555/a; 10.5555/b', 'doi 10.5555/a', 'doi 10.5555/b'],
    ['0000000218250097', 'orcid 0000-0002-1825-0097'],
    ['https://orcid.org/0000-0002-1825-0097', 'orcid 0000-0002-1825-0097'],
    ['ror.org/05gq02987', 'ror 05gq02987'],
    ['DOI 10.5281/ZENODO.48440.', 'doi 10.5281/zenodo.48440'],
    ['# 10.5555/abc'],
  ]
  for (const [line, ...ids] of rows)
    it(`has ${ids.join(' and ') || 'nothing'} in «${line}»`, () => {
      const found = readList(`\uFEFF${line}\r\n${line}`, (_, text) => expect.fail(text))
      expect(found.map(({ kind, value }) => `${kind} ${value}`)).to.deep.equal(ids)
    })
})
