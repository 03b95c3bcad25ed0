/** `skeg harvest` of repositories that speak OAI-PMH, however they behave, and after it was interrupted. */

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { harvestOai, identify, type OaiHarvested, type OaiOptions } from '../../src/tools/harvest/oai.ts'
import { checkFiles } from '../load/checking.ts'
import { run } from '../support/tools.ts'
import type { Json } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'
import { messageOf } from '../support/message.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

const wrap = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/">\n<responseDate>2026-11-28T00:00:00Z</responseDate>\n` +
  `<request>http://repository.example/oai</request>\n${body}</OAI-PMH>`
const error = (code: string): string => wrap(`<error code="${code}">because &lt;so&gt;</error>`)

const GONE = 5
/** Declarations stand at the root of the answer, as some servers have it. */
const record = (id: number): string =>
  `<record><header${id === GONE ? ' status="deleted"' : ''}><identifier>oai:repository.example:${id}</identifier>` +
  `<datestamp>2026-11-0${id}</datestamp><setSpec>a:b</setSpec></header>` +
  (id === GONE
    ? ''
    : `<metadata><d:dc xmlns:d="http://www.openarchives.org/OAI/2.0/oai_dc/"><dc:title>T&amp;${id}</dc:title>` +
      `<dc:type>Article</dc:type></d:dc></metadata>`) +
  `</record>\n`

/** Two records a page, of six. */
function pageOf(number: number): string {
  const token =
    number < 3
      ? `<resumptionToken completeListSize="6" cursor="${(number - 1) * 2}">p ${number + 1}&amp;x</resumptionToken>`
      : '<resumptionToken/>'
  return wrap(`<ListRecords>${record(number * 2 - 1)}${record(number * 2)}${token}</ListRecords>`)
}

interface Asked {
  readonly query: Json
  /** How often the same was asked for before. */
  readonly times: number
}
type Reply = { status?: number; headers?: Record<string, string>; body?: string; cut?: boolean } | undefined

/** Answers as it should, but where `change` answers. */
class Repository {
  granularity = 'YYYY-MM-DD'
  change: (asked: Asked) => Reply = () => undefined
  readonly asked: string[] = []
  readonly server: Server = createServer((request, response) => this.#answer(request, response))

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/oai`
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://repository.example')
    const times = this.asked.filter((one) => one === url.search).length
    this.asked.push(url.search)
    const query = Object.fromEntries(url.searchParams)
    const reply = this.change({ query, times }) ?? {}
    const body = gzipSync(reply.body ?? this.#bodyOf(query))
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', ...reply.headers }
    response.writeHead(reply.status ?? 200, headers)
    if (!reply.cut) response.end(body)
    else response.write(body.subarray(0, 50), () => response.destroy())
  }

  #bodyOf(query: Json): string {
    const { verb, resumptionToken } = query
    if (verb === 'Identify')
      return wrap(
        `<Identify><baseURL>http://repository.example/oai</baseURL><granularity>${this.granularity}</granularity></Identify>`,
      )
    if (verb === 'ListMetadataFormats')
      return wrap(
        '<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc</metadataPrefix><metadataNamespace>' +
          'http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace></metadataFormat><metadataFormat>' +
          '<metadataPrefix>dcite</metadataPrefix><metadataNamespace>http://datacite.org/schema/kernel-4' +
          '</metadataNamespace></metadataFormat></ListMetadataFormats>',
      )
    if (resumptionToken === undefined) return pageOf(1)
    const [, number] = /^p (\d)&x$/.exec(resumptionToken) ?? []
    return number === undefined ? error('badResumptionToken') : pageOf(Number(number))
  }
}

describe('harvest by OAI-PMH', () => {
  let repository: Repository
  let folder: string
  let out: string
  let said: string[]
  beforeEach(async () => {
    repository = new Repository()
    await new Promise<void>((resolve) => repository.server.listen(0, '127.0.0.1', resolve))
    folder = temporaryFolder()
    out = join(folder, 'all.jsonl')
    said = []
  })
  afterEach(() => {
    repository.server.closeAllConnections()
    repository.server.close()
  })

  async function harvest(options: Partial<OaiOptions> = {}, url = repository.url): Promise<OaiHarvested> {
    const client = createHttpClient({ delayMs: 0, retries: 2, timeoutMs: 10_000, backoffMs: 1 })
    const found = await identify(client, url)
    if (!found) throw new Error('is no repository')
    const given = { client, out, format: 'oai_dc', onPage: () => {}, say: (one: string) => said.push(one) }
    return harvestOai(found, { ...given, ...options })
  }
  const failure = (options: Partial<OaiOptions> = {}): Promise<string> => messageOf(harvest(options))
  const linesOf = (file = out): Json[] =>
    (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file))
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json)
  const idsOf = (file?: string): string[] => linesOf(file).map(({ oai }) => oai.identifier.slice(-1))
  const ALL = ['1', '2', '3', '4', '5', '6']
  const isPage = (number: number, { query }: Asked): boolean => query['resumptionToken'] === `p ${number}&x`

  it('writes a line for each record, which load reads, of a deleted one that it is gone', async () => {
    expect((await harvest()).records).to.equal(6)
    const [first, , , , fifth] = linesOf()
    expect(first?.['oai']).to.deep.equal({
      baseURL: 'http://repository.example/oai',
      identifier: 'oai:repository.example:1',
      datestamp: '2026-11-01',
      sets: ['a:b'],
      prefix: 'oai_dc',
    })
    expect([fifth?.['oai'].deleted, fifth?.['metadata']]).to.deep.equal([true, undefined])
    expect(first?.['metadata']).to.include('xmlns:dc="http://purl.org/dc/elements/1.1/"')
    const { records, refused, lines } = await checkFiles({ 'a.jsonl': readFileSync(out) })
    expect([records, refused]).to.deep.equal([5, 0])
    expect(lines).to.include('1 deletion of OAI-PMH')
    expect(repository.asked.at(-1)).to.equal('?verb=ListRecords&resumptionToken=p%203%26x')
  })
  it('packs the file', async () => {
    out = join(folder, 'all.jsonl.gz')
    await harvest()
    expect(idsOf()).to.deep.equal(ALL)
  })
  it('asks again after 503 with Retry-After, 502, and an answer that breaks', async () => {
    repository.change = (asked) => {
      if (asked.query['verb'] !== 'ListRecords' || asked.times > 0) return undefined
      if (isPage(2, asked)) return { cut: true }
      if (isPage(3, asked)) return { status: 502, body: 'Bad gateway' }
      return { status: 503, headers: { 'retry-after': '1' }, body: 'busy' }
    }
    await harvest()
    expect(idsOf()).to.deep.equal(ALL)
    expect(repository.asked).to.have.length(1 + 2 * 3)
  })
  it('ends where a server is busy for good, and goes on there', async () => {
    repository.change = (asked) => (isPage(2, asked) ? { status: 503 } : undefined)
    expect(await failure()).to.include('answered with 503')
    expect([existsSync(out), idsOf(`${out}.part`)]).to.deep.equal([false, ['1', '2']])
    repository.change = () => undefined
    repository.asked.length = 0
    expect((await harvest()).isResumed).to.equal(true)
    expect(idsOf()).to.deep.equal(ALL)
    expect(repository.asked.filter((one) => one.includes('metadataPrefix'))).to.deep.equal([])
  })
  it('says that a server is busy before it says that it is no repository', async () => {
    repository.change = () => ({ status: 503, body: '' })
    expect(await failure()).to.include('?verb=Identify is answered with 503, however often it is asked')
  })
  it('says where a page breaks, keeps what was read, and goes on there', async () => {
    repository.change = (asked) =>
      isPage(2, asked) ? { body: pageOf(2).replace('</dc:title>', '') } : undefined
    expect(await failure()).to.match(
      /resumptionToken=p%202%26x is answered with 200 .* closing tag mismatch, in line 5$/,
    )
    expect(idsOf(`${out}.part`)).to.deep.equal(['1', '2'])
    repository.change = () => undefined
    await harvest()
    expect(idsOf()).to.deep.equal(ALL)
  })
  it('reads a page again that breaks once', async () => {
    repository.change = (asked) =>
      isPage(2, asked) && asked.times === 0 ? { body: pageOf(2).slice(0, 300) } : undefined
    await harvest()
    expect(idsOf()).to.deep.equal(ALL)
  })
  it('begins anew where a token is not taken any more, and says so', async () => {
    repository.change = (asked) =>
      isPage(3, asked) && asked.times === 0 ? { body: error('badResumptionToken') } : undefined
    await harvest()
    expect(idsOf()).to.deep.equal(ALL)
    expect(said.join()).to.include('is begun anew').and.include('because <so>')
  })
  it('gives up where a token is never taken, and where tokens lead back', async () => {
    repository.change = (asked) => (isPage(3, asked) ? { body: error('badResumptionToken') } : undefined)
    expect(await failure()).to.include('badResumptionToken: because <so>')
    repository.change = (asked) => (isPage(3, asked) ? { body: pageOf(1) } : undefined)
    expect(await failure()).to.include('leads back to a page that was read before')
  })
  it('writes an empty file where nothing has changed', async () => {
    repository.change = ({ query }) =>
      query['verb'] === 'ListRecords' ? { body: error('noRecordsMatch') } : undefined
    expect((await harvest({ since: '2026-11-20' })).records).to.equal(0)
    expect(readFileSync(out, 'utf8')).to.equal('')
  })
  it('ends with what the server says of a request that it does not take', async () => {
    repository.change = ({ query }) =>
      query['verb'] === 'ListRecords' ? { status: 400, body: error('cannotDisseminateFormat') } : undefined
    expect(await failure()).to.include('is answered with cannotDisseminateFormat: because <so>')
  })
  const moments: [granularity: string, since: string, asked: string][] = [
    ['YYYY-MM-DD', '2026-11-01T12:00:00Z', 'from=2026-11-01'],
    ['YYYY-MM-DDThh:mm:ssZ', '2026-11-01', 'from=2026-11-01T00%3A00%3A00Z'],
  ]
  for (const [granularity, since, asked] of moments)
    it(`asks for what has changed as ${granularity}`, async () => {
      repository.granularity = granularity
      await harvest({ since, set: 'a,b' })
      const [first, second] = repository.asked.filter((one) => one.includes('metadataPrefix'))
      expect(first).to.equal(`?verb=ListRecords&metadataPrefix=oai_dc&set=a&${asked}`)
      expect(second).to.include('set=b')
    })
  it('counts days back from today', async () => {
    const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
    await harvest({ since: '7d' })
    expect(repository.asked.at(-3)).to.include(`from=${day}`)
    expect(await failure({ since: 'yesterday' })).to.include('--since must be a day')
  })
  it('goes on with a harvest that was begun with an earlier day, and not with one of a later day', async () => {
    repository.change = (asked) => (isPage(2, asked) ? { status: 503 } : undefined)
    await failure({ since: '2026-11-10' })
    repository.change = () => undefined
    await harvest({ since: '2026-11-11' })
    expect(repository.asked.filter((one) => one.includes('from=2026-11-11'))).to.deep.equal([])
    repository.change = (asked) => (isPage(2, asked) ? { status: 503 } : undefined)
    await failure({ since: '2026-11-10' })
    repository.change = () => undefined
    await harvest({ since: '2026-11-09' })
    expect(repository.asked.filter((one) => one.includes('from=2026-11-09'))).to.have.length(1)
    expect(idsOf()).to.deep.equal(ALL)
  })
  it('keeps the records of all sets where it begins anew with an earlier day', async () => {
    repository.change = ({ query }) => (query['set'] === 'b' ? { status: 503 } : undefined)
    await failure({ set: 'a,b', since: '2026-11-10' })
    repository.change = () => undefined
    expect((await harvest({ set: 'a,b', since: '2026-11-09' })).records).to.equal(12)
    expect(idsOf()).to.deep.equal([...ALL, ...ALL])
  })
  it('keeps records without identifier, and says where letters are lost', async () => {
    repository.change = (asked) =>
      isPage(2, asked)
        ? {
            body: pageOf(2)
              .replace(/<identifier>.*?:3<\/identifier>/, '')
              .replace('T&amp;4', '\uFFFD'),
          }
        : undefined
    expect((await harvest()).records).to.equal(6)
    expect(linesOf()[2]?.['oai'].identifier).to.equal(undefined)
    const { records, refused } = await checkFiles({ 'a.jsonl': readFileSync(out) })
    expect([records, refused]).to.deep.equal([5, 0])
    expect(said.join()).to.match(/p%202%26x has letters that cannot be read/)
  })
  it('follows a redirect to another place, and takes the best format that there is', async () => {
    const other = new Repository()
    await new Promise<void>((resolve) => other.server.listen(0, '127.0.0.1', resolve))
    other.change = ({ query }) => ({
      status: 301,
      headers: { location: `${repository.url}?${new URLSearchParams(query as Record<string, string>)}` },
    })
    try {
      const moved = other.url.replace('127.0.0.1', 'localhost')
      expect((await harvest({ format: undefined }, moved)).prefix).to.equal('dcite')
      expect([other.asked.length, idsOf()]).to.deep.equal([1, ALL])
    } finally {
      other.server.closeAllConnections()
      other.server.close()
    }
  })
  it('is what the command does of a URL with oai in its path, and of --format', async () => {
    const skeg = (...args: string[]): ReturnType<typeof run> =>
      run(
        process.execPath,
        [main, 'harvest', ...args, '--out', out, '--fetch-delay', '0', '--fetch-retries', '0'],
        { cwd: folder, timeoutMs: 60_000 },
      )
    const { code, output } = await skeg(`${repository.url}?verb=Identify`, '--since', '2026-11-01')
    expect([code, output]).to.deep.equal([
      0,
      `${out}: 6 records of http://repository.example/oai as dcite, 5 requests\n`,
    ])
    repository.change = () => ({ status: 404, body: '<html>' })
    const failed = await skeg(repository.url.replace('oai', 'x'), '--format', 'oai_dc')
    expect([failed.code, failed.output]).to.deep.equal([
      2,
      `skeg: ${repository.url.replace('oai', 'x')} does not answer Identify as OAI-PMH has it; --format and --set are for that\n`,
    ])
  })
})
