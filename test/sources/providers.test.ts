// From which sources each record came: in the graph, by filter and facet, in SPARQL and on pages.

import { expect } from 'chai'
import { join } from 'node:path'
import { parseFilter } from '../../src/filter/parse.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { BASE, load, jsonl } from '../load/files.ts'
import { openGraph } from '../support/graphs.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { getJson, startServer, type Json, serve } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'

const crossref = (n: number): Json => ({
  DOI: `10.5555/${n}`,
  member: '1',
  type: 'journal-article',
  title: [`Title ${n}`],
  author: [{ given: 'Ana', family: 'Example', ORCID: 'http://orcid.org/0000-0002-1825-0097' }],
})
const openalex = (n: number): Json => ({
  id: `https://openalex.org/W${n}`,
  doi: `https://doi.org/10.5555/${n}`,
  type: 'article',
  title: `Title ${n}`,
  publication_year: 2020,
  authorships: [
    {
      author: {
        id: 'https://openalex.org/A7',
        display_name: 'Ana Example',
        orcid: 'https://orcid.org/0000-0002-1825-0097',
      },
    },
  ],
})
const own: Json = {
  local_identifier: 'own-1',
  entity_type: 'product',
  titles: { none: ['Our own'] },
  contributions: [{ by: { local_identifier: 'person-1', entity_type: 'person', name: 'Bea Example' } }],
}
const table = '@article{a, title = {From a table}, year = 2020}\n'
const files = {
  'a.jsonl': jsonl(crossref(1), crossref(2)),
  'b.jsonl': jsonl(openalex(1), openalex(3)),
  'own.jsonl': jsonl(own),
  'c.bib': table,
}
const PRODUCT = 'https://doi.org/10.5555/'
const PERSON = 'https://orcid.org/0000-0002-1825-0097'

/** The providers that the dump of a graph names, by the IRIs of records. */
function providersIn(dump: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const line of dump.split('\n')) {
    const [subject, predicate, object] = line.split(' ').map((term) => term.slice(1, -1))
    if (predicate === 'http://www.w3.org/ns/prov#wasDerivedFrom') (found[subject!] ??= []).push(object!)
  }
  for (const urls of Object.values(found)) urls.sort()
  return found
}

describe('the sources of records', function () {
  let folder: string
  const server = serve(async () => {
    folder = folderOf(files)
    return (await openGraph([folder], { model, base: BASE })).graph
  })

  const products = (): EntityType => model.typeAt('products') as EntityType
  const find = async (key: string): Promise<readonly string[]> =>
    (await server.graph.search(products(), parseFilter([key], products(), model))).slice()
  const page = (path: string): Promise<Html> => getPage(server.root + path).then(({ html }) => html)

  const both = ['https://openalex.org/', 'https://www.crossref.org/']

  it('are in the graph: of merged records all, of own records and formats none', async () => {
    expect(providersIn((await load(files)).dump)).to.deep.equal({
      [`${PRODUCT}1`]: both,
      [`${PRODUCT}2`]: ['https://www.crossref.org/'],
      [`${PRODUCT}3`]: ['https://openalex.org/'],
      [PERSON]: both,
    })
  })

  it('do not depend on the order of inputs, be it within a file or between files', async () => {
    const { hash } = await load(files)
    for (const other of [
      { 'a.jsonl': files['b.jsonl'], 'b.jsonl': files['a.jsonl'] },
      { 'a.jsonl': jsonl(openalex(3), openalex(1)), 'b.jsonl': jsonl(crossref(2), crossref(1)) },
      { 'a.jsonl': jsonl(crossref(2), openalex(3), openalex(1), crossref(1)), 'b.jsonl': '' },
      { 'a.jsonl': jsonl(openalex(1), crossref(1), crossref(2), openalex(3)), 'b.jsonl': '' },
    ])
      expect((await load({ ...files, ...other })).hash).to.equal(hash)
  })

  it('stay where the graph is loaded again as RDF, and grow by records that come later', async () => {
    const first = await load(files)
    const again = await load({ 'a.nq': first.dump })
    expect(again.hash).to.equal(first.hash)
    const { dump } = await load({ 'a.jsonl': jsonl(crossref(1)) })
    const later = await load({ 'a.nq': dump, 'b.jsonl': jsonl(openalex(1)) })
    expect(providersIn(later.dump)[`${PRODUCT}1`]).to.deep.equal(both)
  })

  it('are found by a filter, by the index as by SPARQL', async () => {
    const expected = {
      'cf.source:crossref': ['1', '2'],
      'cf.source:openalex': ['1', '3'],
      'cf.source:crossref,cf.source:openalex': ['1'],
      'cf.source:crossref|openalex': ['1', '2', '3'],
      'cf.source:datacite': [],
      'cf.source:nothing': [],
    }
    for (const [filter, numbers] of Object.entries(expected)) {
      const iris = numbers.map((n) => PRODUCT + n)
      expect(await find(filter), filter).to.deep.equal(iris)
      const { ids } = await server.graph.compile(products(), parseFilter([filter], products(), model))
      const bySparql = (await server.graph.select(ids)).map(({ entity }) => (entity as string).slice(1, -1))
      expect(bySparql.sort(), filter).to.deep.equal(iris)
    }
    const { ids } = await server.graph.compile(
      products(),
      parseFilter(['cf.source:crossref'], products(), model),
    )
    expect(ids)
      .to.match(/prov:wasDerivedFrom|prov#wasDerivedFrom/)
      .and.to.include('https://www.crossref.org/')
  })

  it('are a facet, of which one more value narrows the list', async () => {
    const { body } = await getJson(`${server.api}/products?skeg_facets=cf.source`)
    const [facet] = body.meta.skeg_facets as Json[]
    const counts = facet!.values.map(({ value, count }: Json) => [value, count])
    expect(counts).to.deep.equal([
      ['crossref', 2],
      ['openalex', 2],
    ])
    const one = await getJson(`${server.api}/persons?filter=cf.source:openalex`)
    expect(one.body.meta.part_of.total_items).to.equal(1)
  })

  it('stand on the page of a record with links to their lists, and on none without', async () => {
    const html = await page(`/skg-if/api/products/${encodeURIComponent(`${PRODUCT}1`)}`)
    expect(html.text('main')).to.include('Sources: Crossref, OpenAlex')
    const link = html.all('a').find(({ text }) => text === 'OpenAlex')?.attributes.href as string
    const { html: list } = await getPage(new URL(link, `${server.api}/products/x`).href)
    expect(list.text('h1')).to.equal('2 works')
    const alone = await page(`/skg-if/api/products/${encodeURIComponent(`${PRODUCT}2`)}`)
    expect(alone.text('main')).to.include('Source: Crossref')
    expect((await page('/skg-if/api/products/own-1')).text('main')).not.to.match(/Sources?:/)
  })

  it('are in RDF, and change nothing in JSON', async () => {
    const url = `${server.api}/products/${encodeURIComponent(`${PRODUCT}1`)}`
    expect(await (await fetch(url, { headers: { accept: 'text/turtle' } })).text()).to.include(
      'prov:wasDerivedFrom',
    )
    const text = await (await fetch(url, { headers: { accept: 'application/json' } })).text()
    expect(text).not.to.match(/wasDerivedFrom|www\.crossref\.org|"https:\/\/openalex\.org\/"/)
  })

  it('are not in a graph of SKG-IF alone, which has no such facet', async () => {
    expect(providersIn((await load({ 'own.jsonl': jsonl(own) })).dump)).to.deep.equal({})
    await using alone = (await openGraph([join(folder, 'own.jsonl')], { model, base: BASE })).graph
    await using other = await startServer(alone)
    const { html } = await getPage(`${other.api}/products`)
    const hasFacet = ({ links }: Html): boolean => links.some((href) => href.includes('cf.source:'))
    expect(hasFacet(html)).to.equal(false)
    expect(hasFacet(await page('/skg-if/api/products'))).to.equal(true)
    const { body } = await getJson(`${other.api}/products?skeg_facets=cf.source`)
    expect(body.meta.skeg_facets[0].values).to.deep.equal([])
  })
})
