/** Facets of lists: each count is the length of the list that it leads to. */

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import { runs } from '../support/effort.ts'
import { serveGenerated } from '../support/generated-server.ts'
import { model } from '../support/model.ts'
import { createRandom } from '../support/random.ts'
import { getJson, type Json } from '../support/server.ts'

const facetKeys = (path: string): string[] =>
  model
    .filtersOf(model.typeAt(path)!)
    .all.filter(({ row, isDerived }) => row.facet !== undefined && !isDerived)
    .map(({ key }) => key)

describe('facets', () => {
  const server = serveGenerated({ seed: 5, citations: 50 })

  const facetsOf = async (path: string, query: string): Promise<Json[]> =>
    (await getJson(`${server.api}/${path}?${query}`)).body.meta.skeg_facets as Json[]

  for (const type of model.types) {
    const keys = facetKeys(type.path)
    if (keys.length === 0) continue
    it(`of all ${type.path} lead to lists of as many records as they count`, async () => {
      const facets = await facetsOf(type.path, `skeg_facets=${keys.join(',')}&skeg_facet_size=1000`)
      expect(facets.map(({ key }) => key as string)).to.deep.equal(keys)
      for (const { key, values } of facets) {
        expect(values, key).to.not.be.empty
        const counts = (values as Json[]).map(({ count }) => count as number)
        expect(counts, key).to.deep.equal([...counts].sort((a, b) => b - a))
        for (const { value, count } of values as Json[]) {
          const conditions = parseFilter([`,${key}:${encodeURIComponent(value)}`], type, model)
          expect((await server.graph.search(type, conditions)).length, `${key}:${value}`).to.equal(count)
        }
      }
    })
  }

  it('count within the list, but for those of which a record has one value: these ignore their own', async () => {
    const query = 'filter=cf.contributions_aff_country:US,product_type:literature'
    const [country, kind] = (await facetsOf(
      'products',
      `${query}&skeg_facets=cf.contributions_aff_country,product_type`,
    )) as [Json, Json]
    const { body } = await getJson(`${server.api}/products?${query}`)
    const total = body.meta.part_of.total_items as number
    const countOf = (facet: Json, value: string): number =>
      (facet.values as Json[]).find((one) => one.value === value)!.count as number
    expect(countOf(country, 'US')).to.equal(total)
    expect(Math.max(...(country.values as Json[]).map(({ count }) => count as number))).to.equal(total)
    expect(countOf(kind, 'literature')).to.equal(total)
    for (const { local_identifier, count } of [...country.values, ...kind.values]) {
      const list = await getJson(local_identifier)
      expect(list.body.meta.part_of.total_items, local_identifier).to.equal(count)
    }
  })

  it('of lists that are walked through at random lead to lists of as many records as they count', async () => {
    const random = createRandom(38)
    const types = model.types.filter(({ path }) => facetKeys(path).length > 0)
    for (let checked = 0, left = runs(500); checked < left;) {
      const { path } = random.pick(types)
      let url = `${server.api}/${path}?page_size=1`
      for (let depth = 0; depth < 4 && checked < left; depth++) {
        const key = random.pick(facetKeys(path))
        const { body } = await getJson(`${url}&skeg_facets=${key}&skeg_facet_size=50`)
        const [{ values }] = body.meta.skeg_facets as [{ values: Json[] }]
        if (values.length === 0) continue
        const { local_identifier, count } = random.pick(values)
        const list = await getJson(local_identifier as string)
        expect(list.body.meta.part_of.total_items, local_identifier as string).to.equal(count)
        checked++
        url = `${local_identifier as string}${(local_identifier as string).includes('?') ? '&' : '?'}page_size=1`
      }
    }
  })

  it('have the titles of records for labels, and headings', async () => {
    const [venues] = (await facetsOf('products', 'skeg_facets=cf.venue')) as [Json]
    expect(venues).to.include({ key: 'cf.venue', label: 'Venue' })
    expect(venues.values.map(({ label }: Json) => label)).to.include('Scientific Data')
  })

  it('stay in the links to other pages', async () => {
    const { body } = await getJson(
      `${server.api}/products?skeg_facets=product_type&skeg_facet_size=2&page_size=2`,
    )
    expect(body.meta.local_identifier).to.include('&skeg_facets=product_type&skeg_facet_size=2')
    const next = await getJson(body.meta.next_page.local_identifier)
    expect(next.body.meta.local_identifier).to.equal(body.meta.next_page.local_identifier)
    expect(next.body.meta.skeg_facets).to.deep.equal(body.meta.skeg_facets)
    expect(body.meta.skeg_facets[0].values).to.have.length(2)
  })

  it('stand beside every page of a list, with links to the lists', async () => {
    const page = (query: string): Promise<string> => server.html('products', query)
    const shown = await page('page_size=5')
    expect(shown).to.include('<h2>Year</h2>').and.to.include('aria-label="Facets"')
    const [, narrowed] = /href="([^"]*cf\.kind:journal-article[^"]*)"/.exec(shown) ?? []
    const list = await page((narrowed as string).replaceAll('&amp;', '&').replace(/^[^?]*\?/, ''))
    expect(list).to.match(/aria-current="true"[^>]*><span[^>]*>✓<\/span><bdi>Journal article<\/bdi>/)
  })

  for (const [title, query, expected] of [
    ['an unknown facet', 'skeg_facets=product_typ', /did you mean product_type\?/],
    ['a filter that is no facet', 'skeg_facets=cf.search.title', /The facets are product_type, /],
    ['no key', 'skeg_facets=', /1 to 20 keys/],
    ['a key 1,000 times', `skeg_facets=${'product_type,'.repeat(1000)}`, /1 to 20 keys/],
    [
      'a thousand keys',
      `skeg_facets=${Array.from({ length: 1000 }, (_, i) => `k${i}`).join(',')}`,
      /1 to 20/,
    ],
    ['a size of nothing, without facets', 'skeg_facet_size=0', /from 1 to 1000/],
    ['a size of nothing', 'skeg_facets=product_type&skeg_facet_size=0', /from 1 to 1000/],
    ['a size of a million', 'skeg_facets=product_type&skeg_facet_size=1000000', /from 1 to 1000/],
    ['two lists of facets', 'skeg_facets=product_type&skeg_facets=cf.venue', /twice|more than once/],
  ] as const)
    it(`refuse ${title}`, async () => {
      const { status, body } = await getJson(`${server.api}/products?${query}`)
      expect(status).to.equal(400)
      expect(body.detail).to.match(expected)
    })
})
