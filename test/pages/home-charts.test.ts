/** The charts of the first page come from the public endpoint, and from the store where its limits do not suffice. */

import { expect } from 'chai'
import { withDefaults, type Settings } from '../../src/settings.ts'
import type { Graph } from '../../src/query/graph.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import { DEMO } from '../support/endpoint.ts'
import { openGraph } from '../support/graphs.ts'
import { getPage } from '../support/html.ts'
import { model } from '../support/model.ts'
import { startServer } from '../support/server.ts'

/** What the charts of the first page say, and how many queries the store answered. */
async function chartsOf(settings: Partial<Settings>): Promise<{ charts: string[]; ofStore: number }> {
  const opened = await openGraph([DEMO], { model })
  let ofStore = 0
  const select: Graph['select'] = (query) => {
    if (query.includes('# first page')) ofStore++
    return opened.graph.select(query)
  }
  const { forTask } = opened.graph
  const graph: Graph = {
    ...opened.graph,
    select,
    forTask: (task) => ({ ...forTask(task), select }),
  }
  const withSparql = settings.sparql
    ? withEndpoint({ ...opened, graph }, withDefaults({ ...settings }))
    : graph
  const server = await startServer(withSparql)
  try {
    const { html } = await getPage(`${server.root}/`)
    return { charts: html.all('figure').map(({ text }) => text), ofStore }
  } finally {
    await server.close()
    await withSparql.close()
  }
}

describe('charts', () => {
  it('say the same whoever is asked', async () => {
    const [endpoint, store] = [
      await chartsOf({ sparql: true }),
      await chartsOf({ sparql: true, sparqlRows: 0 }),
    ]
    expect(endpoint.charts).to.have.length.above(3)
    expect(store.charts).to.deep.equal(endpoint.charts)
    expect(endpoint.ofStore).to.equal(0)
    expect(store.ofStore).to.be.above(3)
  })
  it('are not drawn where there is no endpoint', async () =>
    expect(await chartsOf({ sparql: false })).to.deep.equal({ charts: [], ofStore: 0 }))
})
