/** Graphs behind HTTP answer as in the embedded store; test/nightly/servers.test.ts has the same of servers by other hands. */

import { startOxigraph } from '../../support/oxigraph.ts'
import { testCutAnswers, testGraphsIn, type TestedEngine } from './graph-in-engine.ts'

const engine: TestedEngine = {
  name: 'an engine',
  known: 'Oxigraph',
  isThere: async () => true,
  async start(files, mostRows) {
    const server = await startOxigraph({ mostRows })
    server.load(files)
    return server
  },
}

testGraphsIn(engine)
testCutAnswers(engine)
testGraphsIn({
  ...engine,
  name: 'an engine that writes JSON alone',
  async start(files) {
    const server = await startOxigraph({ forms: ['application/sparql-results+json'] })
    server.load(files)
    return server
  },
})
