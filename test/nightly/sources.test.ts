// Several sources in one load: 5,000 varied Crossref records, 300 ROR records and a table of citations. Counts add
// up, and what two sources say of one DOI, ROR, ISSN, funder or grant is one entity. The recorded files are served,
// and fit schemas and shapes.

import { expect } from 'chai'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { schemaName } from '../../src/doors/openapi/schemas.ts'
import { exportGraph } from '../../src/tools/export/export.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { checkPaths } from '../../src/load/check.ts'
import { readShapes } from '../../src/tools/shapes/shacl.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { recorded } from '../support/compare.ts'
import { model } from '../support/model.ts'
import { faultsOf, fetchDocument, validators } from '../support/openapi.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

type Json = Record<string, any>

const WORKS = 5000
const shapes = fileURLToPath(new URL('../../../shared/spec/shapes.ttl', import.meta.url))
const BASE = 'https://example.org/graph/'
const linesOf = (path: string): Json[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)

/** DOI of the work of a number; each copy of a record has another. */
const doiOf = (number: number): string => `10.5555/work-${number}`

const JOURNALS = 50
const GRANT_RECORDS = 100

function issnOf(number: number): string {
  const digits = String(number)
  const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (8 - i), 0)
  const check = (11 - (sum % 11)) % 11
  return `${digits.slice(0, 4)}-${digits.slice(4)}${check === 10 ? 'X' : check}`
}

interface Funder {
  readonly ror: string
  readonly doi: string
}

/** Of two works on end, one has both ISSNs of a journal, and the funder by DOI; one has one ISSN, the funder by ROR. */
function placeOf(number: number, funders: readonly Funder[]): Json {
  const pair = number >> 1
  const [print, online] = [issnOf(1_000_000 + (pair % JOURNALS)), issnOf(5_000_000 + (pair % JOURNALS))]
  const { ror, doi } = funders[pair % funders.length] as Funder
  const isFull = number % 2 === 0
  return {
    type: 'journal-article',
    'container-title': [`Journal ${pair % JOURNALS}`],
    ISSN: isFull ? [print, online] : [online],
    'issn-type': [],
    ISBN: [],
    'isbn-type': [],
    funder: [
      {
        name: `Funder ${pair % funders.length}`,
        award: [`award ${pair}`],
        ...(isFull ? { DOI: doi } : { id: [{ id: ror, 'id-type': 'ROR' }] }),
      },
    ],
  }
}

const grantOf = (number: number, { doi }: Funder): Json => ({
  DOI: `10.5555/grant-${number}`,
  type: 'grant',
  award: `award ${number}`,
  funder: [{ DOI: doi, name: 'F' }],
})

describe('several sources in one load', function () {
  this.timeout(300_000)
  it('add up, and meet in one entity', async function () {
    if (!existsSync(recorded)) return this.skip()
    const folder = temporaryFolder()
    const originals = linesOf(join(recorded, 'crossref/works.jsonl')).filter(({ type }) => type !== 'grant')
    const rors = linesOf(join(recorded, 'ror/ror-300.jsonl'))
    const active = rors.filter(({ status }) => status !== 'withdrawn')
    const funders = active.flatMap(({ id, external_ids: others }): Funder[] => {
      const one = (others as Json[]).find(({ type }) => type === 'fundref')
      return one ? [{ ror: id as string, doi: `10.13039/${one['all'][0] as string}` }] : []
    })
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
        ...placeOf(i, funders),
      }
    })
    const citations = Array.from({ length: WORKS }, (_, i) => `${doiOf(i)},${doiOf((i + 1) % WORKS)}`)
    writeFileSync(join(folder, 'works.jsonl'), works.map((one) => JSON.stringify(one)).join('\n'))
    const grants = Array.from({ length: GRANT_RECORDS }, (_, i) =>
      grantOf(i, funders[i % funders.length] as Funder),
    )
    writeFileSync(join(folder, 'grants.jsonl'), grants.map((one) => JSON.stringify(one)).join('\n'))
    writeFileSync(join(folder, 'ror.json'), JSON.stringify(rors))
    writeFileSync(join(folder, 'index.csv'), `citing,cited\n${citations.join('\n')}\n`)

    const { graph, report, ...rest } = await openGraph([folder], { model, base: BASE })
    const file = join(folder, 'all.jsonl')
    try {
      expect(report?.refused).to.equal(0)
      expect(report?.lines()).to.include.members([
        `${WORKS + GRANT_RECORDS} records read from Crossref JSON`,
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
      const cited = (work['related_products']['cites'] as Json[]).map((one) => one['local_identifier'] ?? one)
      expect(cited).to.include(`https://doi.org/${doiOf((number + 1) % WORKS)}`)
      expect(work['contributions'][0]['declared_affiliations'][0]['local_identifier']).to.equal(
        active[number % active.length]?.['id'],
      )
    }
    expect(ids.filter((id) => id.startsWith('product https://doi.org/10.5555/work-'))).to.have.length(WORKS)
    const startingWith = (start: string): string[] => ids.filter((id) => id.startsWith(start))
    expect(startingWith('venue ')).to.have.length(JOURNALS)
    expect(startingWith('grant ')).to.have.length(WORKS / 2)
    expect(startingWith('grant https://doi.org/10.5555/grant-')).to.have.length(GRANT_RECORDS)
    expect(startingWith('organisation https://doi.org/10.13039/')).to.deep.equal([])
    for (const { id, names } of active) {
      const shown = (names as Json[]).find(({ types }) => types.includes('ror_display'))
      expect(byId.get(id as string)?.['name']).to.equal(shown?.['value'])
    }
  })

  it('are served: found by DOI, ORCID and ROR, with answers that fit the schemas', async function () {
    if (!existsSync(recorded)) return this.skip()
    const paths = ['crossref', 'pairs/crossref'].map((name) => join(recorded, name))
    const { graph } = await openGraph(paths, { model, base: BASE })
    const server = await startServer(graph)
    try {
      const schema = validators(await fetchDocument(server.root))
      const api = `${server.root}/skg-if/api`
      const get = async (path: string): Promise<Json> => {
        const response = await fetch(api + path)
        expect(response.status, path).to.equal(200)
        return (await response.json()) as Json
      }
      const questions = [
        '/products/10.1038%2Fnature12373',
        '/products?filter=identifiers.id:10.1038/nature12373',
        '/products?filter=cf.cites:https://doi.org/10.3402/nano.v3i0.11586',
        '/grants?filter=funding_agency.identifiers.id:10.13039/100000001',
        '/venues?filter=identifiers.id:0028-0836',
      ]
      for (const question of questions)
        expect((await get(question))['@graph'], question).to.not.deep.equal([])
      const frame = createFramer(model, graph.base)
      for (const type of model.types)
        for (const document of await graph.documents(graph.list(type, 0, 200))) {
          const record = frame(document, type) as Json
          expect(faultsOf(schema(schemaName(type)), record), document.iri).to.deep.equal([])
          const [orcid, ror] = [/^https:\/\/orcid\.org\/(.*)/, /^https:\/\/ror\.org\/(.*)/].map(
            (form) => form.exec(document.iri)?.[1],
          )
          const id = orcid ?? ror
          if (id !== undefined && ['persons', 'organisations'].includes(type.path))
            await get(`/${type.path}/${id}`)
        }
    } finally {
      await server.close()
      await graph.close()
    }
  })

  it('meet the SHACL shapes of the model', async function () {
    if (!existsSync(recorded) || !existsSync(shapes)) return this.skip()
    const { report } = await checkPaths(
      [join(recorded, 'pairs/crossref'), join(recorded, 'pairs/datacite')],
      {
        model,
        base: BASE,
        shapes: await readShapes(shapes, model),
      },
    )
    expect(report.findings.filter(({ kind }) => kind === 'shape')).to.deep.equal([])
  })
})
