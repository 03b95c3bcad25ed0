/** Every URL in every meta can be fetched and says the same of itself. */

import { expect } from 'chai'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { itInFull } from '../support/effort.ts'
import { BASE } from '../support/records.ts'
import { getJson, startServer, type Json } from '../support/server.ts'
import { demoServer, smallServer } from '../support/shared.ts'

const { graph } = await smallServer()

/**
 * What a URL must say of itself: a page or an entity its own URL, a whole list that it is what the page is
 * part of.
 */
const sayings: Readonly<Record<string, (meta: Json) => string>> = {
  search_result_page: (meta) => meta.local_identifier,
  search_result: (meta) => meta.part_of.local_identifier,
  self: (meta) => meta.local_identifier,
}

/** All links of a value to the API, with their kind. */
function* linksIn(value: Json): Generator<{ url: string; kind: string }> {
  if (value.rel === 'self') yield { url: value.href, kind: 'self' }
  else if (Object.hasOwn(sayings, value.entity_type))
    yield { url: value.local_identifier, kind: value.entity_type }
  for (const inner of Object.values(value).flat())
    if (typeof inner === 'object' && inner !== null) yield* linksIn(inner as Json)
}

describe('links', () => {
  /** Follows all links of all lists; the number of URLs. */
  async function crawl(of: Graph): Promise<number> {
    await using server = await startServer(of)
    const waiting = of.model.types
      .filter((type) => of.count(type) > 0)
      .map((type) => ({ url: `${server.api}/${type.path}`, kind: 'search_result' }))
    const seen = new Set(waiting.map(({ url }) => url))
    for (const { url, kind } of waiting) {
      const { status, body } = await getJson(url)
      expect(status, url).to.equal(200)
      expect(sayings[kind]?.(body.meta), url).to.equal(url)
      for (const link of linksIn(body.meta)) {
        if (seen.has(link.url)) continue
        seen.add(link.url)
        waiting.push(link)
      }
    }
    return seen.size
  }
  const records = (of: Graph): number => of.model.types.reduce((sum, type) => sum + of.count(type), 0)

  it('of meta lead to what they name', async () => {
    expect(await crawl(graph)).to.be.greaterThan(records(graph))
  })

  itInFull('of meta lead to what they name, in the demo graph', async () => {
    const { graph: demo } = await demoServer()
    expect(await crawl(demo)).to.be.greaterThan(records(demo))
  })

  it('start with the public URL, whose path is taken from requests that have it', async () => {
    await using server = await startServer(graph, { settings: { publicUrl: 'https://graphs.example/skeg' } })
    for (const path of ['/skg-if/api', '/skeg/skg-if/api']) {
      const { body } = await getJson(`http://127.0.0.1:${server.port}${path}/products/prod-1`, {
        host: 'evil.example',
      })
      expect(body.meta.local_identifier).to.equal('https://graphs.example/skeg/skg-if/api/products/prod-1')
      expect(JSON.stringify(body)).not.to.include('evil')
    }
    for (const path of ['/skeg', '/skeg/', '/skeg?format=json', '/']) {
      expect((await getJson(`http://127.0.0.1:${server.port}${path}`)).body.software.name).to.equal('skeg')
    }
    expect((await getJson(`http://127.0.0.1:${server.port}/skegs`)).status).to.equal(404)
  })

  it('to other services are shown with the requested entity, in meta or in Link', async () => {
    const serviceLinks = [
      { template: 'https://view.example/{type}?iri={iri}', mediaType: 'text/html' },
      { template: 'app:{+iri}' },
      { template: 'https://files.example/{suffix}.ttl', mediaType: 'text/turtle' },
    ]
    await using server = await startServer(graph, { settings: { serviceLinks } })
    const iri = `${BASE}a/b/c`
    const { body } = await getJson(`${server.api}/products/a%2Fb%2Fc`)
    expect(body.meta.api_items[0].urls.slice(3)).to.deep.equal([
      {
        entity_type: 'link',
        rel: 'service',
        href: `https://view.example/product?iri=${encodeURIComponent(iri)}`,
        media_type: 'text/html',
      },
      { entity_type: 'link', rel: 'service', href: `app:${iri}` },
      {
        entity_type: 'link',
        rel: 'service',
        href: 'https://files.example/a%2Fb%2Fc.ttl',
        media_type: 'text/turtle',
      },
    ])
    const outside = await getJson(`${server.api}/organisations/0abcdef12`)
    expect(outside.body.meta.api_items[0].urls).to.have.length(5)
    const { headers, body: without } = await getJson(`${server.api}/products/a%2Fb%2Fc`, {
      accept: 'application/ld+json',
    })
    expect(without).not.to.have.property('meta')
    expect(headers.get('link')).to.include(
      '<https://files.example/a%2Fb%2Fc.ttl>; rel="service"; type="text/turtle"',
    )
  })
})
