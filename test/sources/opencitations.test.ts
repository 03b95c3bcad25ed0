// OpenCitations: rows of Meta and of the Index, as CSV and as JSON, and the CSV itself.

import { expect } from 'chai'
import fc from 'fast-check'
import { readCsv, type CsvRow } from '../../src/model/conversion/csv.ts'
import { checkFiles } from '../load/checking.ts'
import { load, type Json as Answer } from '../load/files.ts'
import { runs } from '../support/effort.ts'
import { readBy, valueAt, type Json } from './reading.ts'

const META = 'id,title,author,issue,volume,venue,page,pub_date,type,publisher,editor'
const row: Json = {
  id: 'doi:10.5555/ABC omid:br/061',
  title: 'A study',
  author: 'Doe, Jane [orcid:0000-0002-1825-0097 omid:ra/061]; Roe, [omid:ra/063]; The Group',
  issue: '2',
  volume: '4',
  venue: 'Journal of Testing [issn:2049-3630 omid:br/062]',
  page: 'e1',
  pub_date: '2020-3-1',
  type: 'journal article',
  publisher: 'P [crossref:78 omid:ra/062]',
  editor: '',
}
const read = (members: Json = {}): ReturnType<typeof readBy> =>
  readBy('opencitations', { ...row, ...members })

/** Columns, where to look, what is there. */
const rows: [members: Json, at: string, value: unknown][] = [
  [{}, 'local_identifier', 'https://doi.org/10.5555/abc'],
  [{ id: 'omid:br/061' }, 'local_identifier', 'https://w3id.org/oc/meta/br/061'],
  [{}, 'identifiers.1', { scheme: 'omid', value: 'br/061' }],
  [{}, 'contributions.0.by.local_identifier', 'https://orcid.org/0000-0002-1825-0097'],
  [{}, 'contributions.1.by.local_identifier', 'https://w3id.org/oc/meta/ra/063'],
  [{}, 'contributions.1.by.family_name', 'Roe'],
  [{}, 'contributions.2.by.entity_type', 'organisation'],
  [{}, 'contributions.3.role', 'publisher'],
  [{}, 'manifestations.dates.publication', ['2020-03-01']],
  [{ pub_date: '2020-00-00' }, 'manifestations.dates.publication', ['2020']],
  [{}, 'manifestations.biblio.pages', { first: 'e1', last: 'e1' }],
  [{}, 'manifestations.biblio.in.local_identifier', 'https://portal.issn.org/resource/ISSN/2049-3630'],
  [{}, 'manifestations.type.class', 'http://purl.org/spar/fabio/JournalArticle'],
  [{ type: '' }, 'product_type', 'literature'],
  [{ type: 'dataset' }, 'product_type', 'research data'],
]

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
async function rowsOf(text: string, size = 3): Promise<CsvRow[]> {
  const all: CsvRow[] = []
  for await (const some of readCsv(pieces(text, size))) all.push(...some)
  return all
}

describe('a row of OpenCitations Meta', () => {
  for (const [members, at, value] of rows)
    it(`has ${at} of ${JSON.stringify(members)}`, () =>
      expect(valueAt(read(members).record, at)).to.deep.equal(value))
  it('without id and title is refused', () =>
    expect(read({ id: '', title: '' }).refused[0]).to.match(/^has neither id nor title/))
  it('tells of identifiers that are none', () =>
    expect(read({ id: 'doi:10.5555/1 issn:12' }).lost).to.deep.equal([
      'identifiers that are none of their scheme',
    ]))
})

describe('citations of OpenCitations', () => {
  const cites =
    'id,citing,cited,creation,timespan,journal_sc,author_sc\noci:1,omid:br/061,omid:br/063,2020,P1Y,no,no\n'
  const meta = `${META}\n${Object.values(row)
    .map((value) => `"${value}"`)
    .join(',')}\n"doi:10.5555/other omid:br/063",Another,,,,,,,,,\n`
  it('by OMID are said of the products whose DOIs Meta knows', async () => {
    const { answers, findings } = await load({ 'index.csv': cites, 'meta.csv': meta })
    const study = answers['product https://doi.org/10.5555/abc'] as Answer
    expect(valueAt(study, 'related_products.cites.local_identifier')).to.equal(
      'https://doi.org/10.5555/other',
    )
    expect(Object.keys(answers).filter((name) => name.startsWith('product '))).to.have.length(2)
    expect(findings.every((one) => one.includes('left out'))).to.equal(true)
  })
  it('by OMID are said of the products that a table of OMIDs names', async () => {
    const { answers } = await load({
      'a.csv': cites,
      'b.csv': 'omid,id\nbr/061,doi:10.5555/abc\nbr/063,doi:10.5555/d pmid:1\n',
    })
    const study = answers['product https://doi.org/10.5555/abc'] as Answer
    expect(valueAt(study, 'related_products.cites.local_identifier')).to.equal('https://doi.org/10.5555/d')
  })
  for (const [title, table] of [
    ['the first columns', 'oci,citing,cited,creation\n1,10.5555/A,"10.5555/b,c",\n'],
    ['no number', 'citing,cited\n10.5555/a,"10.5555/b,c"\n'],
    [
      'those of CITS-CSV',
      'citing_id,citing_publication_date,cited_id,cited_publication_date\r\ndoi:10.5555/a,,"doi:10.5555/b,c",\r\n',
    ],
  ] as const)
    it(`are read with ${title}`, async () => {
      const { answers } = await load({ 'a.csv': table })
      const citing = answers['product https://doi.org/10.5555/a'] as Answer
      expect(valueAt(citing, 'related_products.cites.local_identifier')).to.equal(
        'https://doi.org/10.5555/b,c',
      )
    })
  it(
    'that name no product are refused with their line, as are rows that are cut off, and the others ' +
      'are read',
    async () => {
      const { findings, lines } = await checkFiles({
        'a.csv': 'citing,cited\n10.5555/a,\n10.5555/a,10.5555/b\nx,y,z\n10.5555/c,"10.5',
      })
      expect(findings.map(({ kind, line }) => `${kind} ${line}`)).to.have.members(
        ['unreadable-record 2', 'unreadable-record 4', 'unreadable-record 5', 'not-converted 2'].filter(
          (one) => !one.startsWith('not-converted'),
        ),
      )
      expect(lines).to.include('1 record read from OpenCitations')
    },
  )
})

describe('CSV', () => {
  it('has quotes, line breaks and commas in fields, and the lines on which rows start', async () =>
    expect(await rowsOf('a,"b ""x"", \n y"\r\n\n,""\nlast,1')).to.deep.equal([
      { fields: ['a', 'b "x", \n y'], line: 1 },
      { fields: ['', ''], line: 4 },
      { fields: ['last', '1'], line: 5 },
    ]))
  it('that ends inside of quotes says so', async () =>
    expect((await rowsOf('a\n"b')).at(-1)).to.deep.equal({ fields: ['b'], line: 2, isCutOff: true }))
  it('is read as it was written, however the pieces come', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') }), {
            minLength: 2,
            maxLength: 4,
          }),
          { maxLength: 5 },
        ),
        fc.integer({ min: 1, max: 9 }),
        async (table, size) => {
          const text = table
            .map((fields) => fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
            .join('\n')
          expect((await rowsOf(text, size)).map(({ fields }) => fields)).to.deep.equal(table)
        },
      ),
      { numRuns: runs(500) },
    ))
})
