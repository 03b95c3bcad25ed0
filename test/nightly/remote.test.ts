/** Large graphs in Virtuoso give the lists that the embedded store gives. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sameLists } from '../support/equal.ts'
import { hasSnapshot, sources, writeGenerated } from '../support/generated.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import type { RemoteStore } from '../../src/store/remote/remote-store.ts'
import type { OpenGraph } from '../support/graphs.ts'
import { compare, openOpinion } from '../support/second-opinion.ts'
import { bySparql, openEmbedded, openServer, prepare, type Prepared } from '../support/stores.ts'
import { isKnownFault, hasVirtuoso, startVirtuoso, type VirtuosoEngine } from '../support/virtuoso.ts'

/** Random lists of conditions that a plain evaluator judges. */
const LISTS = 300

interface Set {
  readonly title: string
  open(): Promise<Prepared>
}

const sets: readonly Set[] = [
  { title: 'the snapshot', open: () => prepare([sources.snapshot.path], sources.snapshot.base) },
  {
    title: 'the generated set',
    async open() {
      const { path, base } = await writeGenerated(sources.snapshot)
      const prepared = await prepare([path], base)
      rmSync(dirname(path), { recursive: true })
      return prepared
    },
  },
]

for (const { title, open } of sets) {
  describe(`${title} in Virtuoso`, function () {
    this.timeout(900_000)
    let prepared: Prepared
    let engine: VirtuosoEngine
    let server: RemoteStore
    /** All its filters are answered by Virtuoso. */
    let graph: Graph
    let embedded: OpenGraph
    before(async function () {
      if (!hasVirtuoso || !hasSnapshot) this.skip()
      prepared = await open()
      engine = await startVirtuoso(prepared.files)
      embedded = await openEmbedded(prepared)
      server = await openServer(engine.url)
      graph = bySparql(embedded.graph, server)
    })
    after(async () => {
      await server?.close()
      await embedded?.graph.close()
      await engine?.close()
    })

    it('gives the same lists for every filter', async () =>
      expect(await sameLists(graph, embedded.graph)).to.be.above(40))
    it('gives the lists that a plain evaluator gives', async () => {
      const opinion = await openOpinion({ path: prepared.path, base: prepared.base })
      const { differences, lists, found } = await compare({ ...opinion, graph }, LISTS, 5)
      await opinion.graph.close()
      expect(differences.filter((one) => !isKnownFault(one)).join('\n')).to.equal('')
      expect(found).to.be.above(lists / 4)
    })
  })
}
