/** `check URL` and `harvest` come to their end, with findings, whatever a server says. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { checkServer, type CheckedServer } from '../../src/tools/conformance/check-server.ts'
import { harvest, type Harvested } from '../../src/tools/harvest/harvest.ts'
import { model } from '../support/model.ts'
import { document as small } from '../support/records.ts'
import type { Json } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'
import { messageOf } from '../support/message.ts'

interface Hostile {
  readonly root: string
  readonly requests: readonly string[]
  close(): Promise<void>
}

type Respond = (url: URL, response: ServerResponse) => void

async function startHostile(respond: Respond, host = '127.0.0.1'): Promise<Hostile> {
  const requests: string[] = []
  const server = http.createServer(({ url = '/' }: IncomingMessage, response) => {
    requests.push(url)
    respond(new URL(`http://hostile.example${url}`), response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    root: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}
const context = (small as Json)['@context'] as unknown

const pageOf = (records: readonly unknown[], total = records.length, next?: string): Json => ({
  '@context': context,
  meta: {
    entity_type: 'search_result_page',
    part_of: { entity_type: 'search_result', total_items: total },
    ...(next && { next_page: { local_identifier: next, entity_type: 'search_result_page' } }),
  },
  '@graph': records,
})

const product = (id: string, value = '10.1234/x'): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { none: [`Title of ${id}`] },
  identifiers: [{ scheme: 'doi', value }],
})

/** A list of products of one page, which finds all of them for any filter. */
const listing =
  (...records: readonly Json[]): Respond =>
  ({ pathname }, response) => {
    if (pathname === '/products') return send(response, 200, pageOf(records))
    if (pathname.startsWith('/products/')) return send(response, 200, pageOf(records.slice(0, 1)))
    send(response, 404, {})
  }

const DEEP = 200_000
const nested = `${'[['.repeat(DEEP / 2)}${']]'.repeat(DEEP / 2)}`

describe('a hostile server', () => {
  let folder: string
  const servers: Hostile[] = []
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  const start = async (respond: Respond, host?: string): Promise<Hostile> => {
    const server = await startHostile(respond, host)
    servers.push(server)
    return server
  }
  const client = () => createHttpClient({ delayMs: 0, retries: 0, timeoutMs: 60_000, maxRequests: 500 })
  const check = (url: string): Promise<CheckedServer> => checkServer(url, { client: client(), model })
  const harvestFrom = (url: string): Promise<Harvested> =>
    harvest(url, { client: client(), model, out: join(folder, 'out.jsonl') })
  const idsHarvested = (): string[] =>
    readFileSync(join(folder, 'out.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json)
      .map(({ local_identifier }) => local_identifier as string)

  for (const [title, record] of [
    ['a DOI with broken percent-encoding', product('https://e.example/p', '10.1234/a%e4b')],
    ['an id of half a character', product('https://e.example/\ud800')],
    ['a DOI of half a character', product('https://e.example/p', '10.1234/\udc00b')],
  ] as const)
    it(`is checked although it has ${title}`, async () => {
      const { root } = await start(listing(record))
      const { lists, stopped } = await check(`${root}/products`)
      expect({ lists, stopped }).to.deep.equal({ lists: 1, stopped: undefined })
    })

  it('is harvested although an id has half a character', async () => {
    const { root } = await start((url, response) =>
      url.pathname === '/products'
        ? send(response, 200, pageOf(['https://e.example/\ud800']))
        : listing(product('https://e.example/p'))(url, response),
    )
    expect((await harvestFrom(`${root}/products`)).records).to.equal(1)
  })

  it(`is checked and harvested although it answers with JSON that is nested ${DEEP} deep`, async () => {
    const deep = JSON.stringify(pageOf([product('p-1'), 'HERE'], 2)).replace('"HERE"', nested)
    const { root } = await start((url, response) =>
      url.searchParams.get('page') === '2' || url.pathname !== '/products'
        ? send(response, 404, pageOf([]))
        : send(response, 200, deep),
    )
    const { report } = await check(`${root}/products`)
    expect(report.findings.map(({ kind }) => kind)).to.include('list-answer')
    expect(await messageOf(harvestFrom(`${root}/products`))).to.match(
      /no record could be had from .*\n.*page-unread/s,
    )
  })

  it('is asked at its own host, whatever its collections say', async () => {
    const { root, requests } = await start((url, response) =>
      url.pathname === '/'
        ? send(response, 200, {
            collections: ['file:///etc/passwd', 'data:,x', 'http://127.0.0.2:9//127.0.0.2/products', 7].map(
              (one) => ({ url: one }),
            ),
          })
        : url.pathname === '//127.0.0.2/products'
          ? send(response, 200, pageOf([product('https://e.example/p')]))
          : send(response, 404, {}),
    )
    expect((await harvestFrom(root)).records).to.equal(1)
    expect(requests.some((path) => path.includes('passwd'))).to.equal(false)
  })

  it('does not lead to another host, but by the redirect of the URL that is given', async () => {
    const other = await start(listing(product('https://e.example/other')), '127.0.0.2')
    const { root } = await start(({ pathname, search, searchParams }, response) =>
      pathname === '/moved' || searchParams.get('page') === '2'
        ? void response.writeHead(302, { Location: `${other.root}/products${search}` }).end()
        : send(response, 200, pageOf([product('https://e.example/own')], 2, `${root}/products?page=2`)),
    )
    const { report } = await harvestFrom(`${root}/products`)
    expect(idsHarvested()).to.deep.equal(['https://e.example/own'])
    const [unread] = report.findings.filter(({ kind }) => kind === 'page-unread')
    expect(unread?.message).to.match(/^is answered with 302, which leads to http:\/\/127\.0\.0\.2/)
    expect(other.requests).to.deep.equal([])
    await harvestFrom(`${root}/moved`)
    expect(idsHarvested()).to.deep.equal(['https://e.example/other'])
  })

  it('is given up where a list goes on far beyond the total that it says', async () => {
    let made = 0
    const { root, requests } = await start(({ searchParams }, response) => {
      const number = Number(searchParams.get('page') ?? 1)
      const records = Array.from({ length: 100 }, () => product(`https://e.example/${made++}`))
      send(response, 200, pageOf(records, 5, `${root}/products?page=${number + 1}`))
    })
    const { report } = await harvestFrom(`${root}/products`)
    expect(report.findings.map(({ kind }) => kind)).to.include('list-unfinished')
    expect(requests.length).to.be.below(200)
  })
})
