/** Downloads of whole lists: the same records as on all pages of the list, in its order, in each format. */

import { plugins } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-ris'
import { expect } from 'chai'
import { parquetReadObjects } from 'hyparquet'
import { request } from 'node:http'
import { getPage } from '../support/html.ts'
import { getJson, openGraphOf, startServer, type Json, serve } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'

/** More records than are read at once, not in the order of their titles, and as many authors of one name. */
const COUNT = 230
const BASE = 'https://example.org/graph/'
const product = (_: unknown, i: number): object => ({
  local_identifier: `${BASE}product-${i}`,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Title, number ${(i * 7) % COUNT}: =1+1 & “more”`] },
  contributions: [
    {
      role: 'author',
      by: {
        local_identifier: `${BASE}person-${i}`,
        entity_type: 'person',
        family_name: 'Li',
        given_name: 'A',
      },
    },
  ],
  manifestations: [{ dates: { publication: ['2020-02-03'] } }],
})
const document = Array.from({ length: COUNT }, product)
  .map((record) => `${JSON.stringify({ '@context': { '@base': BASE }, '@graph': [record] })}\n`)
  .join('')

describe('downloads', () => {
  const server = serve(async () => {
    const folder = folderOf({ 'products.jsonl': document })
    return openGraphOf([folder])
  })
  const query = 'filter=product_type:literature&skeg_sort=title:desc'
  let records: Json[]
  before(async () => {
    records = []
    let url: string | undefined = `${server.api}/products?${query}&page_size=100`
    while (url !== undefined) {
      const { body } = await getJson(url)
      records.push(...body['@graph'])
      url = body.meta.next_page?.local_identifier
    }
    expect(records).to.have.length(COUNT)
  })

  const download = async (format: string): Promise<string> => {
    const response = await fetch(`${server.root}/download/products?${query}&format=${format}`)
    expect(response.status).to.equal(200)
    return response.text()
  }
  const titles = (): string[] => records.map(({ titles: map }) => String(Object.values(map ?? {}).flat()[0]))
  const read = (text: string, type: string): Json[] =>
    plugins.input.chain(text, { generateGraph: false, forceType: type })

  it('as JSON Lines are the records of all pages', async () => {
    const lines = (await download('jsonl')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal(records)
  })
  it('as CSV have one header and the lines of all pages', async () => {
    const list = await fetch(`${server.api}/products?${query}&page_size=100&format=csv`)
    const lines = (await download('csv')).split('\r\n')
    expect(lines.slice(0, 101)).to.deep.equal((await list.text()).split('\r\n').slice(0, 101))
    expect(lines.filter((line) => line.includes(',product,'))).to.have.length(records.length)
    expect(lines.filter((line) => line.startsWith('local_identifier,'))).to.have.length(1)
  })
  it('as CSL JSON are one array, each item with a key of its own', async () => {
    const items = JSON.parse(await download('csl')) as Json[]
    expect(items.map(({ id }) => id)).to.deep.equal(records.map((one) => one.local_identifier))
    expect(new Set(items.map((item) => item['citation-key']))).to.have.length(items.length)
  })
  it('as BibTeX are read by a parser of other hands', async () => {
    const items = read(await download('bibtex'), '@biblatex/text')
    expect(items).to.have.length(records.length)
    expect(items.map(({ title }) => title.replace(/<[^>]+>/g, ''))).to.include(titles()[0])
    expect(new Set(items.map((item) => item['citation-key']))).to.have.length(items.length)
  })
  it('as RIS are read by a parser of other hands', async () => {
    const items = read(await download('ris'), '@ris/file')
    expect(items.map(({ title }) => title)).to.deep.equal(titles())
  })
  it('as references have a line for each record', async () => {
    const lines = (await download('apa')).trimEnd().split('\n')
    expect(lines).to.have.length(records.length)
    for (const [i, title] of titles().entries()) expect(lines[i]).to.include(title)
  })
  it('name the file and the format', async () => {
    for (const [format, ending] of Object.entries({
      csv: 'csv',
      jsonl: 'jsonl',
      parquet: 'parquet',
      bibtex: 'bib',
      ris: 'ris',
      csl: 'json',
      apa: 'txt',
    })) {
      const { headers, status } = await fetch(`${server.root}/download/products?format=${format}`, {
        method: 'HEAD',
      })
      expect(status).to.equal(200)
      expect(headers.get('content-disposition')).to.equal(`attachment; filename="products.${ending}"`)
    }
    const { headers, body } = await fetch(`${server.root}/download/products`, {
      headers: { Accept: 'application/x-research-info-systems' },
    })
    expect(headers.get('content-type')).to.include('application/x-research-info-systems')
    await body?.cancel()
  })
  it('come once: an ETag by the graph and the format says that they are known', async () => {
    const of = (format: string, etag = ''): Promise<Response> =>
      fetch(`${server.root}/download/products?format=${format}`, {
        headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
      })
    const [csv, ris] = await Promise.all(['csv', 'ris'].map((format) => of(format)))
    const etag = csv!.headers.get('etag')!
    expect(etag).to.match(/^W\/"/).and.not.equal(ris!.headers.get('etag'))
    await Promise.all([csv, ris].map((response) => response!.text()))
    const again = await of('csv', etag)
    expect([again.status, await again.text()]).to.deep.equal([304, ''])
    const other = await of('ris', etag)
    expect(other.status).to.equal(200)
    await other.text()
  })
  it('of records that cannot be cited have no citations, and the error says what there is', async () => {
    const { status, body } = await getJson(`${server.root}/download/persons?format=bibtex`)
    expect(status).to.equal(406)
    expect(body.detail).to.include('format=csv').and.to.include('format=jsonl').and.not.include('=bibtex')
  })
  it('of nothing are whole files', async () => {
    const none = `${server.root}/download/products?filter=cf.search.title:zzzz`
    expect(await (await fetch(`${none}&format=csl`)).text()).to.equal('[]\n')
    expect(await (await fetch(`${none}&format=jsonl`)).text()).to.equal('')
    expect(await (await fetch(`${none}&format=csv`)).text()).to.match(/^local_identifier,[^\n]*\r\n$/)
  })
  it('are linked on the page of a list, with its filter and its order', async () => {
    const { html } = await getPage(`${server.api}/products?${query}&page=2`)
    const links = html.links.filter((href) => href.startsWith('/download/'))
    expect(links).to.deep.equal(
      ['csv', 'jsonl', 'parquet', 'csl', 'bibtex', 'ris', 'apa'].map(
        (format) => `/download/products?${query}&format=${format}`,
      ),
    )
    expect(
      (await getPage(`${server.api}/persons`)).html.links.filter((href) => href.startsWith('/download/')),
    ).to.have.length(3)
  })
  it('have the fields that are asked for, or a sample', async () => {
    const url = `${server.root}/download/products?skeg_sample=7&skeg_seed=1&skeg_fields=titles`
    const lines = (await (await fetch(`${url}&format=jsonl`)).text()).trimEnd().split('\n')
    expect(lines).to.have.length(7)
    for (const line of lines)
      expect(JSON.parse(line)).to.have.all.keys('local_identifier', 'entity_type', 'titles')
    const csv = await (await fetch(`${url}&format=csv`)).text()
    expect(csv.split('\r\n')[0]).to.equal('local_identifier,entity_type,titles,titles.language')
    const refused = await getJson(`${url}&format=bibtex`)
    expect(refused.status).to.equal(400)
    expect(refused.body.detail).to.include('jsonl')
    const anew = await fetch(`${server.root}/download/products?skeg_sample=7&format=jsonl`)
    expect(anew.headers.get('cache-control')).to.equal('no-store')
    await anew.text()
  })
  it('as Parquet are the cells of the CSV', async () => {
    const parquet = async (parameters: string): Promise<Json[]> =>
      parquetReadObjects({
        file: await (
          await fetch(`${server.root}/download/products?${parameters}&format=parquet`)
        ).arrayBuffer(),
      })
    const rows = await parquet(query)
    expect(rows.map((row) => row.local_identifier)).to.deep.equal(records.map((one) => one.local_identifier))
    expect(rows.map((row) => row['titles'])).to.deep.equal(titles())
    expect(await parquet('filter=cf.search.title:zzzz')).to.deep.equal([])
  })
  it('are of ten thousand ids where the parameters are posted', async () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `${BASE}product-${i}`)
    const post = (values: readonly string[]): Promise<Response> =>
      fetch(`${server.root}/download/products`, {
        method: 'POST',
        body: new URLSearchParams({
          filter: `local_identifier:${values.join('|')}`,
          format: 'jsonl',
          skeg_fields: 'titles',
        }),
      })
    const lines = (await (await post(ids)).text()).trimEnd().split('\n')
    expect(new Set(lines.map((line) => (JSON.parse(line) as Json).local_identifier))).to.have.length(COUNT)
    const more = await post([...ids, 'x'])
    expect(more.status).to.equal(400)
    expect(((await more.json()) as Json).detail).to.include('10000 are the most')
    const json = await fetch(`${server.root}/download/products`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).to.equal(415)
  })
  it('end where the client leaves, and the server goes on', async () => {
    await new Promise<void>((resolve, reject) => {
      const client = request(`${server.root}/download/products?${query}&format=jsonl`, (response) => {
        response.once('data', () => {
          client.destroy()
          resolve()
        })
      })
      client.on('error', reject)
      client.end()
    })
    expect((await download('csl')).length).to.be.above(1000)
  })
  it('of more records than the setting allows are refused, and the page says so', async () => {
    await using small = await startServer(server.graph, { settings: { maxDownload: 5 } })
    const { status, body } = await getJson(`${small.root}/download/products`)
    expect(status).to.equal(400)
    expect(body.detail).to.match(/^The list has \d+ records; a download has 5 at most\./)
    const { html, body: text } = await getPage(`${small.api}/products`)
    expect(html.links.filter((href) => href.startsWith('/download/'))).to.deep.equal([])
    expect(text).to.include('A download has 5 records at most')
  })
  it('are not there where the setting is 0', async () => {
    await using none = await startServer(server.graph, { settings: { maxDownload: 0 } })
    expect((await fetch(`${none.root}/download/products`)).status).to.equal(404)
    expect((await getPage(`${none.api}/products`)).html.links.join()).to.not.include('/download/')
  })
  for (const [name, rest, expected] of [
    ['an unknown parameter', 'page=2', /no parameter page/],
    ['an unknown order', 'skeg_sort=titel', /did you mean title\?/],
    ['an unknown filter', 'filter=titel:x', /titel/],
  ] as const)
    it(`refuse ${name}`, async () => {
      const { status, body } = await getJson(`${server.root}/download/products?${rest}`)
      expect(status).to.be.within(400, 422)
      expect(body.detail).to.match(expected)
    })
})
