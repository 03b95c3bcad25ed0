// Recorded records of Crossref and DataCite hold every fact that is expected of them.

import { expect } from 'chai'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportGraph } from '../../src/load/export.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { checkAll } from '../load/checking.ts'
import { canCompare, compareFiles, recorded } from '../support/compare.ts'
import { model } from '../support/model.ts'

const BASE = 'https://w3id.org/skg-if/sandbox/recorded/'

async function exportRecords(paths: readonly string[], file: string): Promise<void> {
  const { graph, ...rest } = await openGraph(paths, { model, base: BASE })
  try {
    await exportGraph({ graph, ...rest }, file)
  } finally {
    await graph.close()
  }
}

describe('recorded records', function () {
  for (const source of ['crossref', 'datacite', 'opencitations']) {
    it(`of ${source} become what is expected of them`, async function () {
      if (!canCompare()) return this.skip()
      const folder = mkdtempSync(join(tmpdir(), 'skeg-recorded-'))
      try {
        const pairs = join(recorded, 'pairs', source)
        const names = readdirSync(pairs)
        const inputs = names.filter((name) => /^(?!ramose|.*\.expected\.json$).*\.(?:json|csv)$/.test(name))
        const actual = join(folder, 'actual.jsonl')
        await exportRecords(
          inputs.map((name) => join(pairs, name)),
          actual,
        )
        const results = names
          .filter((name) => /\.expected\.json(?:ld)?$/.test(name))
          .map((name) => ({ name, ...compareFiles(actual, join(pairs, name)) }))
        expect(results.flatMap((one) => one.lost.map((fact) => `${one.name} ${fact}`))).to.deep.equal([])
        expect(results.reduce((sum, one) => sum + one.equal, 0)).to.be.greaterThan(500)
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }

  /** Files and archives as the sources give them, and the records that they hold. */
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
  ]
  for (const [path, read] of files) {
    it(`of ${path} are read, and none is refused`, async function () {
      if (!existsSync(recorded)) return this.skip()
      const { lines, refused } = await checkAll([join(recorded, path)])
      expect(lines).to.include(read)
      expect(refused).to.equal(0)
    })
  }
})
