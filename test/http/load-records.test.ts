/** Many records of one page are read in several turns of the event loop, a single one at once. */

import { expect } from 'chai'
import { neutralAbout } from '../../src/about.ts'
import { createContextProvider } from '../../src/http/context-provider.ts'
import type { GraphContext } from '../../src/http/graph-context.ts'
import { loadRecords } from '../../src/http/representation/records.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { withDefaults } from '../../src/settings.ts'
import type { Graph } from '../../src/store/graph.ts'
import { DEMO } from '../support/endpoint.ts'
import { model } from '../support/model.ts'
import { openGraphOf } from '../support/server.ts'
import { turnsDuring } from '../support/turns.ts'

const KEYS = 2000

describe('the records of a page', () => {
  const type = model.typeAt('products') as EntityType
  let graph: Graph
  let context: GraphContext
  before(async () => {
    graph = await openGraphOf([DEMO])
    const site = { root: 'http://localhost', about: () => neutralAbout, has: () => true }
    context = createContextProvider(() => graph, site, withDefaults())()
  })
  after(() => graph.close())

  it('let others have their turn where they are many', async () => {
    const iris = graph.list(type, 0, Infinity)
    const keys = Array.from({ length: KEYS }, (_, i) => ({ iri: iris[i % iris.length] as string, type }))
    let count = 0
    const loaded = loadRecords(context, keys).then(({ length }) => (count = length))
    expect(await turnsDuring(loaded)).to.be.above(2)
    expect(count).to.equal(KEYS)
  })
  it('wait for nothing where there is one', async () => {
    const [iri = ''] = graph.list(type, 0, 1)
    expect(await turnsDuring(loadRecords(context, [{ iri, type }]))).to.equal(0)
  })
})
