/**
 * Files of records of every source, as tests of updates change them: real records where there are some, and what
 * reference managers, tables and repositories would say of the same works.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCsvReader } from '../../src/model/conversion/csv.ts'
import { DEMO } from '../support/endpoint.ts'

export type Json = Record<string, unknown>

export interface SourceFile {
  /** Of the file that is written; its ending says how it is read. */
  readonly name: string
  readonly collection: string
  /** Members that stay in a changed copy. */
  readonly keeps: readonly string[]
  /** Where the members are; absent: the record itself. */
  readonly inside?: string
  records(): readonly Json[]
  /** By which a later copy is known; undefined: it has none, and goes when its collection comes anew. */
  idOf(record: Json): string | undefined
  /** As of when a copy is; absent: that is the same of all copies. */
  dateOf?(record: Json): string
  /** Other ids by which --delete finds it. */
  otherIdsOf?(record: Json): readonly string[]
  write(records: readonly Json[]): string
}

const shared = fileURLToPath(new URL('../../../shared/data/sources/', import.meta.url))
const own = fileURLToPath(new URL('../sources/data/', import.meta.url))

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const lines = (records: readonly unknown[]): string => records.map((one) => JSON.stringify(one)).join('\n')
const some = (...values: unknown[]): string[] => values.flatMap((value) => text(value) ?? [])

function read(path: string): readonly Json[] {
  if (!existsSync(path)) return []
  const content = readFileSync(path, 'utf8')
  return path.endsWith('.json')
    ? (JSON.parse(content) as { '@graph': Json[] })['@graph']
    : content.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Json]))
}

type Given = Pick<SourceFile, 'collection' | 'keeps' | 'idOf'> & Partial<SourceFile>

/** Lines of JSON of a file. */
const jsonFile = (path: string, given: Given): SourceFile => ({
  name: `${path
    .split('/')
    .slice(-2)
    .join('-')
    .replace(/\.jsonl?$/, '')}.jsonl`,
  records: () => read(path),
  write: lines,
  ...given,
})

/** Ids of OpenAIRE and OpenAlex that are those of others. */
const pidsOf = ({ pids }: Json): string[] =>
  Array.isArray(pids) ? pids.flatMap((one: Json) => some(one['value'])) : []

const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-9079-593X', '0000-0003-1419-2405']

/** The person of the file, as several. */
const orcidRecords = (): Json[] =>
  read(`${own}orcid.jsonl`).flatMap((one) =>
    ORCIDS.map((path) => ({
      ...one,
      'orcid-identifier': { uri: `https://orcid.org/${path}`, path },
      path: `/${path}`,
    })),
  )

/** A work as reference managers and tables know it. */
interface Work extends Json {
  readonly DOI?: string
  readonly PMID?: string
  readonly title: string
  readonly authors: readonly { readonly family: string; readonly given: string }[]
  readonly year: string
  readonly journal: string
  readonly volume: string
  readonly publisher: string
}

/** Some have a DOI, some a number of PubMed, and some nothing by which they could be known again. */
const works = (): readonly Work[] =>
  read(`${shared}crossref/works.jsonl`)
    .filter(({ author }) => Array.isArray(author) && author.some((one: Json) => text(one['given'])))
    .slice(0, 16)
    .map((work, i) => ({
      ...(i % 4 < 2 ? { DOI: text(work['DOI']) as string } : i % 4 === 2 && { PMID: `${7_000_000 + i}` }),
      title: ((work['title'] as string[])[0] ?? `Work ${i}`).replace(/[{}<>&\\#%$_^~"\n]/g, ' '),
      authors: (work['author'] as Json[])
        .slice(0, 4)
        .flatMap(({ family, given }) =>
          text(family) !== undefined && text(given) !== undefined
            ? [{ family: String(family), given: String(given) }]
            : [],
        ),
      year: `${2000 + (i % 20)}`,
      journal: ((work['container-title'] as string[] | undefined)?.[0] ?? 'A journal').replace(
        /[{}&\\#%$_^~"\n]/g,
        ' ',
      ),
      volume: text(work['volume']) ?? `${i}`,
      publisher: `House ${i % 3}`,
    }))

const workId = ({ DOI, PMID }: Json): string | undefined =>
  text(DOI) ?? (PMID === undefined ? undefined : `pmid ${text(PMID)}`)

/** @param write one work, number i of its file */
const workFile = (
  name: string,
  collection: string,
  write: (work: Work, i: number) => string,
  head = '',
): SourceFile => ({
  name,
  collection,
  keeps: ['DOI', 'PMID', 'ID'],
  records: works,
  idOf: workId,
  write: (records) => head + (records as readonly Work[]).map(write).join(''),
})

const bibtexOf = (work: Work, i: number): string => {
  const { DOI, PMID, title, authors, year, journal, volume, publisher } = work
  const fields = {
    title: `{${title}}`,
    author: authors.map(({ family, given }) => `${family}, ${given}`).join(' and '),
    ...{ year, journal, volume, publisher },
    ...(DOI !== undefined && { doi: DOI }),
    ...(PMID !== undefined && { pmid: PMID }),
  }
  return `@article{work${i},\n${Object.entries(fields)
    .map(([key, value]) => `  ${key} = {${value}}`)
    .join(',\n')}\n}\n`
}

const risOf = ({ DOI, title, authors, year, journal, volume, publisher }: Work): string =>
  [
    ['TY', 'JOUR'],
    ['TI', title],
    ...authors.map(({ family, given }) => ['AU', `${family}, ${given}`]),
    ...[
      ['PY', year],
      ['T2', journal],
      ['VL', volume],
      ['PB', publisher],
    ],
    ...(DOI === undefined ? [] : [['DO', DOI]]),
    ['ER', ''],
  ]
    .map(([tag, value]) => `${tag}  - ${value}\n`)
    .join('')

const cslOf = ({ authors, year, journal, ...rest }: Work): Json => ({
  ...rest,
  type: 'article-journal',
  author: authors,
  issued: { 'date-parts': [[Number(year)]] },
  'container-title': journal,
})

const row = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => `"${(text(cell) ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`

const authorsText = (authors: Work['authors']): string =>
  authors.map(({ family, given }) => `${family}, ${given}`).join('; ')

/** People and grants, some with an id of their own. */
const staff = (): Json[] =>
  [
    'Ada Lovelace',
    'Grace Hopper',
    'Emmy Noether',
    'Lise Meitner',
    'Rosalind Franklin',
    'Mary Somerville',
  ].map((name, i) => ({
    ...(i % 3 < 2 && { ID: `staff-${i}` }),
    Name: name,
    ORCID: i % 2 === 0 ? ORCIDS[i / 2] : '',
    Department: `Department ${i % 3}`,
    ROR: i % 2 === 0 ? 'https://ror.org/03yrm5c26' : '',
  }))
const grants = (): Json[] =>
  [0, 1, 2, 3, 4].map((i) => ({
    'Grant number': i === 4 ? '' : `G-${i}`,
    Title: `Project ${i}`,
    Funder: i % 2 === 0 ? 'Funder A' : 'Funder B',
    Amount: `${1000 * (i + 1)}`,
    Currency: 'EUR',
  }))

const tableOf =
  (columns: readonly string[]) =>
  (records: readonly Json[]): string =>
    row(columns) + records.map((one) => row(columns.map((column) => one[column]))).join('')

/** Rows of a table of OpenCitations. */
function openCitationsRows(name: string): Json[] {
  const path = `${shared}opencitations/${name}`
  if (!existsSync(path)) return []
  const reader = createCsvReader()
  const [head, ...rows] = [...reader.read(readFileSync(path, 'utf8')), ...reader.end()]
  return rows.map(({ fields }) =>
    Object.fromEntries((head?.fields ?? []).map((key, i) => [key, fields[i] ?? ''])),
  )
}
const openCitationsTable = (records: readonly Json[]): string =>
  tableOf(Object.keys(records[0] ?? {}))(records)

const openCitations = (
  name: string,
  given: Partial<SourceFile> & Pick<SourceFile, 'idOf' | 'keeps' | 'records'>,
): SourceFile => ({
  name,
  collection: 'opencitations',
  write: openCitationsTable,
  ...given,
})
const doisIn = (...cells: unknown[]): string[] =>
  cells.flatMap((cell) => [...(text(cell) ?? '').matchAll(/doi:(\S+)/g)].map(([, doi]) => doi as string))

const REPOSITORY = 'https://repository.example/oai'

/** What a repository says of works; a DOI may come later. */
const oaiRecords = (): Json[] =>
  works().map(({ DOI, title, authors, year, publisher }: Work & Json, i) => ({
    identifier: `oai:repository.example:${i}`,
    datestamp: `2026-01-0${1 + (i % 9)}T00:00:00Z`,
    ...{ DOI: DOI ?? '', title, authors, year, publisher },
    rights:
      i % 2 === 0 ? 'info:eu-repo/semantics/openAccess' : 'https://creativecommons.org/licenses/by/4.0/',
  }))

const escaped = (value: unknown): string =>
  String(value).replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)

function oaiLine({ identifier, datestamp, isDeleted, ...work }: Json): string {
  const oai = {
    baseURL: REPOSITORY,
    identifier,
    datestamp,
    prefix: 'oai_dc',
    ...(isDeleted === true && { deleted: true }),
  }
  if (isDeleted === true) return JSON.stringify({ oai })
  const { DOI, title, authors, year, publisher, rights } = work
  const elements = [
    ['title', title],
    ...(authors as Work['authors']).map(({ family, given }) => ['creator', `${family}, ${given}`]),
    ...[
      ['date', year],
      ['type', 'article'],
      ['publisher', publisher],
      ['rights', rights],
    ],
    [
      'identifier',
      DOI === '' ? `https://repository.example/${text(identifier)}` : `https://doi.org/${text(DOI)}`,
    ],
  ]
  const content = elements
    .map(([name, value]) => `<dc:${String(name)}>${escaped(value)}</dc:${String(name)}>`)
    .join('')
  const namespaces =
    'xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"'
  return JSON.stringify({ oai, metadata: `<oai_dc:dc ${namespaces}>${content}</oai_dc:dc>` })
}

const openAlex = ['works', 'authors', 'institutions', 'sources', 'topics', 'funders', 'publishers', 'awards']
const openAire = ['products', 'organizations', 'projects', 'datasources']

const all: readonly SourceFile[] = [
  jsonFile(`${shared}crossref/works.jsonl`, {
    collection: 'crossref',
    idOf: ({ DOI }) => text(DOI),
    keeps: ['DOI', 'indexed', 'type'],
  }),
  jsonFile(`${shared}datacite/dois.jsonl`, {
    collection: 'datacite',
    idOf: ({ attributes }) => text((attributes as Json)['doi']),
    keeps: ['doi', 'updated', 'types'],
    inside: 'attributes',
  }),
  ...openAlex.map((name) =>
    jsonFile(`${shared}openalex/${name}.jsonl`, {
      collection: 'openalex',
      idOf: ({ id }) => text(id),
      otherIdsOf: ({ doi, ids, orcid, ror }) => some(doi, orcid, ror, (ids as Json | undefined)?.['ror']),
      keeps: ['id', 'ids', 'doi', 'orcid', 'ror', 'updated_date'],
    }),
  ),
  jsonFile(`${shared}ror/ror-300.jsonl`, {
    collection: 'ror',
    idOf: ({ id }) => text(id),
    keeps: ['id', 'admin', 'status'],
  }),
  ...openAire.map((name) =>
    jsonFile(`${shared}openaire/camelcase-derived/${name}.jsonl`, {
      collection: 'openaire',
      idOf: ({ id }) => text(id),
      otherIdsOf: pidsOf,
      keeps: ['id', 'pids', 'type', 'instances'],
    }),
  ),
  jsonFile(`${own}orcid.jsonl`, {
    collection: 'orcid',
    records: orcidRecords,
    idOf: (record) => text((record['orcid-identifier'] as Json | undefined)?.['path']),
    keeps: ['orcid-identifier', 'history', 'path'],
  }),
  ...readdirSync(DEMO)
    .filter((name) => name.endsWith('s.json'))
    .map((name) =>
      jsonFile(join(DEMO, name), {
        collection: 'skg-if',
        idOf: ({ local_identifier: id }) => text(id),
        keeps: ['local_identifier', 'entity_type', '@context'],
      }),
    ),
  workFile('works.bib', 'bibtex', bibtexOf),
  // Which has no place for a number of PubMed.
  { ...workFile('works.ris', 'ris', risOf), idOf: ({ DOI }) => text(DOI) },
  workFile('items.jsonl', 'csl', (work) => `${JSON.stringify(cslOf(work))}\n`),
  workFile(
    'works.csv',
    'table',
    ({ DOI, PMID, title, authors, year, journal }) =>
      row([title, authorsText(authors), year, journal, DOI, PMID]),
    row(['Title', 'Authors', 'Year', 'Journal', 'DOI', 'PMID']),
  ),
  {
    name: 'staff.csv',
    collection: 'table',
    keeps: ['ID'],
    records: staff,
    idOf: ({ ID, ORCID }) => text(ID) ?? (ORCID === '' ? undefined : text(ORCID)),
    otherIdsOf: ({ ORCID }) => some(ORCID),
    write: tableOf(['ID', 'Name', 'ORCID', 'Department', 'ROR']),
  },
  {
    name: 'grants.csv',
    collection: 'table',
    keeps: ['Grant number', 'Funder'],
    records: grants,
    idOf: (grant) =>
      grant['Grant number'] === '' ? undefined : `${text(grant['Funder'])} ${text(grant['Grant number'])}`,
    write: tableOf(['Grant number', 'Title', 'Funder', 'Amount', 'Currency']),
  },
  openCitations('meta.csv', {
    records: () =>
      openCitationsRows('meta-170.csv').map((one, i) => ({ ...one, omid: i % 2 === 0 ? '' : `br/06${i}` })),
    idOf: ({ id, omid }) => (omid === '' ? doisIn(id)[0] : `https://w3id.org/oc/meta/${text(omid)}`),
    otherIdsOf: ({ id }) => doisIn(id),
    keeps: ['omid', 'type'],
    write: (records) =>
      openCitationsTable(
        records.map(({ omid, ...one }) => ({
          ...one,
          id: omid === '' ? one['id'] : `omid:${text(omid)} ${text(one['id'])}`,
        })),
      ),
  }),
  openCitations('citations.csv', {
    records: () => openCitationsRows('index-omid.csv'),
    idOf: ({ id }) => text(id),
    keeps: ['id'],
  }),
  openCitations('citations-of-dois.csv', {
    records: () => openCitationsRows('index-citing-cited-doi.csv'),
    idOf: ({ citing, cited }) => `${text(citing)} ${text(cited)}`,
    keeps: ['citing', 'cited'],
  }),
  openCitations('omids.csv', {
    records: () => openCitationsRows('omid-correspondence.csv'),
    idOf: ({ omid }) => `is ${text(omid)}`,
    keeps: ['omid'],
  }),
  {
    name: 'repository.jsonl',
    collection: REPOSITORY,
    keeps: ['identifier'],
    records: oaiRecords,
    idOf: ({ identifier }) => text(identifier),
    dateOf: ({ datestamp }) => text(datestamp) ?? '',
    otherIdsOf: ({ DOI }) => some(DOI),
    write: (records) => records.map(oaiLine).join('\n'),
  },
]

/** Those of which there are records here. */
export const sourceFiles = all.filter((file) => file.records().length > 0)
