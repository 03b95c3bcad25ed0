/** Engines start with the first question that needs one, the second when a question waits for long, and end when idle. */

import { expect } from 'chai'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraph } from '../../../src/load/open/open.ts'
import { readManifest } from '../../../src/load/prepared/manifest.ts'
import { DEMO, ENDLESS } from '../../support/endpoint.ts'
import { enginesOf, filterByEngine, writeQuads } from '../../support/engines.ts'
import { preparedGraph } from '../../support/graphs.ts'
import { model } from '../../support/model.ts'
import { serve } from '../../support/server.ts'
import { until } from '../../support/until.ts'
import { withDefaults } from '../../../src/config/settings.ts'
import { limitsOf } from '../../../src/store/endpoint/endpoint.ts'
import { EnginePool } from '../../../src/store/oxigraph/pool.ts'
import { openEmbeddedStore } from '../../../src/store/oxigraph/store.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { messageOf } from '../../support/message.ts'

describe('engines on demand', () => {
  const server = serve(async () => {
    const path = await preparedGraph([DEMO], { model })
    return (await openGraph([path], { model })).graph
  })
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(server.root + path, { headers: { Accept: '*/*' } })).status

  it('do not start for what the index tells, and once for a filter that it cannot answer', async () => {
    const told = [
      '/?format=html',
      '/skg-if/api/products/product-fair-principles',
      '/skg-if/api/products?filter=cf.search.title:e&skeg_facets=product_type&skeg_sort=title',
      '/skg-if/api/products?filter=contributions.by.family_name:Wilkinson,contributions.by.identifiers.scheme:orcid',
      '/skg-if/api/products?filter=cf.cited_by:product-opencitations-meta',
      '/search?q=data',
      '/.well-known/void',
      '/health',
    ]
    for (const path of told) {
      expect(await statusOf(path), path).to.equal(200)
      expect(enginesOf(), path).to.deep.equal([])
    }
    const answers = ['Piwowar', 'Nobody'].map((name) =>
      statusOf(`/skg-if/api/products?filter=${filterByEngine(name)}`),
    )
    expect(await Promise.all(answers)).to.deep.equal([200, 404])
    expect(enginesOf()).to.have.length(1)
    expect(await server.graph.state()).to.equal('ok')
  })

  it('are two once a question waits for a long one, and none when nobody has asked for a while', async () => {
    const others = enginesOf()
    const ownEngines = (): number[] => enginesOf().filter((pid) => !others.includes(pid))
    const quads = writeQuads(100)
    const IDLE_MS = 1000
    const store = openEmbeddedStore(new EnginePool(() => Infinity, IDLE_MS))
    const endpoint = store.openEndpoint(limitsOf(withDefaults({})))
    const ask = (client: string, signal?: AbortSignal, text = 'ASK {}'): Promise<Buffer> =>
      endpoint.ask({ text, type: 'text/csv' }, { client, ...(signal && { signal }) })
    try {
      store.load({ files: [quads.file], verified: Promise.resolve() })
      expect(ownEngines()).to.deep.equal([])
      await ask('one')
      await Promise.all(['one', 'two', 'three'].map((client) => ask(client)))
      expect(ownEngines(), 'short questions take turns').to.have.length(1)
      const leaving = new AbortController()
      const endless = ask('one', leaving.signal, ENDLESS).catch(() => {})
      await until(() => endpoint.state().running === 1)
      await ask('two')
      expect(ownEngines()).to.have.length(2)
      leaving.abort()
      await endless
      await until(() => ownEngines().length === 0)
      expect(endpoint.state().loaded).to.equal(0)
      await ask('one')
      expect(ownEngines()).to.have.length(1)
    } finally {
      await store.close()
      quads.remove()
    }
  })

  it('are none of a graph whose quads are damaged, which is said all the same', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'graph')
    cpSync(await preparedGraph([DEMO], { model }), path, { recursive: true })
    const quads = join(path, readManifest(path).files.quads.file)
    const bytes = readFileSync(quads)
    bytes[100]! ^= 1
    writeFileSync(quads, bytes)
    expect(await messageOf(openGraph([path], { model }))).to.match(/quads\S* is not as it was written/)
  })
})
