// The files of the demo graph themselves: counts, the forms of ids, what they show, the texts that validators search.
// That nothing is wrong in them, test/load/report.test.ts says.

import { expect } from 'chai'
import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>

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

const read = (file: string): Json =>
  JSON.parse(readFileSync(new URL(`../../data/${file}.json`, import.meta.url), 'utf8')) as Json
const documents = new Map(files.map(([file]) => [file, read(file)]))
const recordsOf = (file: string): Json[] => documents.get(file)!['@graph'] as Json[]
const records = files.flatMap(([file]) => recordsOf(file))
const idOf = (record: Json): string => record.local_identifier as string
const byId = new Map(records.map((record) => [idOf(record), record]))

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

  it('has only ids that are short names or whole URLs, those of ROR and DOI with the same identifier', () => {
    for (const record of records) {
      const id = idOf(record)
      if (!id.includes(':')) expect(id).to.match(new RegExp(`^${record.entity_type as string}-[a-z0-9.-]+$`))
      else
        expect(JSON.stringify(record.identifiers)).to.include(
          `"value":"${id.replace('https://doi.org/', '')}"`,
        )
    }
  })

  for (const scheme of `orcid ror issn eissn isbn doi arxiv pmid pmcid handle openalex omid opendoar re3data.org
    wikidata url`.split(/\s+/))
    it(`shows identifiers of scheme ${scheme}`, () =>
      expect(JSON.stringify(records)).to.include(`{"scheme":"${scheme}","value":`))

  for (const [precision, date] of Object.entries({
    year: /"\d{4}"/,
    month: /"\d{4}-\d\d"/,
    day: /"\d{4}-\d\d-\d\d"/,
    second: /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/,
  }))
    it(`shows dates to the ${precision}`, () => expect(JSON.stringify(records)).to.match(date))

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
