/** Records whose data is thin or odd, as pages show them: one page, no author, years far away. */

import { expect } from 'chai'
import type { Graph } from '../../src/query/graph.ts'
import { openRecords } from '../support/graphs.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { startServer, type Json, type TestServer } from '../support/server.ts'

const work = (id: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Work ${id}`] },
  ...more,
})

const records: readonly Json[] = [
  work('one-page', { manifestations: [{ biblio: { pages: { first: 'e1008184', last: 'e1008184' } } }] }),
]

describe('pages of odd records', () => {
  let graph: Graph
  let server: TestServer
  before(async () => {
    ;({ graph } = await openRecords(records, { model, base: 'https://example.org/odd/' }))
    server = await startServer(graph)
  })
  after(async () => {
    await server.close()
    await graph.close()
  })

  const page = (path: string): Promise<Html> => getPage(`${server.api}/${path}`).then(({ html }) => html)

  it('say the page of what has one', async () => {
    const facts = (await page('products/one-page')).all('dd').map(({ text }) => text)
    expect(facts).to.include('e1008184')
  })
})
