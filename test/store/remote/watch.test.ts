/** The graph of a store is opened anew when its version changes: once at a time, and later if that fails. */

import { expect } from 'chai'
import { setTimeout as wait } from 'node:timers/promises'
import { watchStore } from '../../../src/commands/store-origin.ts'
import { failureCounts } from '../../../src/background.ts'
import { withDefaults } from '../../../src/settings.ts'
import type { Graph } from '../../../src/store/graph.ts'
import { DEMO } from '../../support/endpoint.ts'
import { startFaulty, type Faulty } from '../../support/faulty.ts'
import { startOxigraph, type OxigraphEngine } from '../../support/oxigraph.ts'
import { openRemote, prepare, type Prepared } from '../../support/stores.ts'
import { until } from '../../support/until.ts'

describe('watching the graph of a store', () => {
  let prepared: Prepared
  let engine: OxigraphEngine
  /** Counts the looks. */
  let proxy: Faulty & { close(): Promise<void> }
  before(async () => {
    prepared = await prepare([DEMO])
    engine = await startOxigraph()
    engine.load(prepared.files)
    proxy = await startFaulty(engine.url)
  })
  after(async () => {
    await proxy.close()
    await engine.close()
  })

  /** Waits until the store was looked at several times more. */
  async function looks(): Promise<void> {
    const { requests } = proxy.traffic
    await until(() => proxy.traffic.requests >= requests + 5)
  }

  it('opens another version once, and not again at each look while it cannot be opened', async () => {
    const { graph } = await openRemote(engine.url)
    expect(graph.version).to.equal(prepared.hash)
    let reloads = 0
    let atOnce = 0
    let most = 0
    const stop = watchStore(
      withDefaults({ store: proxy.url }),
      () => ({ ...graph, version: 'another' }),
      async () => {
        reloads++
        most = Math.max(most, ++atOnce)
        await wait(100)
        atOnce--
      },
      20,
    )
    await until(() => reloads > 0)
    await looks()
    stop()
    await graph.close()
    expect({ reloads, most }).to.deep.equal({ reloads: 1, most: 1 })
  })

  it('opens nothing while the version is the one that is served', async () => {
    const { graph } = await openRemote(engine.url)
    let reloads = 0
    const stop = watchStore(
      withDefaults({ store: proxy.url }),
      () => graph,
      async () => {
        reloads++
      },
      20,
    )
    await looks()
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
    await until(() => (failureCounts().get('store-watch') ?? 0) >= before + 2)
    stop()
  })
})
