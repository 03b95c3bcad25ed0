/**
 * Large graphs in Virtuoso answer as in the embedded store does, and the contract suite passes over Virtuoso.
 */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RemoteGraph } from '../../src/store/remote/open.ts'
import { sameLists, sameRecords, sameReferences, sameStatistics } from '../support/equal.ts'
import { hasSnapshot, sources, writeGenerated } from '../support/generated.ts'
import type { OpenGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { compare, openOpinion } from '../support/second-opinion.ts'
import { openEmbedded, openRemote, prepare, type Prepared } from '../support/stores.ts'
import { isKnownFault, hasVirtuoso, startVirtuoso, type VirtuosoEngine } from '../support/virtuoso.ts'

/** Random lists of conditions that a plain evaluator judges. */
const LISTS = 300

/** One in so many records is compared. CI has less time. */
const ONE_IN = process.env.CI ? 20 : 7

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
    let remote: RemoteGraph
    let embedded: OpenGraph
    before(async function () {
      if (!hasVirtuoso || !hasSnapshot) this.skip()
      prepared = await open()
      engine = await startVirtuoso(prepared.files)
      embedded = await openEmbedded(prepared)
      remote = await openRemote(engine.url)
    })
    after(async () => {
      await remote?.graph.close()
      await embedded?.graph.close()
      await engine?.close()
    })

    it('has the same records', async () =>
      expect(await sameRecords(remote.graph, embedded.graph, ONE_IN)).to.be.above(1000))
    it('has the same counts', () => sameStatistics(remote.graph, embedded.graph))
    it('gives the same lists for every filter', async () =>
      expect(await sameLists(remote.graph, embedded.graph)).to.be.above(40))
    it('knows what names a thing', () =>
      sameReferences(
        remote.graph,
        embedded.graph,
        model.types.flatMap((type) => embedded.graph.list(type, 100, 3)),
        ['10.1109/cvpr.2016.90', '0000-0001-5010-9766'],
      ))
    it('gives the lists that a plain evaluator gives', async () => {
      const opinion = await openOpinion({ path: prepared.path, base: prepared.base })
      const { differences, lists, found } = await compare({ ...opinion, graph: remote.graph }, LISTS, 5)
      await opinion.graph.close()
      expect(differences.filter((one) => !isKnownFault(one)).join('\n')).to.equal('')
      expect(found).to.be.above(lists / 4)
    })
  })
}

describe('over Virtuoso', function () {
  this.timeout(900_000)
  it('the contract suite passes: every filter, by id, paging, negotiation, dereferencing', function () {
    if (!hasVirtuoso) this.skip()
    const files = [
      'filter/contract',
      'filter/http',
      'http/list',
      'http/entity',
      'http/representations',
      'http/difficult-values',
      'http/dereference',
      'http/links',
    ].map((name) => `test/${name}.test.ts`)
    const words = [
      'node_modules/.bin/mocha',
      '--no-package',
      '--no-config',
      '--exit',
      '--timeout',
      '120000',
      '-n',
      'import=./test/support/tsx.mjs',
      '--reporter',
      'dot',
      ...files,
    ]
    const { stdout, status } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env: { ...process.env, SKEG_TEST_ENGINE: 'Virtuoso' },
      maxBuffer: 1 << 26,
    })
    expect(status, stdout.slice(-4000)).to.equal(0)
    expect(Number(/(\d+) passing/.exec(stdout)?.[1])).to.be.above(400)
  })
})
