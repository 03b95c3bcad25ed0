// Records of every source, loaded again by every way: the same graph, but for what JSON has no place for.

import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IS_REFERENCED_BY, WAS_DERIVED_FROM } from '../../src/model/rows/added-filters.ts'
import { copiesOf, missingIn } from '../support/copies.ts'
import { model } from '../support/model.ts'

const SOURCES = fileURLToPath(new URL('../../../shared/data/sources/', import.meta.url))
const BASE = 'https://example.org/graph/'

const openalex = `authors awards funders institutions others publishers sources topics concepts works-composed`
const samples: Readonly<Record<string, readonly string[]>> = {
  crossref: ['crossref', 'pairs/crossref/crossref-book-chapter.json'],
  datacite: ['datacite'],
  openaire: ['openaire/lowercase', 'openaire/camelcase-real'],
  'openaire of today': ['openaire/camelcase-derived'],
  openalex: [...openalex.split(' '), 'works'].map((name) => `openalex/${name}.jsonl`),
  opencitations: ['opencitations'],
  ror: ['ror'],
}

describe('the samples of a source', function () {
  this.timeout(300_000)
  before(function () {
    if (!existsSync(SOURCES)) this.skip()
  })
  for (const [source, names] of Object.entries(samples))
    it(`of ${source} are one graph, loaded again from it, its dump, its changes and its API`, async () => {
      const { first, again, dump, changes, api } = await copiesOf(
        names.map((name) => SOURCES + name),
        BASE,
      )
      for (const [way, { hash, counts, findings }] of Object.entries({ again, dump, changes })) {
        expect([way, hash, counts]).to.deep.equal([way, first.hash, first.counts])
        expect([...findings], way).to.not.include('other-class')
      }
      // JSON has no place for two facts that the graph has of its records.
      const unshown = [IS_REFERENCED_BY, WAS_DERIVED_FROM].map((iri) => ` <${iri}> `)
      const missing = missingIn(first, api).filter((line) => !unshown.some((one) => line.includes(one)))
      expect({ missing, more: missingIn(api, first) }).to.deep.equal({ missing: [], more: [] })
      expect(api.counts).to.deep.equal(first.counts)
      const classes = [...first.quads].flatMap((line) => /^_:\S+ <\S+#type> <(\S+)>/.exec(line)?.[1] ?? [])
      expect(classes.filter((iri) => model.typeOfClass(iri))).to.deep.equal([])
    })
})
