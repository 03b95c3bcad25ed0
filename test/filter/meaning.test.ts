/**
 * What filters mean: which conditions meet at one node, spellings of identifiers and ids, case, ranges,
 * mentions.
 */

import { expect } from 'chai'
import { Problem } from '../../src/config/errors.ts'
import { compile } from '../../src/filter/query/compile.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { ignorance } from '../support/ignorance.ts'
import { model } from '../support/model.ts'
import { readData } from '../support/data.ts'
import { throughout } from '../support/closing.ts'
import { openRecords } from '../support/graphs.ts'

const BASE = 'https://base.example/'

const person = (id: string, given: string, family: string, ...identifiers: [string, string][]): object => ({
  local_identifier: id,
  entity_type: 'person',
  given_name: given,
  family_name: family,
  name: `${given} ${family}`,
  identifiers: identifiers.map(([scheme, value]) => ({ scheme, value })),
})
const organisation = (
  id: string,
  name: string,
  country: string,
  ...identifiers: [string, string][]
): object => ({
  local_identifier: id,
  entity_type: 'organisation',
  name,
  short_name: name.slice(0, 2),
  country,
  website: `https://${id}.example/a b?é`,
  identifiers: identifiers.map(([scheme, value]) => ({ scheme, value })),
})
const by = (id: string, ...at: string[]): object => ({
  by: { local_identifier: id, entity_type: 'person' },
  role: 'author',
  declared_affiliations: at.map((one) => ({ local_identifier: one, entity_type: 'organisation' })),
})
const product = (id: string, more: object): object => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Title of ${id}`] },
  ...more,
})
const grant = (id: string, more: object): object => ({
  local_identifier: id,
  entity_type: 'grant',
  titles: { en: id },
  ...more,
})

const records = [
  person(
    'ada',
    'Ada',
    'Smith',
    ['orcid', '0000-0001-0000-000x'],
    ['ORCID', '0000-0001-0000-0018'],
    ['viaf', '77'],
  ),
  person('bob', 'Bob', 'Smith', ['orcid', 'https://orcid.org/0000-0002-0000-0001']),
  person('eve', 'Ada', 'Jones'),
  person('zoe', 'Zoe\u0308', 'Lefe\u0300vre'),
  { local_identifier: 'https://orcid.org/0000-0003-0000-0003', entity_type: 'person', name: 'Orc' },
  organisation('uni', 'University', 'it', ['ror', '05gq02987']),
  organisation('lab', 'Laboratory', 'DE', ['ror', 'https://ror.org/01111RN36'], ['wikidata', 'Q1']),
  {
    local_identifier: 'https://ror.org/00k4n6c32',
    entity_type: 'organisation',
    name: 'Commission',
    country: 'BE',
  },
  product('p1', {
    contributions: [by('ada', 'uni'), by('bob', 'lab')],
    identifiers: [
      { scheme: 'doi', value: '10.1/Abc' },
      { scheme: 'pmid', value: '123' },
    ],
    related_products: { cites: ['p2', 'mention', 'https://doi.org/10.9/M'] },
    manifestations: [{ dates: { publication: ['2010-05-01', '2020-05'] } }],
  }),
  product('p2', {
    contributions: [by('ada', 'lab'), by('eve', 'uni')],
    identifiers: [
      { scheme: 'DOI', value: 'https://doi.org/10.1/xyz' },
      { scheme: 'url', value: 'https://doi.org/10.1/ABC' },
    ],
    related_products: { cites: ['p2'] },
    manifestations: [{ dates: { publication: '2010' } }, { dates: { publication: '2014-03-01' } }],
  }),
  product('p3', {
    product_type: 'research data',
    contributions: [
      by('https://orcid.org/0000-0003-0000-0003', 'https://ror.org/00k4n6c32'),
      by('ada', 'uni', 'lab'),
    ],
    titles: { el: ['Ο ΣΊΣΥΦΟΣ'], de: ['Größe'] },
    funding: ['g1', 'g2'],
  }),
  product('https://doi.org/10.5555/SELF.(1)', {
    product_type: 'other',
    funding: [{ local_identifier: 'g9', entity_type: 'grant' }],
    titles: { none: ['a, b', 'c: "d" \\e'] },
  }),
  product('id with blank', {
    identifiers: [
      { scheme: 'handle', value: 'https://hdl.handle.net/11/A b' },
      { scheme: 'issn', value: '1234567x' },
      { scheme: 'crossref', value: 'a%2Fb' },
    ],
    related_products: { cites: ['a<b>"c'] },
  }),
  grant('g1', {
    grant_number: '7',
    funding_agency: 'uni',
    currency: 'eur',
    funded_amount: 1000,
    duration: { start: '2020', end: '2021-06' },
  }),
  grant('g2', {
    grant_number: '8',
    funding_agency: 'lab',
    currency: 'USD',
    funded_amount: 2985441.55,
    duration: { start: '2020-06-15', end: '2022-01-01T00:00:00+02:00' },
  }),
  grant('g3', {
    grant_number: '7',
    currency: 'EUR',
    funded_amount: 1e21,
    duration: { start: '2020-12-31T23:30:00-01:00', end: 'never' },
  }),
  { local_identifier: 'topic', entity_type: 'topic', labels: { en: 'Solar', fr: 'Solaire', none: 'Lunar' } },
  { local_identifier: 'topic2', entity_type: 'topic', labels: { en: 'Lunar', fr: 'Solaire' } },
  {
    local_identifier: 'service',
    entity_type: 'service',
    name: { en: 'Box', de: 'Kiste', 'de-at': 'K\u00e4stchen' },
    website: 'https://box.example',
    srv_invocation_type: ['webApplication'],
    srv_hosting_organisation: ['lab'],
    relevant_organisations: ['uni'],
    keywords: ['Ocean data'],
  },
  { local_identifier: 'v1', entity_type: 'venue', name: 'Other venue', type: 'other' },
  { local_identifier: 'v2', entity_type: 'venue', name: 'Blog', type: 'blog' },
]

const short = (iris: readonly string[]): string => iris.map((iri) => iri.replace(BASE, '')).join(' ')

describe('the meaning of filters', () => {
  const opened = throughout(() => openRecords(records, { model, base: BASE }))

  const meanings =
    readData<readonly [title: string, path: string, filter: string, expected: string][]>(
      'filter/meanings.json',
    )
  const textOf = (filter: string): string =>
    filter.replace('INVOCATION', `${model.vocabulary.iri('sshocinvt:x')!.slice(0, -1)}webApplication`)

  for (const [title, path, filter, expected] of meanings) {
    it(`${path}: ${title}`, async () => {
      const type = model.typeAt(path)!
      const conditions = parseFilter([textOf(filter)], type, model)
      const sorted = short(
        expected
          .split(' ')
          .filter(Boolean)
          .map((id) => new URL(id, BASE).href.replaceAll('%28', '('))
          .sort(),
      )
      expect(short((await opened.graph.search(type, conditions)).slice())).to.equal(sorted)
      // Without any knowledge of the graph the query is another, and its answer the same.
      const { ids } = compile(type, conditions, { model, base: BASE, statistics: ignorance })
      // It shows no mention; a record of another type whose word is this type's class (a venue of type other)
      // it cannot tell.
      const isOther = (iri: string): boolean =>
        opened.graph.typesOf(iri).length > 0 && !opened.graph.typesOf(iri).includes(type)
      const found = (await opened.store.select(ids))
        .map(({ entity }) => (entity as string).slice(1, -1))
        .filter((iri) => !isOther(iri))
        .sort()
      if (!IRIS_IN_OTHER_CASE.test(filter)) expect(short(found)).to.equal(sorted)
    })
  }

  it('an id with signs that no IRI has is refused unless it is known', async () => {
    const type = model.typeAt('products')!
    try {
      await opened.graph.search(type, parseFilter(['cf.cites:x%3E%20.%20?a%20?b%20%3Cy'], type, model))
      expect.fail('it was not refused')
    } catch (error) {
      expect(error).to.be.instanceOf(Problem)
      expect((error as Problem).message).to.match(
        /^The filter cf\.cites cannot have the value x> \. \?a \?b <y: an IRI cannot hold any of </,
      )
    }
  })
})

/**
 * Without knowledge of the graph, an IRI with letters in another case than the identifier's own form cannot
 * be found.
 */
const IRIS_IN_OTHER_CASE = /self|10\.9\/m/i
