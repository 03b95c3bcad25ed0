/** A graph in a SPARQL engine answers as the same graph in the embedded store does: tests for any engine. */

import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseFilter } from '../../../src/filter/parse.ts'
import { prepareCopy } from '../../../src/load/endpoint/prepare-copy.ts'
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
import { itInFull } from '../../support/effort.ts'
import { startFaulty } from '../../support/faulty.ts'
import type { OpenGraph } from '../../support/graphs.ts'
import { model } from '../../support/model.ts'
import { openBeside, openEmbedded, openRemote, prepare, type Prepared } from '../../support/stores.ts'
import type { Engine } from '../../support/virtuoso.ts'

/** Starts an engine that holds N-Quads files (.nq, .nq.gz, .nt). @param mostRows at which it cuts answers */
type StartWith = (files: readonly string[], mostRows?: number) => Promise<Engine>

export interface TestedEngine {
  /** As it is named in titles. */
  readonly name: string
  /** As it is known by its header Server. */
  readonly known: string
  readonly isThere: boolean
  readonly start: StartWith
}

interface InEngine {
  readonly prepared: Prepared
  readonly engine: Engine
  readonly embedded: OpenGraph
}

/** Puts what `filesOf` makes of the demo graph into an engine before the tests of a suite. */
function demoIn(
  { isThere, start }: TestedEngine,
  filesOf: (graph: Omit<InEngine, 'engine'>, folder: string) => Promise<readonly string[]>,
  mostRows?: number,
): InEngine {
  let prepared: Prepared
  let engine: Engine
  let embedded: OpenGraph
  let folder: string | undefined
  before(async function () {
    if (!isThere) this.skip()
    prepared = await prepare([DEMO])
    embedded = await openEmbedded(prepared)
    folder = mkdtempSync(join(tmpdir(), 'skeg-engine-'))
    engine = await start(await filesOf({ prepared, embedded }, folder), mostRows)
  })
  after(async () => {
    await embedded?.graph.close()
    await engine?.close()
    if (folder !== undefined) rmSync(folder, { recursive: true })
  })
  return {
    get prepared() {
      return prepared
    },
    get engine() {
      return engine
    },
    get embedded() {
      return embedded
    },
  }
}

/** Copies the graph of an engine, as `load --from-store` does. */
async function sameCopy({ engine, prepared }: InEngine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-copy-'))
  try {
    const source = { url: engine.url, timeout: 30, retries: 0 }
    const { manifest } = await prepareCopy(source, { model, out: join(folder, 'graph') })
    expect(manifest.hash).to.equal(prepared.hash)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function testDemo(tested: TestedEngine): void {
  describe(`the demo graph in ${tested.name}`, function () {
    let remote: RemoteGraph
    const demo = demoIn(tested, async ({ prepared }) => prepared.files)
    before(async () => {
      remote = await openRemote(demo.engine.url, { base: demo.prepared.base })
    })
    after(() => remote?.graph.close())

    it('is known, with its engine', () => {
      expect(remote.store.engine.name).to.equal(tested.known)
      expect(remote.description?.version).to.equal(demo.prepared.hash)
    })
    it('has the same records, in the same order', async () => {
      expect(await sameRecords(remote.graph, demo.embedded.graph)).to.equal(88)
    })
    it('gives the same lists for every filter, before anything has been learnt and after', async () => {
      expect(await sameLists(remote.graph, demo.embedded.graph)).to.be.above(150)
      await remote.graph.warmUp()
    })
    it('gives the same lists for every filter beside its index', async () => {
      const beside = await openBeside(demo.prepared, demo.engine.url)
      try {
        expect(await sameLists(beside, demo.embedded.graph)).to.be.above(150)
      } finally {
        await beside.close()
      }
    })
    it('comes back as a copy with its content hash', () => sameCopy(demo))
    it('knows what names a thing, and who has an identifier', async () => {
      const iris = model.types.flatMap((type) => demo.embedded.graph.list(type, 0, 5))
      await sameReferences(
        remote.graph,
        demo.embedded.graph,
        [...iris, 'https://doi.org/10.1038/s41592-019-0686-2', 'urn:none'],
        ['10.1038/sdata.2016.18', '0000-0003-0530-4305', 'none'],
      )
    })
    it('counts the same facets, of all records and of those that a filter finds', async () => {
      expect(await sameFacets(remote.graph, demo.embedded.graph)).to.be.above(100)
    })
    it('sorts its lists in the same orders, both ways', async () => {
      expect(await sameOrders(remote.graph, demo.embedded.graph)).to.be.above(10)
    })
    it('has the same counts, without what the engine keeps for itself', () =>
      sameStatistics(remote.graph, demo.embedded.graph))
    it('is asked for many records on a connection of their own, if it sends long answers in pieces', async () => {
      const proxy = await startFaulty(demo.engine.url)
      const { graph, store } = await openRemote(proxy.url, { base: demo.prepared.base })
      const products = graph.list(model.typeAt('products')!, 0, 20)
      await graph.documents(products.slice(0, 2))
      expect(proxy.traffic.last).to.equal(0)
      await graph.documents(products)
      expect(proxy.traffic.last > 0).to.equal(store.engine.waits === true)
      await graph.close()
      await proxy.close()
    })
    it('answers that it is there', async () => expect(await remote.graph.state()).to.equal('ok'))
  })
}

function testExported(tested: TestedEngine): void {
  describe(`an exported graph in ${tested.name}`, function () {
    const demo = demoIn(tested, async ({ embedded }, folder) => {
      await exportGraph(embedded, join(folder, 'exported.nq.gz'))
      return [join(folder, 'exported.nq.gz')]
    })
    it('is served with the base and the version that it had', async () => {
      const { graph } = await openRemote(demo.engine.url)
      const { base, hash: version } = demo.prepared
      try {
        expect(graph).to.deep.include({ base, version, loaded: demo.embedded.graph.loaded })
        await sameStatistics(graph, demo.embedded.graph)
      } finally {
        await graph.close()
      }
    })
  })
}

function testTriples(tested: TestedEngine): void {
  describe(`triples without named graphs in ${tested.name}`, function () {
    let remote: RemoteGraph
    const demo = demoIn(tested, async ({ embedded }, folder) => {
      await exportGraph(embedded, join(folder, 'triples.nt'))
      return [join(folder, 'triples.nt')]
    })
    after(() => remote?.graph.close())

    it('need to be told their base', async () => {
      const error = await openRemote(demo.engine.url).then(
        () => undefined,
        (thrown: Error) => thrown.message,
      )
      expect(error).to.match(/does not say what its base is; name it with --base$/)
      remote = await openRemote(demo.engine.url, { base: demo.prepared.base })
    })
    it('have the same records', async () => {
      expect(await sameRecords(remote.graph, demo.embedded.graph)).to.equal(88)
    })
    itInFull('have the same lists', async () => {
      expect(await sameLists(remote.graph, demo.embedded.graph)).to.be.above(100)
    })
    it('know what names a thing', () =>
      sameReferences(
        remote.graph,
        demo.embedded.graph,
        model.types.flatMap((type) => demo.embedded.graph.list(type, 0, 3)),
        ['10.1038/sdata.2016.18'],
      ))
  })
}

/** Dates of publication: several of one year in UTC, in many forms, and others near New Year. */
const DATES = [
  ['2021', '2021-05-01T00:00:00+02:00', '2021-12-31T23:30:00-00:30'],
  ['2021-01-01T00:30:00+01:00', '2020', '2020-12-31T23:30:00.5Z'],
  ['2021-12-31T23:30:00-01:00', '2022-02'],
  ['2021-12-31T23:30:00-00:30', '2021-06-30T12:00:00-05:00', '2020-07'],
  ['2022-01-01T00:00:00+00:30', '2022-01-01'],
  ['2021-01-01+05:00', '2021-01+02:00', '2021-12-31-05:00'],
  ['2022+01:00'],
]

function testYears(tested: TestedEngine): void {
  describe(`dates with offsets in ${tested.name}`, function () {
    this.timeout(120_000)
    let folder: string | undefined
    after(() => folder !== undefined && rmSync(folder, { recursive: true }))

    it('are counted once for each record and year in UTC', async function () {
      if (!tested.isThere) this.skip()
      folder = mkdtempSync(join(tmpdir(), 'skeg-years-'))
      const records = DATES.map((dates, i) => ({
        local_identifier: `years-${i}`,
        entity_type: 'product',
        product_type: 'literature',
        manifestations: dates.map((publication) => ({ dates: { publication } })),
      }))
      writeFileSync(join(folder, 'years.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'))
      const prepared = await prepare([join(folder, 'years.jsonl')], 'https://example.org/years/')
      const embedded = await openEmbedded(prepared)
      const engine = await tested.start(prepared.files)
      const remote = await openRemote(engine.url, { base: prepared.base })
      const products = model.typeAt('products')!
      try {
        const years = await remote.graph.facet(products, 'cf.publication_year', [], 10)
        expect(years).to.deep.equal([
          { value: '2021', count: 5 },
          { value: '2022', count: 4 },
          { value: '2020', count: 3 },
        ])
        await sameFacets(remote.graph, embedded.graph)
        for (const { value, count } of years) {
          const conditions = parseFilter([`cf.publication_year:${value}`], products, model)
          expect(await remote.graph.search(products, conditions), value).to.have.length(count)
        }
      } finally {
        await remote.graph.close()
        await embedded.graph.close()
        await engine.close()
      }
    })
  })
}

function testCut(tested: TestedEngine): void {
  describe(`${tested.name} that cuts answers`, function () {
    let remote: RemoteGraph
    // No more than the demo needs to be cut everywhere.
    const demo = demoIn(tested, async ({ prepared }) => prepared.files, 60)
    before(async () => {
      remote = await openRemote(demo.engine.url)
    })
    after(() => remote?.graph.close())

    it('is known to do so, and never believed', async () => {
      expect(remote.store.mostRows).to.equal(60)
      const error = await remote.store.select('SELECT ?s WHERE { ?s ?p ?o }').then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).to.include({ code: 'store-failed', reason: 'partial' })
    })
    it('gives a copy with the content hash in parts', () => sameCopy(demo))
    it('gives the index and graphs in parts, whole in the end', async () => {
      expect(await sameRecords(remote.graph, demo.embedded.graph)).to.equal(88)
    })
  })
}

export function testGraphsIn(tested: TestedEngine): void {
  testDemo(tested)
  testExported(tested)
  testTriples(tested)
  testYears(tested)
  testCut(tested)
}
