/** Lists: order, paging and its links, parameters; filters are in test/filter. */

import { expect } from 'chai'
import { compareCodePoints } from '../../src/model/values/sorting.ts'
import { BASE } from '../support/records.ts'
import { getJson, startServer, type Json } from '../support/server.ts'
import { smallServer } from '../support/shared.ts'

const { graph, server } = await smallServer()

describe('a list', function () {
  const get = (path: string): ReturnType<typeof getJson> => getJson(`${server.api}/${path}`)

  it('has ten records a page, its totals and its links', async () => {
    const { status, body, headers } = await get('topics?page=2')
    const page = (number: number): Json => ({
      local_identifier: `${server.api}/topics?page=${number}&page_size=10`,
      entity_type: 'search_result_page',
    })
    expect(status).to.equal(200)
    expect(body['@graph'].map((record: Json) => record.local_identifier)).to.deep.equal(
      Array.from({ length: 10 }, (_, i) => `${BASE}topic-${i + 11}`),
    )
    const { api_items, ...meta } = body.meta
    expect(meta).to.deep.equal({
      ...page(2),
      prev_page: page(1),
      next_page: page(3),
      part_of: {
        local_identifier: `${server.api}/topics`,
        entity_type: 'search_result',
        total_items: 23,
        first_page: page(1),
        last_page: page(3),
      },
    })
    expect(api_items[0]).to.deep.equal({
      local_identifier: `${BASE}topic-11`,
      urls: [{ entity_type: 'link', rel: 'self', href: `${server.api}/topics/topic-11` }],
    })
    expect(api_items).to.have.length(10)
    expect(headers.get('link'))
      .to.include(`<${server.api}/topics?page=3&page_size=10>; rel="next"`)
      .and.include('rel="prev"')
  })

  const pages: readonly [
    title: string,
    path: string,
    status: number,
    records: number,
    prev: boolean,
    next: boolean,
  ][] = [
    ['the first page', 'topics', 200, 10, false, true],
    ['the first page by number', 'topics?page=1&page_size=10', 200, 10, false, true],
    ['the last page', 'topics?page=3', 200, 3, true, false],
    ['one page for all', 'topics?page_size=100', 200, 23, false, false],
    ['a page of one', 'topics?page_size=1&page=23', 200, 1, true, false],
    ['the page after the last', 'topics?page=4', 404, 0, true, false],
    ['a page far past the end', 'topics?page=999999999999999', 404, 0, false, false],
    ['no records at all', 'agents', 404, 0, false, false],
    ['an empty filter', 'topics?filter=', 200, 10, false, true],
    ['two empty filters', 'topics?filter=&filter', 200, 10, false, true],
    ['a slash at the end', 'topics/?page=3', 200, 3, true, false],
    ['repeated slashes', '/topics//', 200, 10, false, true],
    ['an encoded parameter', 'topics?%70age=%33', 200, 3, true, false],
    ['empty parts of the query', 'topics?&&page=3&', 200, 3, true, false],
  ]
  for (const [title, path, expected, records, prev, next] of pages) {
    it(`answers ${expected} with ${records} for ${title}`, async () => {
      const { status, body } = await get(path)
      expect(status).to.equal(expected)
      expect(body['@graph']).to.have.length(records)
      expect('prev_page' in body.meta).to.equal(prev)
      expect('next_page' in body.meta).to.equal(next)
      expect(body.meta.part_of.total_items).to.equal(path.startsWith('agents') ? 0 : 23)
    })
  }

  const refused: readonly [query: string, detail: RegExp][] = [
    ...['0', '-1', '+1', '1.0', '1e3', 'abc', '', '01', '٣', '0x1', ' 1', '9'.repeat(16), 'Infinity'].flatMap(
      (value): [string, RegExp][] => [
        [`page=${encodeURIComponent(value)}`, /^page must be a whole number/],
        [`page_size=${encodeURIComponent(value)}`, /^page_size must be a whole number/],
      ],
    ),
    ['page_size=101', /from 1 to 100/],
    ['page=1&page=1', /page is given more than once/],
    ['page', /^page must be/],
    ['page=%', /not percent-encoded/],
    [
      'pagesize=5',
      new RegExp(
        'did you mean page_size\\? The parameters are filter, page, page_size, skeg_sort, skeg_sample, ' +
          'skeg_seed, skeg_fields, skeg_facets, skeg_facet_size, skeg_named, format',
      ),
    ],
    ['facets=product_type', /did you mean skeg_facets\?/],
    ['%zz=1', /There is no parameter %zz/],
    ['skeg_sort=titel', /did you mean title\? skeg_sort is one of publication_date, title/],
    ['skeg_sort=title:up', /cannot be sorted by title:up/],
    ['skeg_sort=title&skeg_sort=citations', /more than once/],
    ['skeg_sort=', /cannot be sorted by/],
    ...['1000000', '0', 'ten', ''].map((size): [string, RegExp] => [
      `skeg_sample=${size}`,
      /from 1 to 10000/,
    ]),
    ...['abc', '-1', ''].map((seed): [string, RegExp] => [
      `skeg_sample=5&skeg_seed=${seed}`,
      /skeg_seed must be a whole number/,
    ]),
    ['skeg_sample=5&skeg_sample=6', /more than once/],
    ['skeg_sample=5&skeg_seed=1&skeg_seed=2', /more than once/],
    ['skeg_facets=product_typ', /did you mean product_type\?/],
    ['skeg_facets=cf.search.title', /The facets are product_type, /],
    ['skeg_facets=', /1 to 20 keys/],
    [`skeg_facets=${'product_type,'.repeat(1000)}`, /1 to 20 keys/],
    [`skeg_facets=${Array.from({ length: 1000 }, (_, i) => `k${i}`).join()}`, /1 to 20/],
    ['skeg_facet_size=0', /from 1 to 1000/],
    ['skeg_facets=product_type&skeg_facet_size=0', /from 1 to 1000/],
    ['skeg_facets=product_type&skeg_facet_size=1000000', /from 1 to 1000/],
    ['skeg_facets=product_type&skeg_facets=cf.venue', /twice|more than once/],
  ]
  for (const [query, detail] of refused) {
    it(`refuses ${query.slice(0, 80)}`, async () => {
      const { status, body, headers } = await get(`products?${query}`)
      expect(status).to.equal(400)
      expect(headers.get('content-type')).to.include('application/problem+json')
      expect(body).to.include({
        type: `${server.root}/docs/errors#invalid-parameter`,
        title: 'Invalid parameter',
        status: '400',
      })
      expect(body.detail).to.match(detail)
    })
  }

  it('gives each record exactly once, in code point order, by following next_page', async () => {
    for (const type of graph.model.types) {
      const seen: string[] = []
      let url: string | undefined = `${server.api}/${type.path}?page_size=7`
      while (url !== undefined) {
        const { body } = await getJson(url)
        seen.push(...body['@graph'].map((record: Json) => record.local_identifier))
        url = body.meta.next_page?.local_identifier
      }
      expect(seen).to.deep.equal([...new Set(seen)].sort(compareCodePoints))
      expect(seen).to.have.length(graph.count(type))
    }
  })

  it('shows an entity of two kinds in both lists', async () => {
    for (const path of ['organisations', 'datasources']) {
      const { body } = await get(path)
      expect(body['@graph'].map((record: Json) => record.local_identifier)).to.include(`${BASE}both`)
    }
  })

  it('shows the same record as by id', async () => {
    const {
      body: {
        '@graph': [first],
      },
    } = await get('products?page_size=1')
    const {
      body: {
        '@graph': [same],
      },
    } = await get(`products/${encodeURIComponent(first.local_identifier)}`)
    expect(first).to.deep.equal(same)
  })

  it('has the context of the extension on services, and where its values occur', async () => {
    const extension = 'https://w3id.org/skg-if/extension/srv/context/skg-if.json'
    expect((await get('services')).body['@context'][3]).to.equal(extension)
    expect((await get('services?page=9')).body['@context'][3]).to.equal(extension)
    expect((await get('venues')).body['@context'][3]).to.equal(extension)
    expect((await get('venues?page_size=1')).body['@context']).to.have.length(3)
  })

  it('is 200 without a match if the setting says so', async () => {
    await using lenient = await startServer(graph, { settings: { emptyList: '200' } })
    for (const path of ['agents', 'topics?page=4']) {
      const { status, body } = await getJson(`${lenient.api}/${path}`)
      expect(status).to.equal(200)
      expect(body['@graph']).to.deep.equal([])
    }
    expect((await getJson(`${lenient.api}/agents/none`)).status).to.equal(404)
  })
})
