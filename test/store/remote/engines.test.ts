/** Graphs behind HTTP answer as in the embedded store; test/nightly/servers.test.ts has the same of servers by other hands. */

import { expect } from 'chai'
import { parseFilter } from '../../../src/filter/parse.ts'
import { DEMO } from '../../support/endpoint.ts'
import { filterByEngine } from '../../support/engines.ts'
import { startFaulty } from '../../support/faulty.ts'
import { model } from '../../support/model.ts'
import { startOxigraph } from '../../support/oxigraph.ts'
import { openBeside, prepare } from '../../support/stores.ts'
import { testCutAnswers, testGraphsIn, type TestedEngine } from './graph-in-engine.ts'

const engine: TestedEngine = {
  name: 'an engine',
  known: 'Oxigraph',
  isThere: async () => true,
  async start(files, maxRows) {
    const server = await startOxigraph({ maxRows })
    server.load(files)
    return server
  },
}

testGraphsIn(engine)
testCutAnswers(engine)
describe('an engine that writes JSON alone', () => {
  it('is asked for lists in JSON, and for nothing else twice', async () => {
    const prepared = await prepare([DEMO])
    const server = await startOxigraph({ forms: ['application/sparql-results+json'] })
    server.load(prepared.files)
    const proxy = await startFaulty(server.url)
    const { graph } = await openBeside(prepared, proxy.url)
    const products = model.typeAt('products')!
    const find = async (name: string): Promise<number> =>
      (await graph.search(products, parseFilter([filterByEngine(name)], products, model))).length
    try {
      expect(await find('Piwowar')).to.be.above(0)
      const { requests } = proxy.traffic
      expect(await find('Nobody')).to.equal(0)
      expect(proxy.traffic.requests).to.equal(requests + 1)
    } finally {
      await graph.close()
      await proxy.close()
      await server.close()
    }
  })
})
