/** The filters of RA-SKG: a plain evaluator agrees with SPARQL, and their SPARQL is golden. */

import { expect } from 'chai'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runs } from '../support/effort.ts'
import { sources } from '../support/generated.ts'
import { checkGolden, goldenFile, shapesOf } from '../support/golden.ts'
import { openGraph } from '../support/graphs.ts'
import { compare, openOpinionOf } from '../support/second-opinion.ts'
import { model, RECORDS } from './ra-skg.ts'
import { DEMO } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

const golden = fileURLToPath(new URL('golden/', import.meta.url))
const corpus = ['raskg__ra-skg_1.json', 'raskg__ra-skg_2.json'].map((name) =>
  fileURLToPath(new URL(`../../../shared/corpus/${name}`, import.meta.url)),
)

const filters = model.types.flatMap((type) =>
  model
    .filtersOf(type)
    .all.flatMap((filter) => (filter.key.includes('ra_') && !filter.isDerived ? [{ type, filter }] : [])),
)
const keys = filters.map(({ type, filter }) => `${type.path} ${filter.key}`)

describe('the filters of RA-SKG', function () {
  async function agrees(
    paths: readonly string[],
    base: string,
    seed: number,
    atLeast: readonly string[],
  ): Promise<void> {
    const opinion = await openOpinionOf(paths, base, { model })
    try {
      const { differences, lists, found, keys: usedKeys } = await compare(opinion, runs(1000), seed)
      expect(differences.join('\n')).to.equal('')
      expect(found, 'lists that find something').to.be.above(lists / 8)
      expect([...usedKeys]).to.include.members([...atLeast])
    } finally {
      await opinion.graph.close()
    }
  }

  it('find what a plain evaluator finds, among records by hand', () =>
    agrees([DEMO, RECORDS], sources.demo.base, 31, keys))
  it('find what a plain evaluator finds, among the records that RA-SKG publishes', async function () {
    if (!corpus.every((file) => existsSync(file))) this.skip()
    await agrees(corpus, 'https://w3id.org/skg-if/sandbox/oc/', 32, keys)
  })

  describe('have golden SPARQL', () => {
    const opened = throughout(() => openGraph([DEMO, RECORDS], { model }))

    const shapes = shapesOf(filters)
    for (const one of shapes) it(goldenFile(one), () => checkGolden(opened.graph, one, golden))
    it('and no file too many', () =>
      expect(readdirSync(golden).sort()).to.deep.equal(shapes.map(goldenFile).sort()))
  })
})
