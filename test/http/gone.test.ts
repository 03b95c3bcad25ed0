// What is gone says so: by id in every form, with the record that replaced it; what stays has its own date.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { model } from '../support/model.ts'
import { startServer, serve } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/'

describe('a record that is gone', () => {
  let folder: string
  const server = serve(async () => {
    folder = temporaryFolder()
    const out = join(folder, 'graph')
    for (const records of [
      [paper('kept', 'Kept'), paper('lost', 'Lost'), paper('old', 'Moved', '10.1234/moved')],
      [paper('kept', 'Kept'), paper('other', 'Other'), paper('new', 'Moved', '10.1234/moved')],
    ]) {
      writeFileSync(join(folder, 'records.json'), JSON.stringify(records))
      const options = { model, base: BASE, out, lead: 1 }
      const { manifest } = await prepareGraph([join(folder, 'records.json')], options)
      stamps.push(manifest.effective)
      // The stamp of the second is ahead of its load: servers show it from then on.
      await setTimeout(Math.max(0, Date.parse(manifest.effective) + 1000 - Date.now()))
    }
    return (await openGraph([out], { model, atOnce: true })).graph
  })
  const stamps: string[] = []
  const paper = (id: string, title: string, doi?: string): object => ({
    local_identifier: id,
    entity_type: 'product',
    titles: { en: [title] },
    ...(doi !== undefined && { identifiers: [{ scheme: 'doi', value: doi }] }),
  })
  const get = (path: string, accept = 'application/json'): Promise<Response> =>
    fetch(`${server.api}/products/${path}`, { headers: { Accept: accept }, redirect: 'manual' })

  it('is 410 in JSON, with the time', async () => {
    const response = await get('lost')
    const body = (await response.json()) as { meta: { skeg_gone: unknown }; '@graph': unknown[] }
    expect([response.status, body.meta.skeg_gone, body['@graph']]).to.deep.equal([
      410,
      { deleted: stamps[1] },
      [],
    ])
  })

  const forms: readonly [accept: string, pattern: RegExp][] = [
    ['text/turtle', /<https:\/\/example\.org\/lost>\s[^]*deleted> "\S+Z"\^\^xsd:dateTime/],
    ['application/n-triples', /^<https:\/\/example\.org\/lost> <\S+#deleted> "\S+"/m],
    ['application/rdf+xml', /rdf:about="https:\/\/example\.org\/lost"/],
    ['application/ld+json', /^\[\{"@id":"https:\/\/example\.org\/lost","@type":\[[^]*Tombstone"\]/],
    ['application/x-bibtex', /"status":"410"[^]*gone since \d{4}-/],
    ['text/html', /This record is gone[^]*gone since \d{4}-[^]*Error 410/],
  ]
  for (const [accept, pattern] of forms)
    it(`is 410 as ${accept}`, async () => {
      const response = await get('lost', accept)
      expect(await response.text()).to.match(pattern)
      expect(response.status).to.equal(410)
    })

  it('is 301 where another record has its identifiers', async () => {
    const response = await get('old')
    expect([response.status, response.headers.get('location')]).to.deep.equal([
      301,
      `${server.api}/products/new`,
    ])
  })

  it('is found by its IRI, as what is there is', async () => {
    for (const path of ['/id/', `/resolve?iri=${BASE}`]) {
      const fetchOf = (id: string): Promise<Response> =>
        fetch(server.root + path + id, { headers: { Accept: 'text/turtle' } })
      const [lost, old] = [await fetchOf('lost'), await fetchOf('old')]
      expect([lost.status, lost.url]).to.deep.equal([410, `${server.api}/products/lost`])
      expect(await lost.text()).to.include('Tombstone')
      expect([old.status, old.url]).to.deep.equal([200, `${server.api}/products/new`])
      await old.text()
      expect((await fetchOf('never')).status).to.equal(404)
    }
  })

  it('is 404 as another type, and so is what never was', async () => {
    expect((await fetch(`${server.api}/venues/lost`)).status).to.equal(404)
    expect((await get('never')).status).to.equal(404)
  })

  it('leaves the dates of other records as they are, in headers, lists and sitemaps', async () => {
    const modified = async (id: string): Promise<string> =>
      new Date((await get(id, 'application/ld+json')).headers.get('last-modified') ?? '').toISOString()
    expect(await modified('kept')).to.equal(stamps[0])
    expect(await modified('other')).to.equal(stamps[1])
    const list = await fetch(`${server.api}/products?skeg_sort=modified:desc`)
    const { '@graph': records } = (await list.json()) as { '@graph': { local_identifier: string }[] }
    expect(records.map((one) => one.local_identifier.slice(BASE.length))).to.deep.equal([
      'new',
      'other',
      'kept',
    ])
    const sitemap = await (await fetch(`${server.root}/sitemaps/products-1.xml`)).text()
    expect(sitemap).to.match(new RegExp(`kept</loc><lastmod>${stamps[0]?.replace('.000', '')}<`))
    expect(sitemap).to.match(new RegExp(`other</loc><lastmod>${stamps[1]?.replace('.000', '')}<`))
  })

  const filters: readonly [title: string, filter: string, found: readonly string[]][] = [
    ['from a moment', 'cf.modified.from:SECOND', ['new', 'other']],
    ['up to a moment', 'cf.modified.to:FIRST', ['kept']],
    ['within a moment', 'cf.modified.from:FIRST,cf.modified.to:FIRST', ['kept']],
    ['twice from', 'cf.modified.from:FIRST,cf.modified.from:SECOND', ['new', 'other']],
    ['from a day', 'cf.modified.from:DAY', ['kept', 'new', 'other']],
    ['up to a year', 'cf.modified.to:2020', []],
    ['from a year to come', 'cf.modified.from:9999', []],
    ['up to a year before our era', 'cf.modified.to:-0044', []],
    ['and its title', 'cf.modified.from:SECOND,cf.search.title:oth', ['other']],
    ['and words', 'cf.search.words:kept,cf.modified.from:SECOND', []],
    ['and its identifier', 'identifiers.id:10.1234/moved,cf.modified.from:FIRST', ['new']],
    ['and what SPARQL answers', 'identifiers.scheme:doi,cf.modified.to:FIRST', []],
  ]
  for (const [title, filter, found] of filters)
    it(`is not among the records that are found by their change: ${title}`, async () => {
      const [first = '', second = ''] = stamps
      const text = filter
        .replaceAll('FIRST', first)
        .replaceAll('SECOND', second)
        .replace('DAY', first.slice(0, 10))
      const list = await fetch(`${server.api}/products?filter=${text}`)
      const { '@graph': records } = (await list.json()) as { '@graph': { local_identifier: string }[] }
      expect(records.map((one) => one.local_identifier.slice(BASE.length))).to.deep.equal(found)
      expect(list.status).to.equal(found.length > 0 ? 200 : 404)
    })

  it('is left out of a query that says which of its conditions SPARQL cannot ask', async () => {
    const url = `${server.api}/products?format=html&filter=cf.search.title:kept,cf.modified.to:2050`
    expect(await (await fetch(url)).text()).to.include('# Without cf.modified.to: when records changed')
  })

  it('leaves lists by change to servers that are up to date', async () => {
    await using late = await startServer(server.graph, { lateSince: () => 1 })
    const statusOf = async (path: string): Promise<number> => (await fetch(`${late.root}${path}`)).status
    for (const path of ['/skg-if/api/products?', '/download/products?format=csv&'])
      for (const [query, status] of [
        ['filter=cf.modified.from:2020', 503],
        ['filter=cf.search.title:kept,cf.modified.to:2020', 503],
        ['skeg_sort=modified:desc', 503],
        ['filter=cf.search.title:kept', 200],
        ['skeg_sort=title', 200],
      ] as const)
        for (const time of ['first', 'second'])
          expect(await statusOf(path + query), `${path}${query}, the ${time} time`).to.equal(status)
  })
})
