// Recorded records of Crossref and DataCite hold every fact that is expected of them.

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportGraph } from '../../src/tools/export/export.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { checkAll } from '../load/checking.ts'
import { itInFull } from '../support/effort.ts'
import { canCompare, compareFiles, recorded } from '../support/compare.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://w3id.org/skg-if/sandbox/recorded/'

async function exportRecords(paths: readonly string[], file: string): Promise<void> {
  const { graph, ...rest } = await openGraph(paths, { model, base: BASE })
  try {
    await exportGraph({ graph, ...rest }, file)
  } finally {
    await graph.close()
  }
}

interface Product {
  readonly identifiers?: readonly { readonly value: string }[]
  readonly contributions?: readonly { readonly role?: string }[]
}

const authorsOf = (contributions: NonNullable<Product['contributions']>): number =>
  contributions.filter(({ role }) => role === 'author').length

describe('recorded records', function () {
  for (const source of ['crossref', 'datacite', 'opencitations', 'openalex']) {
    it(`of ${source} become what is expected of them`, async function () {
      if (!canCompare()) return this.skip()
      const folder = temporaryFolder()
      const pairs = join(recorded, ...(source === 'openalex' ? [source, 'pairs'] : ['pairs', source]))
      const names = readdirSync(pairs)
      const inputs = names.filter((name) => /^(?!ramose|.*\.expected\.json$).*\.(?:json|csv)$/.test(name))
      const actual = join(folder, 'actual.jsonl')
      await exportRecords(
        inputs.map((name) => join(pairs, name)),
        actual,
      )
      const expected = names.filter((name) => /\.expected\.json(?:ld)?$/.test(name))
      const results = compareFiles(
        actual,
        expected.map((name) => join(pairs, name)),
      )
      expect(results).to.have.lengthOf(expected.length)
      expect(results.flatMap(({ lost }, i) => lost.map((fact) => `${expected[i]} ${fact}`))).to.deep.equal([])
      expect(results.reduce((sum, one) => sum + one.equal, 0)).to.be.greaterThan(500)
    })
  }

  it('of Crossref and OpenAlex on one DOI are one product with one list of authors', async function () {
    if (!existsSync(recorded)) return this.skip()
    const folder = temporaryFolder()
    const [, ...rows] = readFileSync(join(recorded, 'openalex/same-doi-as-crossref.tsv'), 'utf8')
      .trim()
      .split('\n')
      .map((row) => row.split('\t'))
    const works = readFileSync(join(recorded, 'openalex/works.jsonl'), 'utf8').split('\n')
    const same = works.filter((line) => rows.some(([, id]) => line.includes(`openalex.org/${id}",`)))
    writeFileSync(join(folder, 'works.jsonl'), same.join('\n'))
    const file = join(folder, 'actual.jsonl')
    await exportRecords([join(folder, 'works.jsonl'), join(recorded, 'crossref/works.jsonl')], file)
    const products = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Product)
    const found = rows.map(([doi, id]) => {
      const copies = products.filter(({ identifiers = [] }) =>
        identifiers.some(({ value }) => value === doi || value === id),
      )
      return [doi, ...copies.map(({ contributions = [] }) => authorsOf(contributions))]
    })
    const expected = rows.map(([doi, , , , , authors, others]) => [
      doi,
      Math.max(Number(authors), Number(others)),
    ])
    expect(found).to.deep.equal(expected)
  })

  /**
   * Files and archives as the sources give them, and the records that they hold. Each way to read them is in short
   * runs, too, by `containers.test.ts` and the tests of its source.
   */
  const files: [path: string, read: string][] = [
    ['crossref', '78 records read from Crossref JSON'],
    ['datacite', '54 records read from DataCite JSON'],
    ['ror', '300 records read from ROR JSON'],
    ['containers/crossref-2020-style', '40 records read from Crossref JSON'],
    ['containers/crossref-2026-style.tar', '40 records read from Crossref JSON'],
    ['containers/crossref-metadata-plus-style.tar.gz', '20 records read from Crossref JSON'],
    ['containers/datacite-public-2025-style.tar', '30 records read from DataCite JSON'],
    ['containers/ror-dump-style.zip', '60 records read from ROR JSON'],
    ['openaire/camelcase-derived', '188 records read from OpenAIRE JSON'],
    ['openaire/camelcase-real', '6 records read from OpenAIRE JSON'],
    ['openaire/lowercase', '34 records read from OpenAIRE JSON'],
    ['containers/openaire-publication_1.tar', '14 records read from OpenAIRE JSON'],
    ['opencitations', '328 records read from OpenCitations'],
    ['containers/opencitations-meta-style.tar.gz', '120 records read from OpenCitations'],
    ['containers/opencitations-index-style.zip', '40 records read from OpenCitations'],
    ['openalex/works.jsonl', '320 records read from OpenAlex JSON'],
    ['openalex/snapshot-style', '57 records read from OpenAlex JSON'],
    ['openalex/snapshot-style-legacy', '38 records read from OpenAlex JSON'],
    ['openalex/rest-list.json', '5 records read from OpenAlex JSON'],
  ]
  for (const [path, read] of files) {
    const test = path.includes('/') && !path.endsWith('.json') ? itInFull : it
    test(`of ${path} are read, and none is refused`, async function () {
      if (!existsSync(recorded)) return this.skip()
      const { lines, refused } = await checkAll([join(recorded, path)])
      expect(lines).to.include(read)
      expect(refused).to.equal(0)
    })
  }
})
