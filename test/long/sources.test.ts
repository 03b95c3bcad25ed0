// Several sources in one load: 5,000 varied Crossref records, 300 ROR records and a table of citations. Counts add
// up, and what two sources say of one DOI or ROR is one entity.

import { expect } from 'chai'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportGraph } from '../../src/load/export.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { recorded } from '../support/compare.ts'
import { model } from '../support/model.ts'

type Json = Record<string, any>

const WORKS = 5000
const BASE = 'https://example.org/graph/'
const linesOf = (path: string): Json[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)

/** DOI of the work of a number; each copy of a record has another. */
const doiOf = (number: number): string => `10.5555/work-${number}`

describe('several sources in one load', function () {
  this.timeout(120_000)
  it('add up, and meet in one entity', async function () {
    if (!existsSync(recorded)) return this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'skeg-sources-'))
    try {
      const originals = linesOf(join(recorded, 'crossref/works.jsonl')).filter(({ type }) => type !== 'grant')
      const rors = linesOf(join(recorded, 'ror/ror-300.jsonl'))
      const active = rors.filter(({ status }) => status !== 'withdrawn')
      const works = Array.from({ length: WORKS }, (_, i): Json => {
        const ror = active[i % active.length]?.['id'] as string
        return {
          ...originals[i % originals.length],
          DOI: doiOf(i),
          title: [`Work ${i}`],
          author: [
            { family: `Author ${i}`, affiliation: [{ name: 'A', id: [{ id: ror, 'id-type': 'ROR' }] }] },
          ],
          relation: {},
          // Works of physics cite hundreds; a few are enough.
          reference: (originals[i % originals.length]?.['reference'] ?? []).slice(0, 3),
          abstract: undefined,
          'update-to': [],
        }
      })
      const citations = Array.from({ length: WORKS }, (_, i) => `${doiOf(i)},${doiOf((i + 1) % WORKS)}`)
      writeFileSync(join(folder, 'works.jsonl'), works.map((one) => JSON.stringify(one)).join('\n'))
      writeFileSync(join(folder, 'ror.json'), JSON.stringify(rors))
      writeFileSync(join(folder, 'index.csv'), `citing,cited\n${citations.join('\n')}\n`)

      const { graph, report, ...rest } = await openGraph([folder], { model, base: BASE })
      const file = join(folder, 'all.jsonl')
      try {
        expect(report?.refused).to.equal(0)
        expect(report?.lines()).to.include.members([
          `${WORKS} records read from Crossref JSON`,
          `${WORKS} records read from OpenCitations`,
          '300 records read from ROR JSON',
        ])
        await exportGraph({ graph, ...rest }, file)
      } finally {
        await graph.close()
      }
      const records = linesOf(file)
      const ids = records.map((one) => `${one['entity_type']} ${one['local_identifier']}`)
      expect(new Set(ids).size).to.equal(ids.length)
      const byId = new Map(records.map((one) => [one['local_identifier'] as string, one]))
      for (const number of [0, 1, 2500, WORKS - 1]) {
        const work = byId.get(`https://doi.org/${doiOf(number)}`) as Json
        expect(JSON.stringify(work['titles'])).to.include(`Work ${number}`)
        const cited = (work['related_products']['cites'] as Json[]).map(
          (one) => one['local_identifier'] ?? one,
        )
        expect(cited).to.include(`https://doi.org/${doiOf((number + 1) % WORKS)}`)
        expect(work['contributions'][0]['declared_affiliations'][0]['local_identifier']).to.equal(
          active[number % active.length]?.['id'],
        )
      }
      expect(ids.filter((id) => id.startsWith('product https://doi.org/10.5555/work-'))).to.have.length(WORKS)
      for (const { id, names } of active) {
        const shown = (names as Json[]).find(({ types }) => types.includes('ror_display'))
        expect(byId.get(id as string)?.['name']).to.equal(shown?.['value'])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
