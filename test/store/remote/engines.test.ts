/** Graphs behind HTTP answer as in the embedded store; test/nightly/virtuoso.test.ts has the same of Virtuoso. */

import { startOxigraph } from '../../support/oxigraph.ts'
import { testGraphsIn } from './graph-in-engine.ts'

testGraphsIn({
  name: 'an engine',
  known: 'Oxigraph',
  isThere: true,
  async start(files, mostRows) {
    const engine = await startOxigraph({ mostRows })
    engine.load(files)
    return engine
  },
})
