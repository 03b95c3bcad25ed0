/**
 * Filters over the socket: lists, totals, links that say the same of themselves, and the problem document.
 */

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import { WORDS_KEY } from '../../src/model/rows/word-filter.ts'
import { isFullEffort } from '../support/effort.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { getJson, getRaw, type Json } from '../support/server.ts'
import { demoServer } from '../support/shared.ts'

const { graph, server } = await demoServer()

describe('a filtered list', function () {
  const get = (path: string): ReturnType<typeof getJson> => getJson(`${server.api}/${path}`)
  const idsOf = (body: Json): string[] =>
    body['@graph'].map((record: Json) => record.local_identifier.replace(sources.demo.base, ''))

  it('has its totals, its pages and links that keep the filter', async () => {
    const { status, body, headers } = await get(
      'organisations?filter=country:us,cf.search.name:e&page_size=2&page=2',
    )
    const page = (number: number): Json => ({
      local_identifier: `${server.api}/organisations?filter=country:us,cf.search.name:e&page=${number}&page_size=2`,
      entity_type: 'search_result_page',
    })
    expect(status).to.equal(200)
    expect(idsOf(body)).to.deep.equal(['organisation-ourresearch', 'organisation-uc-berkeley'])
    expect(body.meta).to.deep.include({ ...page(2), prev_page: page(1), next_page: page(3) })
    expect(body.meta.part_of).to.deep.equal({
      local_identifier: `${server.api}/organisations?filter=country:us,cf.search.name:e`,
      entity_type: 'search_result',
      total_items: 6,
      first_page: page(1),
      last_page: page(3),
    })
    expect(headers.get('link')).to.include(
      'filter=country:us,cf.search.name:e&page=1&page_size=2>; rel="prev"',
    )
  })

  const QSS = ['product-opencitations', 'product-opencitations-meta']
  const filters: readonly [path: string, filter: string, expected: readonly string[]][] = [
    ['venues', 'type:book', ['venue-fourth-paradigm']],
    ['products', 'cf.venue:venue-quantitative-science-studies', QSS],
    ['products', 'cf.venue:2641-3337', QSS],
    ['products', 'cf.venue:26413337', QSS],
    ['products', 'cf.venue:issn:2641-3337', QSS],
    [
      'products',
      'cf.venue:2641-3337|venue-scientific-data',
      ['product-fair-principles', 'product-fair4rs', ...QSS],
    ],
    [
      'products',
      'cf.venue:venue-scientific-data|1234-5679|2641-3337,cf.search.title:meta',
      ['product-opencitations-meta'],
    ],
    [
      'products',
      'cf.venue:2641-3337|venue-scientific-data,cf.venue:2641-3337|venue-peerj-computer-science',
      QSS,
    ],
    ['products', 'cf.venue:2641-3337|nothing', QSS],
    ['products', 'cf.venue:2641-3337|1234-5679', QSS],
    ['organisations', 'name:University of California, Berkeley', ['organisation-uc-berkeley']],
    ['organisations', 'name:University%20of%20California%2C%20Berkeley', ['organisation-uc-berkeley']],
    ['organisations', 'name:University+of+California%2C+Berkeley,country:US', ['organisation-uc-berkeley']],
    [
      'organisations',
      encodeURIComponent('name:University of California, Berkeley,country:US'),
      ['organisation-uc-berkeley'],
    ],
    ['persons', 'given_name:S%C3%B6ren', ['person-soren-auer']],
    ['grants', 'website:https://graspos.eu/', ['grant-graspos']],
    [
      'products',
      'identifiers.id:https%253A%252F%252Fdoi.org%252F10.1038%252FSDATA.2016.18',
      ['product-fair-principles'],
    ],
    ['grants', 'cf.search.title:%26', ['grant-sshoc']],
    ['organisations', 'short_name:W3C,', ['organisation-w3c']],
    ['organisations', ',,country:US,,short_name:W3C,', ['organisation-w3c']],
    ['organisations', 'country:US&filter=short_name:W3C', ['organisation-w3c']],
    ['organisations', '&filter=short_name:W3C', ['organisation-w3c']],
    ['topics', 'cf.search.labels:%22%20%7D%20%23%3F%26%2B%25', []],
  ]
  for (const [path, filter, expected] of filters) {
    it(`is found with ${path} ${filter}, and by every URL that it names`, async () => {
      const { status, body, headers } = await get(`${path}?filter=${filter}`)
      expect(status).to.equal(expected.length > 0 ? 200 : 404)
      expect(idsOf(body)).to.deep.equal(expected)
      expect(body.meta.part_of.total_items).to.equal(expected.length)
      const urls = [body.meta, body.meta.part_of, ...Object.values(body.meta.part_of)].flatMap(
        (one) => (one as Json).local_identifier ?? [],
      )
      expect(urls).to.have.length.at.least(2)
      for (const url of urls) {
        const again = await getJson(url)
        expect(again.body['@graph'], url).to.deep.equal(body['@graph'])
        expect(again.body.meta.part_of.local_identifier).to.equal(body.meta.part_of.local_identifier)
      }
      expect(headers.get('link')).to.include(`<${body.meta.local_identifier}>; rel="canonical"`)
    })
  }

  it('is not filtered by an empty filter or a lone comma', async () => {
    for (const empty of ['', ',', '%2C', ',,'])
      expect((await get(`topics?filter=${empty}`)).body.meta, empty).to.deep.equal(
        (await get('topics')).body.meta,
      )
  })

  it('joined from its pages is the whole', async () => {
    for (const type of model.types) {
      for (const { key, row } of model.filtersOf(type).all) {
        const filter = `,${key}:${encodeURIComponent(row.example)}`
        const whole = (await graph.search(type, parseFilter([filter], type, model))).slice()
        const seen: string[] = []
        const size = isFullEffort ? 1 : Math.max(1, Math.ceil(whole.length / 4))
        let url: string | undefined = `${server.api}/${type.path}?page_size=${size}&filter=${filter}`
        while (url !== undefined) {
          const { body }: { body: Json } = await getJson(url)
          seen.push(...body['@graph'].map((record: Json) => record.local_identifier))
          url = body.meta.next_page?.local_identifier
        }
        // Words are sorted by relevance.
        expect(key === WORDS_KEY ? seen.toSorted() : seen, `${type.path} ${key}`).to.deep.equal(whole)
      }
    }
  })

  const refused: readonly [path: string, filter: string, detail: RegExp][] = [
    ['products', 'b:foo,x:bar', /^The filter b is not supported by this implementation/],
    ['products', 'product_type:literature,x:bar', /^The filter x is not supported/],
    ['products', 'country:IT', /^The filter country is not supported/],
    [
      'agents',
      'country:IT',
      /Valid filters are name, cf\.search\.name, local_identifier, cf\.search\.words, cf\.source, cf\.modified\.from, cf\.modified\.to\.$/,
    ],
    ['persons', 'Carberry', /^The filter Carberry is not supported/],
    ['persons', ',+,', /not supported/],
    ['persons', 'name:', /a value is expected/],
    ['persons', 'name:%zz', /not percent-encoded/],
    ['grants', 'cf.funded_amount.from:abc', /a number is expected/],
    ['grants', 'cf.duration.start.from:2021-99', /ISO 8601/],
    ['products', 'cf.cites:x%3E.%3Cy', /an IRI cannot hold/],
    ['products', 'cf.venue:2641-3337|x%3E.%3Cy', /an IRI cannot hold/],
    ['products', 'cf.cited_by:x%00', /control characters/],
    [
      'products',
      Array.from({ length: 1000 }, (_, i) => `identifiers.id:${i}`).join(','),
      /^There are 1000 conditions; 32 are the most/,
    ],
    ['products', `cf.search.title:${'x'.repeat(30_000)}`, /it has 30000 characters; 4096 are the most/],
    ['products', `${'x'.repeat(30_000)}:y`, /not supported/],
    ['services', 'source:x', /^The filter source is not supported/],
  ]
  for (const [path, filter, detail] of refused) {
    it(`is refused: ${path} ${filter.slice(0, 80)}`, async () => {
      const { status, body, headers } = await get(`${path}?filter=${filter}`)
      expect(status).to.equal(422)
      expect(headers.get('content-type')).to.include('application/problem+json')
      expect(headers.get('access-control-allow-origin')).to.equal('*')
      expect(body).to.have.all.keys('type', 'title', 'status', 'detail', 'instance', 'occurence')
      expect(body).to.include({
        type: 'https://skg-if.github.io/api/errors#INVALID_FILTER',
        title: 'INVALID_FILTER',
        status: '422',
      })
      expect(body.detail).to.match(detail)
      expect(body.detail).to.include(model.filtersOf(model.typeAt(path)!).keys.join(', '))
      expect(body.occurence).to.equal(body.instance)
      expect(body.instance).to.equal(`${server.api}/${path}?filter=${filter}`)
    })
  }

  it('is answered in headers that clients can read, however long the filter is', async () => {
    const value = 'é'.repeat(4000)
    const { status, body, headers } = await get(
      `products?filter=cf.search.title:${encodeURIComponent(value)}`,
    )
    expect(status).to.equal(404)
    expect(headers.get('link')).to.equal(null)
    expect((await getJson(body.meta.local_identifier)).body.meta.local_identifier).to.equal(
      body.meta.local_identifier,
    )
  })

  it('is refused past the limit of URLs', async () => {
    const { status } = await getRaw(
      server.port,
      `/skg-if/api/products?filter=cf.search.title:${'x'.repeat(33_000)}`,
    )
    expect(status).to.equal(414)
  })

  it('survives raw bytes and brackets in the request line', async () => {
    for (const filter of [
      'cf.search.title:\xff\xfe',
      'cf.search.title:{}"<>',
      'cf.search.title:[a]|^`\\',
      'cf.search.title:é',
    ]) {
      const { status } = await getRaw(server.port, `/skg-if/api/products?filter=${filter}`)
      expect([400, 404, 422], filter).to.include(status)
    }
  })
})
