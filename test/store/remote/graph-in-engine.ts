/** A graph in a SPARQL engine answers as the same graph in the embedded store does: tests for any engine. */

import { expect } from 'chai'
import { join } from 'node:path'
import { parseFilter } from '../../../src/filter/parse.ts'
import { prepareGraph } from '../../../src/load/prepare.ts'
import { copyGraph } from '../../../src/tools/endpoint/copy-graph.ts'
import type { Filter } from '../../../src/model/rows/filters.ts'
import { exportGraph } from '../../../src/tools/export/export.ts'
import { describe as describeGraph } from '../../../src/store/remote/server-store.ts'
import { DEMO } from '../../support/endpoint.ts'
import { sameLists } from '../../support/equal.ts'
import type { OpenGraph } from '../../support/graphs.ts'
import { model } from '../../support/model.ts'
import { bySparql, openBeside, openEmbedded, prepare, type Prepared } from '../../support/stores.ts'
import type { Engine } from '../../support/virtuoso.ts'
import { throughout } from '../../support/closing.ts'
import { folderOf, temporaryFolder } from '../../support/folders.ts'

/** Starts an engine that holds N-Quads files (.nq, .nq.gz, .nt). @param maxRows at which it cuts answers */
type StartWith = (files: readonly string[], maxRows?: number) => Promise<Engine>

export interface TestedEngine {
  /** As it is named in titles. */
  readonly name: string
  /** As it is known by its header Server. */
  readonly known: string
  isThere(): Promise<boolean>
  readonly start: StartWith
  /** Records that its SPARQL finds of a year of the dates with offsets, where it reads one of them wrongly. */
  readonly wrongYears?: Readonly<Record<string, number>>
}

/** When a record changed stands in no graph. */
const isInSparql = ({ isOfStamp }: Filter): boolean => !isOfStamp

interface InEngine {
  readonly prepared: Prepared
  readonly engine: Engine
  readonly embedded: OpenGraph
}

/** Puts what `filesOf` makes of the demo graph into an engine before the tests of a suite. */
function demoIn(
  { isThere, start }: TestedEngine,
  filesOf: (graph: Omit<InEngine, 'engine'>, folder: string) => Promise<readonly string[]>,
  maxRows?: number,
): InEngine {
  let prepared: Prepared
  let engine: Engine
  let embedded: OpenGraph
  before(async function () {
    if (!(await isThere())) this.skip()
    prepared = await prepare([DEMO])
    embedded = await openEmbedded(prepared)
    engine = await start(await filesOf({ prepared, embedded }, temporaryFolder()), maxRows)
  })
  after(async () => {
    await embedded?.graph.close()
    await engine?.close()
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
  const folder = temporaryFolder()
  const file = join(folder, 'copy.nq')
  const { base } = await copyGraph({ url: engine.url, timeout: 30, retries: 0, file })
  const { manifest } = await prepareGraph([file], { model, base, out: join(folder, 'graph') })
  expect(manifest.hash).to.equal(prepared.hash)
}

function testDemo(tested: TestedEngine): void {
  describe(`the demo graph in ${tested.name}`, function () {
    const demo = demoIn(tested, async ({ prepared }) => prepared.files)
    const beside = throughout(() => openBeside(demo.prepared, demo.engine.url))

    it('is known, with its engine', async () => {
      expect(beside.server.engine.name).to.equal(tested.known)
      expect((await describeGraph(beside.server))?.version).to.equal(demo.prepared.hash)
    })
    it('gives the same lists for every filter by SPARQL', async () => {
      const graph = bySparql(beside.graph, beside.server)
      expect(await sameLists(graph, demo.embedded.graph, isInSparql)).to.be.above(150)
    })
    it('gives the same lists for every filter beside its index', async () =>
      expect(await sameLists(beside.graph, demo.embedded.graph)).to.be.above(150))
    it('comes back as a copy with its content hash', () => sameCopy(demo))
    it('answers that it is there', async () => expect(await beside.graph.state()).to.equal('ok'))
  })
}

function testExported(tested: TestedEngine): void {
  describe(`an exported graph in ${tested.name}`, function () {
    const demo = demoIn(tested, async ({ embedded }, folder) => {
      await exportGraph(embedded, join(folder, 'exported.nq.gz'))
      return [join(folder, 'exported.nq.gz')]
    })
    it('comes back as a copy with the content hash that it had', () => sameCopy(demo))
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
    it('are counted once for each record and year in UTC, in which SPARQL finds as many', async function () {
      if (!(await tested.isThere())) this.skip()
      const records = DATES.map((dates, i) => ({
        local_identifier: `years-${i}`,
        entity_type: 'product',
        product_type: 'literature',
        manifestations: dates.map((publication) => ({ dates: { publication } })),
      }))
      const folder = folderOf({ 'years.jsonl': records.map((one) => JSON.stringify(one)).join('\n') })
      const prepared = await prepare([folder], 'https://example.org/years/')
      const engine = await tested.start(prepared.files)
      const { graph, server } = await openBeside(prepared, engine.url)
      const products = model.typeAt('products')!
      try {
        const years = await graph.facet(products, 'cf.publication_year', [], 10)
        expect(years).to.deep.equal([
          { value: '2021', count: 5 },
          { value: '2022', count: 4 },
          { value: '2020', count: 3 },
        ])
        for (const { value, count } of years) {
          const conditions = parseFilter([`cf.publication_year:${value}`], products, model)
          expect(await graph.search(products, conditions), value).to.have.length(count)
          const found = await bySparql(graph, server).search(products, conditions)
          expect(found, `${value} by SPARQL`).to.have.length(tested.wrongYears?.[value] ?? count)
        }
      } finally {
        await graph.close()
        await engine.close()
      }
    })
  })
}

/** For an engine that cuts answers. */
export function testCutAnswers(tested: TestedEngine): void {
  describe(`${tested.name} that cuts answers`, function () {
    // No more than the demo needs to be cut everywhere.
    const demo = demoIn(tested, async ({ prepared }) => prepared.files, 60)
    const beside = throughout(() => openBeside(demo.prepared, demo.engine.url))

    it('is known to do so, and never believed', async () => {
      expect(beside.server.maxRows).to.equal(60)
      const error = await beside.server.select('SELECT ?s WHERE { ?s ?p ?o }').then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).to.include({ code: 'store-failed', reason: 'partial' })
    })
    it('gives a copy with the content hash in parts', () => sameCopy(demo))
    it('gives lists in pages, whole in the end', async () => {
      const { graph, server } = beside
      expect(await sameLists(bySparql(graph, server), demo.embedded.graph, isInSparql)).to.be.above(150)
    })
  })
}

export function testGraphsIn(tested: TestedEngine): void {
  testDemo(tested)
  testExported(tested)
  testYears(tested)
}
