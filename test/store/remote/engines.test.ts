/** A graph in a SPARQL engine answers as the same graph in the embedded store does. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exportGraph } from '../../../src/load/export.ts'
import type { RemoteGraph } from '../../../src/store/remote/open.ts'
import { DEMO } from '../../support/endpoint.ts'
import {
  sameFacets,
  sameLists,
  sameOrders,
  sameRecords,
  sameReferences,
  sameStatistics,
} from '../../support/equal.ts'
import { startFaulty } from '../../support/faulty.ts'
import { sources, writeGenerated } from '../../support/generated.ts'
import type { OpenGraph } from '../../support/graphs.ts'
import { model } from '../../support/model.ts'
import { compare, openOpinion } from '../../support/second-opinion.ts'
import { engines, openEmbedded, openRemote, prepare, type Prepared } from '../../support/stores.ts'
import { isKnownFault, hasVirtuoso, startVirtuoso, type Engine } from '../../support/virtuoso.ts'

for (const [name, start] of Object.entries(engines)) {
  describe(`the demo graph in ${name}`, function () {
    this.timeout(120_000)
    let prepared: Prepared
    let engine: Engine
    let remote: RemoteGraph
    let embedded: OpenGraph
    before(async function () {
      if (name === 'Virtuoso' && !hasVirtuoso) this.skip()
      prepared = await prepare([DEMO])
      engine = await start(prepared)
      embedded = await openEmbedded(prepared)
      remote = await openRemote(engine.url, { base: prepared.base })
    })
    after(async () => {
      await remote?.graph.close()
      await embedded?.graph.close()
      await engine?.close()
      prepared?.remove()
    })

    it('is known, with its engine', () => {
      expect(remote.store.engine.name).to.equal(name === 'Virtuoso' ? 'Virtuoso' : 'the endpoint')
      expect(remote.description?.version).to.equal(name === 'Virtuoso' ? prepared.hash : undefined)
    })
    it('has the same records, in the same order', async () => {
      expect(await sameRecords(remote.graph, embedded.graph)).to.equal(88)
    })
    it('gives the same lists for every filter, before anything has been learnt and after', async () => {
      expect(await sameLists(remote.graph, embedded.graph)).to.be.above(150)
      await remote.graph.warmUp()
    })
    it('knows what names a thing, and who has an identifier', async () => {
      const iris = model.types.flatMap((type) => embedded.graph.list(type, 0, 5))
      await sameReferences(
        remote.graph,
        embedded.graph,
        [...iris, 'https://doi.org/10.1038/s41592-019-0686-2', 'urn:none'],
        ['10.1038/sdata.2016.18', '0000-0003-0530-4305', 'none'],
      )
    })
    it('counts the same facets, of all records and of those that a filter finds', async () => {
      expect(await sameFacets(remote.graph, embedded.graph)).to.be.above(100)
    })
    it('sorts its lists in the same orders, both ways', async () => {
      expect(await sameOrders(remote.graph, embedded.graph)).to.be.above(10)
    })
    it('has the same counts, without what the engine keeps for itself', () =>
      sameStatistics(remote.graph, embedded.graph))
    it('is asked for many records on a connection of their own, if it sends long answers in pieces', async () => {
      const proxy = await startFaulty(engine.url)
      const { graph, store } = await openRemote(proxy.url, { base: prepared.base })
      const products = graph.list(model.typeAt('products')!, 0, 20)
      await graph.documents(products.slice(0, 2))
      expect(proxy.seen.last).to.equal(0)
      await graph.documents(products)
      expect(proxy.seen.last > 0).to.equal(store.engine.waits === true)
      await graph.close()
      await proxy.close()
    })
    it('answers that it is there', async () => expect(await remote.graph.state()).to.equal('ok'))
  })
}

describe('a generated set in Virtuoso', function () {
  this.timeout(180_000)
  it('gives the same records, and the lists that a plain evaluator gives', async function () {
    if (!hasVirtuoso) this.skip()
    const source = await writeGenerated(sources.demo, { seed: 7, grants: 120, services: 40, citations: 100 })
    const prepared = await prepare([source.path], source.base)
    rmSync(dirname(source.path), { recursive: true })
    const engine = await startVirtuoso()
    engine.load(prepared.files)
    const remote = await openRemote(engine.url)
    const opinion = await openOpinion({ path: prepared.path, base: prepared.base })
    try {
      expect(await sameRecords(remote.graph, opinion.graph)).to.be.above(200)
      await sameStatistics(remote.graph, opinion.graph)
      await sameFacets(remote.graph, opinion.graph)
      await sameOrders(remote.graph, opinion.graph)
      const { differences, lists, found } = await compare({ ...opinion, graph: remote.graph }, 250, 7)
      expect(differences.filter((one) => !isKnownFault(one)).join('\n')).to.equal('')
      expect(found).to.be.above(lists / 4)
    } finally {
      await remote.graph.close()
      await opinion.graph.close()
      await engine.close()
      prepared.remove()
    }
  })
})

describe('an exported graph in Virtuoso', function () {
  this.timeout(120_000)
  it('is served with the base and the version that it had', async function () {
    if (!hasVirtuoso) this.skip()
    const prepared = await prepare([DEMO])
    const embedded = await openEmbedded(prepared)
    const file = join(prepared.path, 'exported.nq.gz')
    await exportGraph(embedded, file)
    const engine = await startVirtuoso()
    engine.load([file])
    const remote = await openRemote(engine.url)
    try {
      expect(remote.graph).to.deep.include({
        base: prepared.base,
        version: prepared.hash,
        loaded: embedded.graph.loaded,
      })
      await sameStatistics(remote.graph, embedded.graph)
    } finally {
      await remote.graph.close()
      await embedded.graph.close()
      await engine.close()
      prepared.remove()
    }
  })
})

describe('triples without named graphs', function () {
  this.timeout(120_000)
  let prepared: Prepared
  let engine: Engine
  let remote: RemoteGraph
  let embedded: OpenGraph
  before(async function () {
    if (!hasVirtuoso) this.skip()
    prepared = await prepare([DEMO])
    embedded = await openEmbedded(prepared)
    const file = join(prepared.path, 'triples.nt')
    await exportGraph(embedded, file)
    const virtuoso = await startVirtuoso()
    virtuoso.load([file])
    engine = virtuoso
  })
  after(async () => {
    await remote?.graph.close()
    await embedded?.graph.close()
    await engine?.close()
    prepared?.remove()
  })

  it('need to be told their base', async () => {
    const error = await openRemote(engine.url).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    )
    expect(error).to.match(/does not say what its base is; name it with --base$/)
    remote = await openRemote(engine.url, { base: prepared.base })
  })
  it('have the same records and lists', async () => {
    expect(await sameRecords(remote.graph, embedded.graph)).to.equal(88)
    expect(await sameLists(remote.graph, embedded.graph)).to.be.above(100)
  })
  it('know what names a thing', () =>
    sameReferences(
      remote.graph,
      embedded.graph,
      model.types.flatMap((type) => embedded.graph.list(type, 0, 3)),
      ['10.1038/sdata.2016.18'],
    ))
})

describe('an engine that cuts answers', function () {
  this.timeout(120_000)
  let prepared: Prepared
  let engine: Engine
  let remote: RemoteGraph
  let embedded: OpenGraph
  before(async function () {
    if (!hasVirtuoso) this.skip()
    prepared = await prepare([DEMO])
    // No more than the demo needs to be cut everywhere.
    const virtuoso = await startVirtuoso(60)
    virtuoso.load(prepared.files)
    engine = virtuoso
    embedded = await openEmbedded(prepared)
    remote = await openRemote(engine.url)
  })
  after(async () => {
    await remote?.graph.close()
    await embedded?.graph.close()
    await engine?.close()
    prepared?.remove()
  })
  it('is known to do so, and never believed', async () => {
    expect(remote.store.mostRows).to.equal(60)
    const error = await remote.store.select('SELECT ?s WHERE { ?s ?p ?o }').then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).to.include({ code: 'store-failed', reason: 'partial' })
  })
  it('gives the index and graphs in parts, whole in the end', async () => {
    expect(await sameRecords(remote.graph, embedded.graph)).to.equal(88)
  })
})
