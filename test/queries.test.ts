/** The queries of queries/ have a title, and say what is so in the demo graph. */

import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { startSparql } from './support/endpoint.ts'
import { throughout } from './support/closing.ts'

const folder = new URL('../queries/', import.meta.url)
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.rq'))
  .sort()
const BASE = 'https://w3id.org/skg-if/sandbox/skeg/'
const INVOCATION = 'https://vocabs.sshopencloud.eu/vocabularies/invocation-type/'

/** Number of rows, and a row that is known from the records. */
const known: Readonly<Record<string, readonly [rows: number, row: Readonly<Record<string, string>>]>> = {
  'citation-neighbourhood.rq': [
    2,
    {
      product: `${BASE}product-fair-principles`,
      direction: 'is cited by',
      neighbour: `${BASE}product-fair4rs`,
      title: 'Introducing the FAIR Principles for research software',
    },
  ],
  'coauthors.rq': [
    2,
    {
      person: `${BASE}person-david-shotton`,
      coauthor: `${BASE}person-silvio-peroni`,
      name: 'Silvio Peroni',
      products: '3',
    },
  ],
  'counts.rq': [26, { class: 'http://purl.org/spar/fabio/Work', records: '20' }],
  'countries.rq': [3, { country: 'US', products: '4' }],
  'funded-products.rq': [4, { grant: `${BASE}grant-graspos`, name: 'GraspOS', products: '1' }],
  'funders.rq': [
    3,
    { funder: `${BASE}organisation-european-commission`, name: 'European Commission', grants: '4' },
  ],
  'grants-by-funder.rq': [
    4,
    {
      funder: `${BASE}organisation-european-commission`,
      name: 'European Commission',
      grants: '3',
      total: '27394102.08',
      currency: 'EUR',
    },
  ],
  'identifier-schemes.rq': [16, { scheme: 'http://purl.org/spar/datacite/doi', identifiers: '38' }],
  'languages-of-titles.rq': [3, { language: 'en', titles: '32' }],
  'licences.rq': [5, { licence: 'https://creativecommons.org/licenses/by/4.0/', products: '7' }],
  'most-cited.rq': [
    9,
    {
      product: `${BASE}product-fair-principles`,
      title: 'The FAIR Guiding Principles for scientific data management and stewardship',
      citations: '2',
    },
  ],
  'organisations-by-products.rq': [
    5,
    { organisation: 'https://ror.org/01111rn36', name: 'University of Bologna', products: '2' },
  ],
  'people-by-products.rq': [
    18,
    { person: `${BASE}person-david-shotton`, name: 'David Shotton', products: '3' },
  ],
  'products-by-country-and-year.rq': [7, { country: 'GB', year: '2020', products: '1' }],
  'products-by-year.rq': [11, { year: '2007', products: '1' }],
  'services-by-invocation-type.rq': [2, { type: `${INVOCATION}restfullWebservice`, services: '5' }],
  'status-by-year.rq': [
    17,
    { year: '2007', access: 'http://purl.org/spar/pso/closed-access', products: '1' },
  ],
  'topics.rq': [6, { topic: `${BASE}topic-bibliometrics`, name: 'bibliometrics', products: '6' }],
  'venues.rq': [9, { venue: `${BASE}venue-arxiv`, name: 'arXiv.org', products: '4' }],
}

describe('queries', () => {
  const server = throughout(() => startSparql())

  it('are all known', () =>
    expect(files).to.deep.equal(Object.keys(known).sort()).and.have.length.greaterThan(11))

  for (const [name, [count, row]] of Object.entries(known)) {
    it(`${name} says what is so`, async () => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const [, title] = /^# title: (.+)\n/.exec(text) ?? []
      expect(title).to.be.a('string')
      const rows = await server.select(text)
      expect(rows).to.have.length(count)
      expect(rows).to.deep.include(row)
    })
  }
})
