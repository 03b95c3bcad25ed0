/** skeg_sample: a random part of a list, the same for the same seed, paged like other lists. */

import { expect } from 'chai'
import { drawSample } from '../../src/search-index/query/sample.ts'
import { serveGenerated } from '../support/generated-server.ts'
import { getJson, type Json } from '../support/server.ts'

describe('a random sample', () => {
  const server = serveGenerated({ seed: 5, citations: 50 })

  it('is the same for the same seed, and another for another', async () => {
    const first = await server.iris('grants', 'skeg_sample=20&skeg_seed=1')
    expect(await server.iris('grants', 'skeg_sample=20&skeg_seed=1')).to.deep.equal(first)
    expect(await server.iris('grants', 'skeg_sample=20&skeg_seed=2')).to.not.deep.equal(first)
    expect(await server.iris('grants', 'skeg_sample=30&skeg_seed=1')).to.include.members(first)
  })

  it('has the order of the list, be it by relevance', async () => {
    const list = 'filter=cf.search.title:a&skeg_sort=relevance'
    const all = await server.iris('products', list)
    const iris = await server.iris('products', `${list}&skeg_sample=5&skeg_seed=1`)
    expect(all.length).to.be.above(5)
    expect(all).to.not.deep.equal(all.toSorted())
    expect(iris).to.have.length(5)
    expect(all.filter((iri) => iris.includes(iri))).to.deep.equal(iris)
    const download = `${server.api.replace('/skg-if/api', '')}/download/products?${list}&skeg_sample=5&skeg_seed=1&format=jsonl`
    const lines = (await (await fetch(download)).text()).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as Json).local_identifier)).to.deep.equal(iris)
  })

  it('is the whole list where that is shorter', async () => {
    const { body } = await getJson(`${server.api}/venues?skeg_sample=10000&skeg_seed=0`)
    const whole = await getJson(`${server.api}/venues`)
    expect(body['@graph']).to.deep.equal(whole.body['@graph'])
    expect(body.meta.part_of.total_items).to.equal(whole.body.meta.part_of.total_items)
  })

  it('says its own URL, and so do its pages', async () => {
    const { body } = await getJson(`${server.api}/products?skeg_sample=12&skeg_seed=7&page_size=5`)
    const { meta } = body
    expect(meta.local_identifier).to.match(/\?page=1&page_size=5&skeg_sample=12&skeg_seed=7$/)
    expect(meta.part_of).to.deep.include({
      local_identifier: `${server.api}/products?skeg_sample=12&skeg_seed=7`,
      total_items: 12,
    })
    const list = await getJson(meta.part_of.local_identifier as string)
    expect(list.body.meta.part_of.local_identifier).to.equal(meta.part_of.local_identifier)
    expect(list.body.meta.part_of.total_items).to.equal(12)
    const last = await getJson(meta.part_of.last_page.local_identifier as string)
    expect(last.body['@graph']).to.have.length(2)
    expect(
      (await getJson(`${server.api}/products?skeg_sample=12&skeg_seed=7&page=4&page_size=5`)).status,
    ).to.equal(404)
  })

  it('without a seed gets one, which its URLs name, and is not cached', async () => {
    const url = `${server.api}/products?skeg_sample=10`
    const answers = await Promise.all(Array.from({ length: 5 }, () => getJson(url)))
    const seeds = new Set<string>()
    for (const { headers, body } of answers) {
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(headers.get('etag')).to.equal(null)
      const own = body.meta.local_identifier as string
      seeds.add(/skeg_seed=(\d+)$/.exec(own)![1]!)
      const again = await getJson(own)
      expect(again.body).to.deep.equal(body)
      expect(again.headers.get('etag')).to.be.a('string')
    }
    expect(seeds.size).to.be.above(1)
  })

  it('keeps to a filter, whose facets count the list from which it is drawn', async () => {
    const query = 'filter=product_type:literature&skeg_sample=5&skeg_seed=3'
    const records = await server.records('products', query)
    expect(records).to.have.length(5)
    for (const { product_type: kind } of records) expect(kind).to.equal('literature')
    const facets = async (more: string): Promise<Json> =>
      (await getJson(`${server.api}/products?filter=product_type:literature&skeg_facets=cf.venue${more}`))
        .body.meta.skeg_facets as Json
    expect(await facets('&skeg_sample=5&skeg_seed=3')).to.deep.equal(await facets(''))
  })

  it('can be had in every format of the list', async () => {
    const { headers, url } = await fetch(`${server.api}/products?skeg_sample=3&skeg_seed=3`)
    for (const [, href] of headers.get('link')!.matchAll(/<([^>]*)>; rel="alternate"/g)) {
      expect(href).to.include('skeg_sample=3&skeg_seed=3')
      expect((await fetch(new URL(href!, url))).status, href).to.equal(200)
    }
  })

  it('has each record about as often as the others', () => {
    const [length, size, samples] = [50, 10, 2000]
    const counts = new Uint32Array(length)
    for (let seed = 0; seed < samples; seed++)
      for (const place of drawSample(length, { size, seed })) counts[place]!++
    const mean = (samples * size) / length
    const deviation = Math.sqrt(mean * (1 - size / length))
    for (const count of counts) expect(Math.abs(count - mean)).to.be.below(5 * deviation)
  })

  it('is not drawn for a seed alone, which generated clients send', async () => {
    const { body } = await getJson(`${server.api}/products?skeg_seed=5`)
    const whole = await getJson(`${server.api}/products`)
    expect(body).to.deep.equal(whole.body)
  })
})
