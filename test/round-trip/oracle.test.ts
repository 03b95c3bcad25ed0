// Holds the oracle to the rules on small documents, and shows that it gives a result for every corpus
// document.

import { expect } from 'chai'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { canonicalRecords, differences } from './oracle.ts'

type Json = Record<string, unknown>
/** Type, fields given, fields that must come back, other records of the document. */
type Row = [type: string, given: Json, expected: Json, ...others: Json[]]

const base = 'https://example.org/kg/'
const otf = `${base}otf___*0`

function at(id: string, entityType: string, fields: Json = {}): Json {
  return { local_identifier: id, entity_type: entityType, ...fields }
}

function full(id: string, entityType: string, fields: Json = {}): Json {
  return at(base + id, entityType, fields)
}

const agent = (id: string): Json => full(id, 'agent')
const organisation = (id: string, fields: Json = {}): Json => full(id, 'organisation', fields)
const identifiers = (...pairs: [string, string][]): Json => ({
  identifiers: pairs.map(([scheme, value]) => ({ scheme, value })),
})
const manifestation = (fields: Json): Json => ({ manifestations: [fields] })
const fabio = 'http://purl.org/spar/fabio/Preprint'

const values: Row[] = [
  ['agent', { identifiers: { scheme: 'url', id: 'u:1' } }, identifiers(['url', 'u:1'])],
  ['topic', identifiers(['DOI', 'https://doi.org/10.5555/AbC']), identifiers(['DOI', '10.5555/abc'])],
  ['topic', identifiers(['doi', '10.5555/a'], ['doi', 'doi:10.5555/A']), identifiers(['doi', '10.5555/a'])],
  [
    'person',
    identifiers(['orcid', 'https://orcid.org/0000-0001-0002-000x']),
    identifiers(['orcid', '0000-0001-0002-000X']),
  ],
  ['organisation', identifiers(['ror', '0ABCDEF12']), identifiers(['ror', 'https://ror.org/0abcdef12'])],
  [
    'venue',
    identifiers(['eissn', '1234567x'], ['issn', '12']),
    identifiers(['eissn', '1234-567X'], ['issn', '12']),
  ],
  [
    'agent',
    identifiers(['handle', 'hdl:11/Ab'], ['pmid', 'PMID:7'], ['arxiv', 'arXiv:2401.00001']),
    identifiers(['handle', '11/Ab'], ['pmid', '7'], ['arxiv', '2401.00001']),
  ],
  ['grant', { titles: [{ 'EN-gb': 'b' }, { 'en-GB': 'a', nl: 'c' }] }, { titles: { 'en-gb': 'a', nl: 'c' } }],
  ['product', { titles: 'Tides' }, { titles: { none: ['Tides'] } }],
  [
    'product',
    { titles: { en: 'one', fr: ['un', 'un', ''], de: null } },
    { titles: { en: ['one'], fr: ['un'] } },
  ],
  ['person', { name: ['\u{1f600}', '\uffee'] }, { name: '\uffee' }],
  [
    'person',
    { name: 'n', given_name: '', family_name: null, identifiers: [{}], affiliations: [{ period: {} }] },
    { name: 'n' },
  ],
  ['grant', { funded_amount: '12.50', currency: 'EUR' }, { funded_amount: 12.5, currency: 'EUR' }],
  [
    'product',
    manifestation({
      dates: { received: ['2020-01-02T03:04:05.120+00:00', '2020'], request: '2020-01-02T03:04:05+01:00' },
    }),
    manifestation({
      dates: { received: ['2020-01-02T03:04:05.12Z', '2020'], request: ['2020-01-02T03:04:05+01:00'] },
    }),
  ],
  ['organisation', { website: '../a b|é#x#y%zz' }, { website: 'https://example.org/a%20b%7Cé#x%23y%25zz' }],
  ['organisation', { website: 'http://[::1]:80/[x]' }, { website: 'http://[::1]:80/%5Bx%5D' }],
]

const keys: Row[] = [
  ['person', { name: 'n', shoe_size: 44 }, { name: 'n' }],
  ['organisation', { 'name"': 'n' }, { name: 'n' }],
  [
    'venue',
    { title: 'Fjord', types: ['srv_portal'], website: 'w' },
    { name: 'Fjord', type: 'srv_portal', website: `${base}w` },
  ],
  [
    'datasource',
    {
      policy: [{ about: 'submission', target: 'any' }],
      persistent_identity_systems: [{ 'pid schemes': ['ark'] }],
      discipline: ['loc:QC1', 'QC1', 'all'],
    },
    {
      policies: [{ about: 'submission', targets: ['any'] }],
      persistent_identity_systems: [{ pid_schemes: ['ark'] }],
      disciplines: ['loc:QC1', 'lcc:QC1', 'all'],
    },
  ],
  [
    'product',
    manifestation({ license: 'l:1', access_rights: { status: 'retricted' } }),
    manifestation({ licence: 'l:1', access_rights: { status: 'restricted' } }),
  ],
  [
    'organisation',
    { types: ['unspecified', 'srv_hosting_organisation', 'sea lab'] },
    { types: ['hosting_organisation', 'sea lab'] },
  ],
  ['topic', { name: 'Tides' }, { labels: { none: 'Tides' } }],
  [
    'product',
    manifestation({ peer_review: { description: 'by friends' } }),
    manifestation({ access_rights: { description: 'by friends' } }),
  ],
  [
    'product',
    manifestation({ access_rights: { description: 'open peer review' } }),
    manifestation({ peer_review: { description: 'open peer review' } }),
  ],
  [
    'srv_service',
    {
      name: 'Tide table',
      other_names: ['TT'],
      description: 'd',
      srv_keywords: 'k',
      srv_is_accessible_for_free: 'true',
      srv_audience_by_role: ['student'],
      srv_invocation_type: ['https://vocabs.sshopencloud.eu/vocabularies/invocation-type/app'],
      srv_supported_language: ['iso639-3:eng', 'lexvo-iso639-3/eng', 'nld'],
    },
    {
      name: { none: 'Tide table' },
      other_names: { none: ['TT'] },
      descriptions: { none: ['d'] },
      keywords: ['k'],
      is_accessible_for_free: true,
      srv_audience_byrole: ['sshocaudience:student'],
      srv_invocation_type: ['sshocinvt:app'],
      srv_supported_language: ['iso639-3:eng', 'http://lexvo.org/id/iso639-3/eng', 'iso639-3:nld'],
    },
  ],
  [
    'service',
    {
      relevant_organisations: [{ local_identifier: 'o', name: 'O' }],
      topics: [{ term: { local_identifier: 't', name: 'T' } }],
      srv_has_hosting_organisation: 'o',
      srv_contributions: { by: 'Harbour', role: 'operator' },
      srv_deployment_of: ['d:1', { '@id': 'd:2', '@type': 'http://purl.org/spar/fabio/Software' }],
    },
    {
      relevant_organisations: [`${base}o`],
      topics: [{ term: `${base}t` }],
      srv_hosting_organisation: [organisation('o', { name: 'O' })],
      srv_contributions: [{ by: 'Harbour', role: 'operator' }],
      srv_deployment_of: ['d:1', { '@id': 'd:2', '@type': 'fabio:Software' }],
    },
  ],
]

const references: Row[] = [
  [
    'product',
    {
      funding: ['g'],
      relevant_organisations: 'o',
      related_products: { cites: ['p'] },
      topics: [{ term: 't' }],
    },
    {
      funding: [full('g', 'grant')],
      relevant_organisations: [organisation('o')],
      related_products: { cites: [full('p', 'product')] },
      topics: [{ term: full('t', 'topic') }],
    },
  ],
  [
    'product',
    { contributions: [{ by: 'a' }, { by: 'b' }] },
    {
      contributions: [
        { by: agent('a'), rank: 1 },
        { by: agent('b'), rank: 2 },
      ],
    },
  ],
  [
    'product',
    { contributions: [{ by: 'a', rank: '3' }, { by: 'b' }] },
    { contributions: [{ by: agent('a'), rank: 3 }, { by: agent('b') }] },
  ],
  [
    'venue',
    { contributions: [{ by: { local_identifier: 'p', name: 'copy' }, role: 'editor' }] },
    { contributions: [{ by: full('p', 'person', { name: 'P', given_name: 'p' }), role: 'editor' }] },
    at('p', 'person', { name: 'P', given_name: 'p', affiliations: [{ role: 'chair' }] }),
  ],
  [
    'grant',
    {
      beneficiaries: [at('o', 'organisation', { name: 'B', ...identifiers(['x', '1']) })],
      funding_agency: at('o', 'organisation', { name: 'A', ...identifiers(['x', '2']) }),
    },
    {
      beneficiaries: [organisation('o', { name: 'A', ...identifiers(['x', '1'], ['x', '2']) })],
      funding_agency: organisation('o', { name: 'A', ...identifiers(['x', '1'], ['x', '2']) }),
    },
  ],
  [
    'product',
    {
      funding: [
        at('g', 'grant', { grant_number: '7', funding_agency: at('o', 'organisation', { name: 'O' }) }),
      ],
    },
    { funding: [full('g', 'grant', { grant_number: '7', funding_agency: organisation('o') })] },
  ],
  [
    'venue',
    { contributions: [{ by: { name: 'N', given_name: 'n' } }] },
    { contributions: [{ by: at(otf, 'person', { name: 'N', given_name: 'n' }) }] },
  ],
  [
    'venue',
    { contributions: [{ by: { local_identifier: 'o', name: 'O' } }] },
    { contributions: [{ by: organisation('o', { name: 'O' }) }] },
    at('q', 'person', { affiliations: [{ affiliation: 'o' }] }),
  ],
  [
    'grant',
    {
      contributions: [
        {
          by: {
            local_identifier: 'p',
            family_name: 'F',
            roles: ['co-applicant'],
            declared_affiliations: [{ 'local_identifier"': 'o' }],
          },
        },
      ],
    },
    {
      contributions: [
        {
          by: full('p', 'person', { family_name: 'F' }),
          roles: ['co-applicant'],
          declared_affiliations: [organisation('o')],
        },
      ],
    },
  ],
  [
    'product',
    { contributions: [{ rank: 1, by: at('https://ror.org/05a28rw58', 'organisation', { name: 'A' }) }] },
    {
      contributions: [
        {
          rank: 1,
          by: at('https://ror.org/05a28rw58', 'organisation', {
            name: 'A',
            identifiers: [{ scheme: 'ror', value: 'https://ror.org/05a28rw58' }],
          }),
        },
      ],
    },
  ],
  [
    'product',
    {
      contributions: [{ rank: 1, by: at('x', 'organisation', { name: 'B' }) }],
      ...manifestation({ biblio: { hosting_data_source: at('x', 'datasource', { name: 'A' }) } }),
    },
    {
      contributions: [{ rank: 1, by: organisation('x', { name: 'A' }) }],
      ...manifestation({ biblio: { hosting_data_source: full('x', 'datasource', { name: 'A' }) } }),
    },
  ],
  ['venue', { name: 'V' }, { name: 'V', acronym: 'SN' }, at('it', 'organisation', { short_name: 'SN' })],
  [
    'product',
    manifestation({ type: { class: fabio, labels: { en: 'b' } } }),
    manifestation({ type: { class: fabio, labels: { en: 'a' }, defined_in: 's:1' } }),
    at('p', 'product', manifestation({ type: { class: fabio, labels: { en: 'a' }, defined_in: 's:1' } })),
  ],
  [
    'product',
    manifestation({ type: { class: '', labels: { en: 'b' } } }),
    manifestation({ type: { labels: { en: 'b' } } }),
  ],
  [
    'person',
    { name: 'B', ...identifiers(['x', '1']) },
    { name: 'A', ...identifiers(['x', '1'], ['x', '2']) },
    at('it', 'person', { name: 'A', ...identifiers(['x', '2']) }),
  ],
]

for (const [group, rows] of Object.entries({ values, keys, references })) {
  describe(`the oracle: ${group}`, () => {
    for (const [type, input, expected, ...others] of rows) {
      it(`${type} ${JSON.stringify([input, ...others])}`, () => {
        const entityType = type.replace('srv_', '')
        const record = full('it', entityType, {
          ...(type === 'product' ? { product_type: 'other' } : {}),
          ...expected,
        })
        const [found] = canonicalRecords([at('it', type, input), ...others], base)
        expect(differences(record, found?.record)).to.deep.equal([])
      })
    }
  })
}

describe('the oracle: documents', () => {
  const idsIn = (document: unknown): string[] =>
    canonicalRecords(document, base).map(({ type, id }) => `${type} ${id}`)
  const rows: [unknown, string[]][] = [
    [
      { '@context': ['c', { '@base': 'http://b/' }], '@graph': [at('x', 'agent', { name: 'n' })] },
      ['agent http://b/x'],
    ],
    [at('x', 'agent', { name: 'n' }), [`agent ${base}x`]],
    [[at('x', 'venue', { type: 'unknown' }), at('y', 'product', { product_type: 'other' })], []],
    [[at('https://orcid.org/0000-0002-1825-0097', 'person', {})], []],
    [[at('y', 'product', { product_type: 'literature' })], [`product ${base}y`]],
    [[{ local_identifier: 'x', related_products: { cites: ['y'] }, titles: 't' }], [`product ${base}x`]],
    [[{ '@id': 'u:1', local_identifier: 'x', '@type': 'DataSource', name: 'n' }], [`datasource ${base}x`]],
  ]
  for (const [document, expected] of rows)
    it(`${JSON.stringify(document)} has ${JSON.stringify(expected)}`, () =>
      expect(idsIn(document)).to.deep.equal(expected))
})

describe('differences between records', () => {
  const rows: [unknown, unknown, string[]][] = [
    [{ a: [1, { b: [2, 3] }] }, { a: [{ b: [3, 2] }, 1] }, []],
    [{ a: ['x', 'x'] }, { a: ['x'] }, ['$.a[1]: expected "x", got nothing']],
    [
      {
        a: [
          { b: 1, c: 1 },
          { b: 2, c: 2 },
        ],
      },
      {
        a: [
          { b: 2, c: 3 },
          { b: 1, c: 1 },
        ],
      },
      ['$.a[1].c: expected 2, got 3'],
    ],
    [{ a: [] }, { a: ['x'] }, ['$.a[]: expected nothing, got "x"']],
    [{ a: [otf] }, { a: [`${base}otf___1f`] }, []],
    [`${base}otf___1`, `${base}otf___2`, [`$: expected "${base}otf___1", got "${base}otf___2"`]],
  ]
  for (const [expected, actual, found] of rows)
    it(`${JSON.stringify(expected)} and ${JSON.stringify(actual)}`, () =>
      expect(differences(expected, actual)).to.deep.equal(found))
})

describe('the oracle on the corpus', () => {
  it('gives canonical records, which are their own canonical form', function () {
    const corpus = new URL('../../../shared/corpus/', import.meta.url)
    if (!existsSync(corpus)) this.skip()
    for (const file of readdirSync(corpus).filter((name) => name.endsWith('.json'))) {
      const records = canonicalRecords(JSON.parse(readFileSync(new URL(file, corpus), 'utf8')))
      expect(records, file).to.not.deep.equal([])
      const again = canonicalRecords(records.map(({ record }) => record))
      expect(differences(records, again), file).to.deep.equal([])
    }
  })
})
