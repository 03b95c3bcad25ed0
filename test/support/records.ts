/**
 * A small graph written by hand: several types, ids of every awkward form, mentions, an entity of two kinds.
 */

export const BASE = 'https://example.org/graph/'

/** A DOI of the old kind, as an IRI: brackets, parentheses, slashes. */
export const SICI = 'https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2'
export const ROR = 'https://ror.org/0abcdef12'
export const DOI = '10.1234/AbC.(1)'
export const ORCID = '0000-0002-1825-0097'

/** Ids of products, as their records write them. */
export const awkwardIds = [
  'a/b/c',
  'a//b',
  'with blank',
  'grün-Ω-日本',
  '100%',
  'a%2Fb',
  'q?x=1&y=2',
  'frag#1',
  'plus+sign',
  "it's (a) [b] {c}",
  'semi;colon,comma',
  `${BASE}x:y`,
  `${BASE}https://other.example/p`,
  'ends/',
  'https://other.example/p',
  'https://other.example/a%20b',
  'https://other.example/ü/%C3%A9',
  'https://other.example/straße',
  'urn:isbn:9780306406157',
  '~tilde*!',
  'new.html',
] as const

const titled = (local_identifier: string, title: string, more: object = {}): object => ({
  local_identifier,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [title] },
  ...more,
})

const topics = Array.from({ length: 23 }, (_, i) => ({
  local_identifier: `topic-${String(i + 1).padStart(2, '0')}`,
  entity_type: 'topic',
  labels: { en: `Topic ${i + 1}` },
}))

const shared = { scheme: 'isbn', value: '9783161484100' }

const records: readonly object[] = [
  titled('prod-1', 'The first product', {
    identifiers: [{ scheme: 'doi', value: DOI }],
    contributions: [
      {
        rank: 1,
        role: 'author',
        by: { local_identifier: 'pers-1', entity_type: 'person' },
        declared_affiliations: [
          { local_identifier: ROR, entity_type: 'organisation', name: 'University of Somewhere' },
        ],
      },
      { rank: 2, role: 'author', by: { local_identifier: 'ghost', entity_type: 'person' } },
    ],
    manifestations: [
      {
        biblio: {
          in: { local_identifier: 'venue-1', entity_type: 'venue' },
          hosting_data_source: { local_identifier: 'both', entity_type: 'datasource' },
        },
      },
    ],
    funding: [{ local_identifier: 'grant-1', entity_type: 'grant' }],
    topics: [
      {
        term: { local_identifier: 'topic-01', entity_type: 'topic' },
        provenance: [{ associated_with: 'both', trust: 0.5 }],
      },
    ],
    related_products: { cites: [SICI, 'nowhere', 'prod-1'] },
  }),
  titled(SICI, 'The second product'),
  titled('isbn-1', 'One of two with an ISBN', { identifiers: [shared] }),
  titled('isbn-2', 'The other of two with an ISBN', { identifiers: [shared] }),
  ...awkwardIds.map((id) => titled(id, `Product ${id}`)),
  {
    local_identifier: 'pers-1',
    entity_type: 'person',
    name: 'Ada Ampère',
    identifiers: [{ scheme: 'orcid', value: ORCID }],
  },
  { local_identifier: 'both', entity_type: 'organisation', name: 'Archive and its house', country: 'NL' },
  { local_identifier: 'both', entity_type: 'datasource', name: 'Archive and its house' },
  {
    local_identifier: 'grant-1',
    entity_type: 'grant',
    grant_number: 'G-1',
    titles: { en: 'A grant' },
    funding_agency: { local_identifier: 'funder', entity_type: 'organisation', name: 'A funder' },
  },
  { local_identifier: 'venue-1', entity_type: 'venue', name: 'A journal', type: 'journal' },
  {
    local_identifier: 'venue-2',
    entity_type: 'venue',
    name: 'A portal',
    type: 'srv_portal',
    website: 'https://portal.example/',
  },
  {
    local_identifier: 'service-1',
    entity_type: 'service',
    name: { en: 'A service' },
    website: 'https://service.example/',
    srv_invocation_type: ['sshocinvt:webApplication'],
    srv_hosting_organisation: [{ local_identifier: 'both', entity_type: 'organisation' }],
    relevant_organisations: ['funder', 'nobody'],
    srv_deployment_of: ['isbn-1', 'https://source.example/'],
  },
  ...topics,
]

export const document = { '@context': [{ '@base': BASE }], '@graph': records }
