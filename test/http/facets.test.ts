/** Facets of lists: their texts and links; what they count is compared in `second-opinion.test.ts`. */

import { expect } from 'chai'
import { serveGenerated } from '../support/generated-server.ts'
import { getJson, type Json } from '../support/server.ts'

describe('facets', () => {
  const server = serveGenerated({ seed: 5, citations: 50 })

  const facetsOf = async (path: string, query: string): Promise<Json[]> =>
    (await getJson(`${server.api}/${path}?${query}`)).body.meta.skeg_facets as Json[]

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
})
