// Checks the files of the demo graph themselves, without the server: identifiers, references, counts, the
// texts that validators search.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>
interface Reference {
  kind: string
  id: string
  from: string
  name?: unknown
}
interface Identifier {
  scheme: string
  value: string
  of: string
}

const core = 'https://w3id.org/skg-if/context/1.1.0/skg-if.json'
const api = 'https://w3id.org/skg-if/context/1.0.0/skg-if-api.json'
const base = { '@base': 'https://w3id.org/skg-if/sandbox/skeg/' }
const srv = 'https://w3id.org/skg-if/extension/srv/context/skg-if.json'

const files: [file: string, kind: string, records: number, ...extensions: string[]][] = [
  ['products', 'product', 20],
  ['persons', 'person', 16],
  ['organisations', 'organisation', 16, srv],
  ['grants', 'grant', 6],
  ['venues', 'venue', 10, srv],
  ['datasources', 'datasource', 5],
  ['topics', 'topic', 7],
  ['services', 'service', 5, srv],
]

/** What the files refer to without a record of their own: mentions, and agents that have a name at most. */
const mentions: [id: string, kind: string][] = [
  ['https://doi.org/10.1038/s41592-019-0686-2', 'product'],
  ['https://doi.org/10.3847/0004-637x/829/1/11', 'product'],
  ['https://doi.org/10.1162/qss_a_00022', 'product'],
  ['https://doi.org/10.25490/a97f-egyk', 'product'],
  ['https://doi.org/10.1016/j.websem.2012.08.001', 'product'],
  ['https://doi.org/10.18653/v1/k18-2020', 'product'],
  ['https://www.w3.org/TR/2004/REC-rdf-concepts-20040210/', 'product'],
  ['http://purl.org/spar/cito/2018-02-12', 'product'],
  ['product-fourth-paradigm', 'product'],
  ['agent-ligo-scientific-collaboration', 'agent'],
  ['agent-virgo-collaboration', 'agent'],
  ['agent-force11-software-citation-working-group', 'agent'],
  ['agent-skeg-curators', 'agent'],
]

/** Keys whose values are ids written as plain strings, and the kind that they name. */
const plainReferences: Record<string, string> = {
  term: 'topic',
  associated_with: 'agent',
  relevant_organisations: 'organisation',
  cites: 'product',
  is_supplemented_by: 'product',
  is_documented_by: 'product',
  is_new_version_of: 'product',
  is_part_of: 'product',
}

const read = (file: string): Json =>
  JSON.parse(readFileSync(new URL(`../../data/${file}.json`, import.meta.url), 'utf8')) as Json
const documents = new Map(files.map(([file]) => [file, read(file)]))
const recordsOf = (file: string): Json[] => documents.get(file)!['@graph'] as Json[]
const records = files.flatMap(([file]) => recordsOf(file))
const idOf = (record: Json): string => record.local_identifier as string
const byId = new Map(records.map((record) => [idOf(record), record]))

const references: Reference[] = []
const identifiers: Identifier[] = []
const dates: [text: string, of: string][] = []
for (const record of records)
  for (const [key, value] of Object.entries(record)) collect(value, key, idOf(record))

function collect(value: unknown, key: string, from: string): void {
  if (Array.isArray(value))
    return value.forEach((item) => {
      collect(item, key, from)
    })
  if (typeof value === 'string') {
    if (key in plainReferences) references.push({ kind: plainReferences[key]!, id: value, from })
    return
  }
  if (typeof value !== 'object' || value === null) return
  const node = value as Json
  if (typeof node.local_identifier === 'string')
    references.push({ kind: node.entity_type as string, id: node.local_identifier, from, name: node.name })
  if (typeof node.scheme === 'string')
    identifiers.push({ scheme: node.scheme, value: node.value as string, of: from })
  if (key === 'dates')
    dates.push(
      ...Object.values(node)
        .flat()
        .map((text): [string, string] => [text as string, from]),
    )
  for (const [inner, item] of Object.entries(node)) collect(item, inner, from)
}

/** The ISO 7064 11-2 check character of an ORCID fits its digits. */
function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false
  const digits = text.replaceAll('-', '')
  const total = [...digits.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  return '0123456789X'[(12 - (total % 11)) % 11] === digits[15]
}

/**
 * The last two digits of a ROR id are the ISO 7064 97-10 check of its base 32 number (alphabet of Crockford).
 */
function isRor(text: string): boolean {
  const [, number, check] = /^https:\/\/ror\.org\/(0[0-9a-hjkmnp-tv-z]{6})(\d\d)$/.exec(text) ?? []
  if (number === undefined) return false
  const value = [...number].reduce(
    (sum, character) => sum * 32 + '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(character),
    0,
  )
  return 98 - ((value * 100) % 97) === Number(check)
}

/** The last character of an ISSN is its weighted sum modulo 11. */
function isIssn(text: string): boolean {
  if (!/^\d{4}-\d{3}[\dX]$/.test(text)) return false
  const total = [...text.replace('-', '')].reduce(
    (sum, digit, index) => sum + '0123456789X'.indexOf(digit) * (8 - index),
    0,
  )
  return total % 11 === 0
}

/** The digits of an ISBN of 13 digits, weighted 1 and 3 in turn, add up to a multiple of 10. */
function isIsbn(text: string): boolean {
  const digits = [...text.replaceAll('-', '')]
  const total = digits.reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return digits.length === 13 && total % 10 === 0
}

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)

const schemes: Record<string, (text: string) => boolean> = {
  orcid: isOrcid,
  ror: isRor,
  issn: isIssn,
  eissn: isIssn,
  isbn: isIsbn,
  doi: (text) => /^10\.\d{4,9}\/[!-~]+$/.test(text) && text === text.toLowerCase(),
  arxiv: matches(/^\d{4}\.\d{4,5}$/),
  pmid: matches(/^\d{1,8}$/),
  pmcid: matches(/^PMC\d+$/),
  handle: matches(/^[\d.]+\/[!-~]+$/),
  openalex: matches(/^[AWISPTF]\d+$/),
  omid: matches(/^(br|ra)\/\d+$/),
  opendoar: matches(/^\d+$/),
  're3data.org': matches(/^r3d\d{9}$/),
  wikidata: matches(/^https:\/\/www\.wikidata\.org\/wiki\/Q\d+$/),
  url: (text) => URL.canParse(text),
}

const checks: [title: string, check: (text: string) => boolean, right: string, wrong: string][] = [
  ['ORCID', isOrcid, '0000-0002-1825-0097', '0000-0002-1825-0096'],
  ['ORCID with X', isOrcid, '0000-0002-1694-233X', '0000-0002-1694-2330'],
  ['ROR', isRor, 'https://ror.org/05gq02987', 'https://ror.org/05gq02978'],
  ['ISSN', isIssn, '0378-5955', '0378-5956'],
  ['ISSN with X', isIssn, '2434-561X', '2434-5610'],
  ['ISBN', isIsbn, '978-3-16-148410-0', '978-3-16-148410-1'],
  ['DOI', schemes.doi!, '10.5555/abc', 'https://doi.org/10.5555/abc'],
  ['DOI in lower case', schemes.doi!, '10.5555/abc', '10.5555/ABC'],
]

/**
 * The texts that the official validator searches. Its answers must keep to the official file: no value of the
 * second table among them.
 */
const searches: [file: string, field: string, text: string][] = [
  ['products', 'titles', 'Collections'],
  ['grants', 'titles', 'The'],
  ['persons', 'name', 'Smith'],
  ['datasources', 'name', 'The'],
  ['organisations', 'name', 'The'],
]

/** What the specification allows and the official OpenAPI file does not. */
const beyondOfficial: [id: string, field: string, value: string][] = [
  ['https://ror.org/03wp25384', 'types', 'research_infrastructure'],
  ['https://ror.org/00dd4fz34', 'types', 'hosting_organisation'],
  ['venue-ssh-open-marketplace', 'type', 'srv_portal'],
  ['grant-sshoc', 'funded_amount', '14455594.08'],
]

const precisions: [title: string, pattern: RegExp][] = [
  ['year', /^\d{4}$/],
  ['month', /^\d{4}-\d\d$/],
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['second', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

describe('the demo graph', () => {
  for (const [file, kind, count, ...extensions] of files) {
    it(`${file}.json has ${String(count)} records of kind ${kind}`, () => {
      expect(documents.get(file)!['@context']).to.deep.equal([core, api, base, ...extensions])
      expect(recordsOf(file).map((record) => record.entity_type)).to.deep.equal(
        Array<string>(count).fill(kind),
      )
    })
  }

  it('gives no id twice', () => {
    expect(byId.size).to.equal(records.length)
  })

  it('gives no id to two kinds', () => {
    const kinds = new Map<string, Set<string>>()
    const named: Reference[] = records.map((record) => ({
      kind: record.entity_type as string,
      id: idOf(record),
      from: '',
    }))
    for (const { id, kind } of [...named, ...references])
      kinds.set(id, (kinds.get(id) ?? new Set()).add(kind))
    expect([...kinds].filter(([, of]) => of.size > 1)).to.deep.equal([])
  })

  it('refers to its own records and to the listed mentions only', () => {
    const known = [
      ...records.map((record) => `${record.entity_type as string} ${idOf(record)}`),
      ...mentions.map(([id, kind]) => `${kind} ${id}`),
    ]
    expect(references.filter(({ kind, id }) => !known.includes(`${kind} ${id}`))).to.deep.equal([])
  })

  it('embeds no name that differs from that of the record', () => {
    expect(
      references.filter(({ id, name }) => name !== undefined && byId.has(id) && byId.get(id)!.name !== name),
    ).to.deep.equal([])
  })

  for (const [id] of mentions) {
    it(`refers to ${id}, which has no record`, () => {
      expect(byId.has(id)).to.equal(false)
      expect(references.some((reference) => reference.id === id)).to.equal(true)
    })
  }

  for (const [title, check, right, wrong] of checks) {
    it(`can tell a right ${title} from a wrong one`, () => {
      expect([check(right), check(wrong)]).to.deep.equal([true, false])
    })
  }

  for (const [scheme, check] of Object.entries(schemes)) {
    it(`has only right identifiers of scheme ${scheme}`, () => {
      const own = identifiers.filter((identifier) => identifier.scheme === scheme)
      expect(own).to.not.deep.equal([])
      expect(own.filter(({ value }) => !check(value))).to.deep.equal([])
    })
  }

  it('uses no other scheme', () => {
    expect(identifiers.filter(({ scheme }) => !(scheme in schemes))).to.deep.equal([])
  })

  it('has only ids that are short names or whole URLs, those of ROR and DOI with the same identifier', () => {
    for (const record of records) {
      const id = idOf(record)
      if (!id.includes(':')) expect(id).to.match(new RegExp(`^${record.entity_type as string}-[a-z0-9.-]+$`))
      else
        expect(identifiers.filter(({ of }) => of === id).map(({ value }) => value)).to.include(
          id.replace('https://doi.org/', ''),
        )
    }
  })

  for (const [title, pattern] of precisions) {
    it(`has dates to the ${title}`, () => {
      expect(dates.filter(([text]) => pattern.test(text))).to.not.deep.equal([])
    })
  }

  it('has no other dates', () => {
    expect(dates.filter(([text]) => !precisions.some(([, pattern]) => pattern.test(text)))).to.deep.equal([])
  })

  for (const [file, field, text] of searches) {
    it(`answers a search for ${text} in ${file} with records of the official shape`, () => {
      expect(
        recordsOf(file)
          .map((record) => textOf(record[field]))
          .filter((value) => value.includes(text)),
      ).to.not.deep.equal([])
      const found = recordsOf(file).filter((record) =>
        textOf(record[field]).toLowerCase().includes(text.toLowerCase()),
      )
      expect(found.map(idOf).filter((id) => beyondOfficial.some(([other]) => other === id))).to.deep.equal([])
    })
  }

  for (const [id, field, value] of beyondOfficial) {
    it(`shows ${field} ${value} on ${id}`, () => {
      expect([byId.get(id)?.[field]].flat().map(String)).to.include(value)
    })
  }

  it('calls every person by given and family name', () => {
    expect(
      recordsOf('persons').filter(
        ({ name, given_name: given, family_name: family }) => name !== `${String(given)} ${String(family)}`,
      ),
    ).to.deep.equal([])
  })
})
