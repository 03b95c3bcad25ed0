// A graph in which nothing is wrong: records of all types, with the values in which faults are sown.

import type { Json } from './files.ts'
import { readData } from '../support/data.ts'

const product = readData<Record<string, unknown>>('load/good-product.json')

export const good: readonly Json[] = [
  product,
  {
    local_identifier: 'product-2',
    entity_type: 'product',
    product_type: 'research data',
    titles: { en: ['Another title'] },
  },
  {
    local_identifier: 'person-1',
    entity_type: 'person',
    given_name: 'Josiah',
    family_name: 'Carberry',
    name: 'Josiah Carberry',
    identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }],
    affiliations: [
      {
        affiliation: { local_identifier: 'organisation-1', entity_type: 'organisation' },
        role: 'affiliate',
        period: { start: '2001', end: '2009-05' },
      },
    ],
  },
  {
    local_identifier: 'organisation-1',
    entity_type: 'organisation',
    name: 'Brown University',
    country: 'US',
    website: 'https://www.brown.edu/',
    types: ['education'],
    identifiers: [{ scheme: 'ror', value: '05gq02987' }],
  },
  {
    local_identifier: 'grant-1',
    entity_type: 'grant',
    grant_number: '1',
    titles: { en: 'A grant' },
    currency: 'EUR',
    funded_amount: 1.5,
    duration: { start: '2020-01-01T00:00:00Z', end: '2021-01-01T00:00:00Z' },
    beneficiaries: [{ local_identifier: 'organisation-1', entity_type: 'organisation' }],
    contributions: [
      { by: { local_identifier: 'person-1', entity_type: 'person' }, roles: ['project leader'] },
    ],
  },
  {
    local_identifier: 'venue-1',
    entity_type: 'venue',
    name: 'Scientific Data',
    type: 'journal',
    identifiers: [
      { scheme: 'issn', value: '2052-4463' },
      { scheme: 'isbn', value: '978-3-16-148410-0' },
    ],
    access_rights: { status: 'open' },
  },
  {
    local_identifier: 'topic-1',
    entity_type: 'topic',
    labels: { en: 'data' },
    identifiers: [{ scheme: 'wikidata', value: 'Q42848' }],
  },
  {
    local_identifier: 'datasource-1',
    entity_type: 'datasource',
    name: 'An archive',
    data_source_classification: 'repository',
    policies: [{ about: 'preservation', documented_at: 'https://example.org/policy' }],
  },
  {
    local_identifier: 'service-1',
    entity_type: 'service',
    name: { en: 'A service' },
    website: 'https://example.org/',
    srv_invocation_type: ['sshocinvt:webApplication'],
    is_accessible_for_free: true,
    srv_hosting_organisation: [{ local_identifier: 'organisation-1', entity_type: 'organisation' }],
  },
]

const context = [
  'https://w3id.org/skg-if/context/1.1.0/skg-if.json',
  'https://w3id.org/skg-if/context/1.0.0/skg-if-api.json',
  { '@base': 'https://example.org/graph/' },
]

/** The records as a document, a line for each key. */
export const documentOf = (records: readonly unknown[]): string =>
  JSON.stringify({ '@context': context, '@graph': records }, null, 2)
