/** The graph of a store is opened anew when its version changes: once at a time, and later if that fails. */

import { expect } from 'chai'
import { setTimeout as wait } from 'node:timers/promises'
import { watchStore } from '../../../src/commands/store-origin.ts'
import { failureCounts } from '../../../src/background.ts'
import { withDefaults } from '../../../src/settings.ts'
import type { Graph } from '../../../src/store/graph.ts'
import { DEMO } from '../../support/endpoint.ts'
import { startOxigraph, type OxigraphEngine } from '../../support/oxigraph.ts'
import { openRemote, prepare, type Prepared } from '../../support/stores.ts'

describe('watching the graph of a store', function () {
  this.timeout(60_000)
  let prepared: Prepared
  let engine: OxigraphEngine
  before(async () => {
    prepared = await prepare([DEMO])
    engine = await startOxigraph()
    engine.load(prepared.files)
  })
  after(async () => {
    await engine.close()
  })

  it('opens another version once, and not again at each look while it cannot be opened', async () => {
    const { graph } = await openRemote(engine.url)
    expect(graph.version).to.equal(prepared.hash)
    let reloads = 0
    let atOnce = 0
    let most = 0
    const stop = watchStore(
      withDefaults({ store: engine.url }),
      () => ({ ...graph, version: 'another' }),
      async () => {
        reloads++
        most = Math.max(most, ++atOnce)
        await wait(300)
        atOnce--
      },
      20,
    )
    while (reloads === 0) await wait(10)
    await wait(1500)
    stop()
    await graph.close()
    expect({ reloads, most }).to.deep.equal({ reloads: 1, most: 1 })
  })

  it('opens nothing while the version is the one that is served', async () => {
    const { graph } = await openRemote(engine.url)
    let reloads = 0
    const stop = watchStore(
      withDefaults({ store: engine.url }),
      () => graph,
      async () => {
        reloads++
      },
      20,
    )
    await wait(700)
    stop()
    await graph.close()
    expect(reloads).to.equal(0)
  })

  it('counts looks that fail', async () => {
    const before = failureCounts().get('store-watch') ?? 0
    const stop = watchStore(
      withDefaults({ store: 'http://127.0.0.1:1/sparql' }),
      () => ({}) as Graph,
      async () => {},
      20,
    )
    while ((failureCounts().get('store-watch') ?? 0) < before + 2) await wait(10)
    stop()
  })
})
