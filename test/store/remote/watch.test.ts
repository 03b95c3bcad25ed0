/** A graph is opened anew when the store has its version: once at a time, and later if that fails. */

import { expect } from 'chai'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watchStore } from '../../../src/load/open/store-origin.ts'
import { failureCounts } from '../../../src/admission/background.ts'
import { withDefaults } from '../../../src/config/settings.ts'
import { DEMO } from '../../support/endpoint.ts'
import { startFaulty, type Faulty } from '../../support/faulty.ts'
import { startOxigraph, type OxigraphEngine } from '../../support/oxigraph.ts'
import { prepare, type Prepared } from '../../support/stores.ts'
import { until } from '../../support/until.ts'

describe('watching the graph of a store', () => {
  let prepared: Prepared
  let other: Prepared
  let engine: OxigraphEngine
  /** Counts the looks. */
  let proxy: Faulty & { close(): Promise<void> }
  before(async () => {
    prepared = await prepare([DEMO])
    other = await prepare([join(DEMO, 'topics.json')], prepared.base)
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

  it('opens the version that the store and the prepared graph have once, and not again at each look', async () => {
    let reloads = 0
    let atOnce = 0
    let most = 0
    const stop = watchStore(
      prepared.path,
      withDefaults({ store: proxy.url }),
      { version: undefined },
      () => ({ version: 'another' }),
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
    expect({ reloads, most }).to.deep.equal({ reloads: 1, most: 1 })
  })

  const quiet: readonly [says: string, path: () => string, version: () => string][] = [
    ['the version is the one that is served', () => prepared.path, () => prepared.hash],
    ['the prepared graph has another version than the store', () => other.path, () => other.hash],
  ]
  for (const [says, path, version] of quiet)
    it(`opens nothing while ${says}, and notes what the store holds`, async () => {
      let reloads = 0
      const seen: { version: string | undefined } = { version: undefined }
      const stop = watchStore(
        path(),
        withDefaults({ store: proxy.url }),
        seen,
        () => ({ version: version() }),
        async () => {
          reloads++
        },
        20,
      )
      await looks()
      stop()
      expect(reloads).to.equal(0)
      expect(seen.version).to.equal(prepared.hash)
    })

  it('counts looks that fail', async () => {
    const before = failureCounts().get('store-watch') ?? 0
    const stop = watchStore(
      prepared.path,
      withDefaults({ store: 'http://127.0.0.1:1/sparql' }),
      { version: undefined },
      () => ({ version: 'any' }),
      async () => {},
      20,
    )
    await until(() => (failureCounts().get('store-watch') ?? 0) >= before + 2)
    stop()
  })
})
