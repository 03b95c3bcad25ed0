// Faults sown into a graph in which nothing is wrong: each is found, with its place and what would be right.

import { expect } from 'chai'
import { findingKinds, type FindingKind } from '../../src/findings/kinds.ts'
import { checkFiles } from './checking.ts'
import type { Json } from './files.ts'
import { documentOf, good } from './good.ts'

/** Title, what is changed in which record (by id), and the one finding: kind, path, what would be right. */
type Row = [
  title: string,
  id: string,
  change: (record: any) => void,
  kind: FindingKind,
  path: string | undefined,
  right: RegExp,
]

const identifier =
  (scheme: string, value: string) =>
  (record: any): void => {
    record.identifiers[0] = { scheme, value }
  }
const at = 'identifiers.0.value'

const rows: Row[] = [
  [
    'a misspelt key',
    'product-1',
    (r) => {
      r.abstrcats = r.abstracts
      delete r.abstracts
    },
    'unknown-key',
    'abstrcats',
    /^abstracts$/,
  ],
  [
    'a strange key',
    'product-1',
    (r) => {
      r.zzzzzzzzzzzz = 1
    },
    'unknown-key',
    'zzzzzzzzzzzz',
    /^One of product_type, /,
  ],
  [
    'a misspelt key within',
    'product-1',
    (r) => {
      r.contributions[0].rnak = 1
    },
    'unknown-key',
    'contributions.0.rnak',
    /^rank$/,
  ],
  [
    'an older key',
    'product-1',
    (r) => {
      r.manifestations[0].license = r.manifestations[0].licence
      delete r.manifestations[0].licence
    },
    'alias-used',
    'manifestations.0.license',
    /^licence$/,
  ],
  [
    'a key in two spellings',
    'venue-1',
    (r) => {
      r.title = 'Scientific data'
    },
    'duplicate-key',
    'title',
    /./,
  ],
  [
    'a key with a quotation mark',
    'organisation-1',
    (r) => {
      r['types"'] = r.types
      delete r.types
    },
    'alias-used',
    'types"',
    /without the quotation mark/,
  ],
  [
    'affiliations inside the person',
    'product-1',
    (r) => {
      const [c] = r.contributions
      c.by.declared_affiliations = c.declared_affiliations
      delete c.declared_affiliations
    },
    'alias-used',
    'contributions.0.by.declared_affiliations',
    /beside by/,
  ],
  [
    'no product type',
    'product-1',
    (r) => {
      delete r.product_type
    },
    'missing-key',
    'product_type',
    /^product_type with a value/,
  ],
  [
    'no website of a service',
    'service-1',
    (r) => {
      delete r.website
    },
    'missing-key',
    'website',
    /^website with/,
  ],
  [
    'an empty website of a service',
    'service-1',
    (r) => {
      r.website = ''
    },
    'missing-key',
    'website',
    /^website with/,
  ],
  [
    'no invocation type',
    'service-1',
    (r) => {
      r.srv_invocation_type = []
    },
    'missing-key',
    'srv_invocation_type',
    /./,
  ],
  [
    'an identifier without scheme',
    'topic-1',
    (r) => {
      r.identifiers.push({ value: '7' })
    },
    'missing-key',
    'identifiers.1.scheme',
    /./,
  ],
  [
    'an identifier without value',
    'topic-1',
    (r) => {
      r.identifiers.push({ scheme: 'url', value: null })
    },
    'missing-key',
    'identifiers.1.value',
    /./,
  ],
  [
    'a contribution by nobody',
    'product-1',
    (r) => {
      r.contributions.push({ role: 'editor', rank: 1 })
    },
    'missing-key',
    'contributions.1.by',
    /./,
  ],
  [
    'pages without an end',
    'product-1',
    (r) => {
      delete r.manifestations[0].biblio.pages.last
    },
    'missing-key',
    'manifestations.0.biblio.pages.last',
    /./,
  ],
  [
    'a duration without a start',
    'grant-1',
    (r) => {
      delete r.duration.start
    },
    'missing-key',
    'duration.start',
    /./,
  ],
  [
    'text in place of a list',
    'product-1',
    (r) => {
      r.titles.en = 'A title'
    },
    'shape-coerced',
    'titles.en',
    /^A list\.$/,
  ],
  [
    'text in place of languages',
    'product-1',
    (r) => {
      r.titles = 'A title'
    },
    'shape-coerced',
    'titles',
    /^\{"none":\["A title"\]\}$/,
  ],
  [
    'a list in place of languages',
    'product-1',
    (r) => {
      r.titles = ['A title', 'Another', 'And one more']
    },
    'shape-coerced',
    'titles',
    /^\{"none":\["A title","Another"\]\}$/,
  ],
  [
    'a list of languages where each has one text',
    'grant-1',
    (r) => {
      r.titles = [{ en: 'A grant' }, { fr: 'Un projet' }]
    },
    'shape-coerced',
    'titles',
    /^\{"en":"A grant","fr":"Un projet"\}$/,
  ],
  [
    'a number in quotation marks',
    'grant-1',
    (r) => {
      r.funded_amount = '1.5'
    },
    'shape-coerced',
    'funded_amount',
    /^A number\.$/,
  ],
  [
    'a number in place of text',
    'grant-1',
    (r) => {
      r.grant_number = 17
    },
    'shape-coerced',
    'grant_number',
    /^A string\.$/,
  ],
  [
    'an object in place of text',
    'person-1',
    (r) => {
      r.given_name = { en: 'Josiah' }
    },
    'wrong-value',
    'given_name',
    /^A string\.$/,
  ],
  [
    'an IRI in place of a name',
    'service-1',
    (r) => {
      r.srv_contributions = [{ by: 'https://orcid.org/0000-0002-1825-0097', role: 'operator' }]
    },
    'wrong-value',
    'srv_contributions.0.by',
    /^A name; entities are linked by keys for references\.$/,
  ],
  [
    'an entity with an id in place of a name',
    'service-1',
    (r) => {
      const by = { local_identifier: 'org-x', entity_type: 'organisation', name: 'X' }
      r.srv_contributions = [{ by, role: 'operator' }]
    },
    'wrong-value',
    'srv_contributions.0.by',
    /^A name; entities are linked by keys for references\.$/,
  ],
  [
    'text in place of an object',
    'product-1',
    (r) => {
      r.manifestations[0].access_rights = 'open'
    },
    'wrong-value',
    'manifestations.0.access_rights',
    /^An object with status/,
  ],
  [
    'text in place of a group',
    'product-1',
    (r) => {
      r.manifestations[0].dates = '2024'
    },
    'wrong-value',
    'manifestations.0.dates',
    /^An object with acceptance/,
  ],
  [
    'two values of one',
    'person-1',
    (r) => {
      r.family_name = ['Carberry', 'Smith']
    },
    'several-values',
    'family_name',
    /^One value/,
  ],
  [
    'two titles of a grant',
    'grant-1',
    (r) => {
      r.titles.en = ['A grant', 'A title']
    },
    'several-values',
    'titles.en',
    /^One value/,
  ],
  [
    'an unknown product type',
    'product-1',
    (r) => {
      r.product_type = 'literatur'
    },
    'unknown-term',
    'product_type',
    /^literature$/,
  ],
  [
    'an unknown kind of organisation',
    'organisation-1',
    (r) => {
      r.types = ['club']
    },
    'unknown-term',
    'types.0',
    /^One of archive, /,
  ],
  [
    'an unknown role',
    'product-1',
    (r) => {
      r.contributions[0].role = 'autor'
    },
    'unknown-term',
    'contributions.0.role',
    /^author$/,
  ],
  [
    'an unknown status',
    'venue-1',
    (r) => {
      r.access_rights.status = 'opn'
    },
    'unknown-term',
    'access_rights.status',
    /^open$/,
  ],
  [
    'a country in small letters',
    'organisation-1',
    (r) => {
      r.country = 'us'
    },
    'form-normalised',
    'country',
    /^US$/,
  ],
  [
    'a currency in small letters',
    'grant-1',
    (r) => {
      r.currency = 'eur '
    },
    'form-normalised',
    'currency',
    /^EUR$/,
  ],
  [
    'a language of three letters',
    'product-1',
    (r) => {
      r.titles = { eng: ['A title'], none: ['Titulus'] }
    },
    'form-normalised',
    'titles.eng',
    /^en$/,
  ],
  [
    'a language that is not determined',
    'product-1',
    (r) => {
      r.titles = { und: ['A title'] }
    },
    'bad-language',
    'titles.und',
    /^none$/,
  ],
  [
    'the name of a language',
    'product-1',
    (r) => {
      r.titles = { english: ['A title'] }
    },
    'bad-language',
    'titles.english',
    /^en$/,
  ],
  [
    'a date-time without seconds',
    'grant-1',
    (r) => {
      r.duration.start = '2020-01-01T00:00+0100'
    },
    'form-normalised',
    'duration.start',
    /^2020-01-01T00:00:00\+01:00$/,
  ],
  [
    'an audience that the vocabulary does not have',
    'service-1',
    (r) => {
      r.srv_audience_byrole = ['foo:bar']
    },
    'unknown-term',
    'srv_audience_byrole.0',
    /^One of sshocaudience:citizenScientist, /,
  ],
  [
    'a misspelt audience',
    'service-1',
    (r) => {
      r.srv_audience_byrole = ['sshocaudience:student', 'sshocaudience:reseacher']
    },
    'unknown-term',
    'srv_audience_byrole.1',
    /^sshocaudience:researcher$/,
  ],
  [
    'a jurisdiction that there is not',
    'service-1',
    (r) => {
      r.srv_audience_byjurisdiction = ['Global', 'Mars']
    },
    'unknown-term',
    'srv_audience_byjurisdiction.1',
    /^One of Global, Institution, National, Regional/,
  ],
  [
    'an unknown way to call a service',
    'service-1',
    (r) => {
      r.srv_invocation_type = ['webApplicatio']
    },
    'unknown-term',
    'srv_invocation_type.0',
    /^sshocinvt:webApplication$/,
  ],
  [
    'an unknown life cycle',
    'service-1',
    (r) => {
      r.srv_life_cycle_status = ['elcs:TRL6', 'elcs:TRL10']
    },
    'unknown-term',
    'srv_life_cycle_status.1',
    /^elcs:TRL1$/,
  ],
  [
    'an unknown region',
    'service-1',
    (r) => {
      r.srv_availability_geographic = ['eoscgeoavail:ww', 'eoscgeoavail:nl', 'eoscgeoavail:qq']
    },
    'unknown-term',
    'srv_availability_geographic.2',
    /^One of eoscgeoavail:ww, .* or a code of ISO 3166-1 in small letters/,
  ],
  [
    'a misspelt scheme',
    'person-1',
    (r) => {
      r.identifiers[0].scheme = 'ocrid'
    },
    'unknown-term',
    'identifiers.0.scheme',
    /^orcid$/,
  ],
  [
    'a website that is none',
    'organisation-1',
    (r) => {
      r.website = 'http://'
    },
    'bad-iri',
    'website',
    /complete IRI/,
  ],
  [
    'a website without scheme',
    'organisation-1',
    (r) => {
      r.website = 'www.brown.edu'
    },
    'bad-iri',
    'website',
    /complete IRI/,
  ],
  [
    'an amount that is none',
    'grant-1',
    (r) => {
      r.funded_amount = '1,500 EUR'
    },
    'bad-number',
    'funded_amount',
    /JSON number/,
  ],
  [
    'an amount with separators',
    'grant-1',
    (r) => {
      r.funded_amount = '1,500,000.50'
    },
    'bad-number',
    'funded_amount',
    /^1500000\.50, if that is meant/,
  ],
  [
    'a rank that is no integer',
    'product-1',
    (r) => {
      r.contributions[0].rank = 1.5
    },
    'bad-number',
    'contributions.0.rank',
    /./,
  ],
  [
    'more digits than are kept',
    'grant-1',
    (r) => {
      r.funded_amount = '12345678901234567890'
    },
    'bad-number',
    'funded_amount',
    /at most 15 digits/,
  ],
  [
    'a rank below 1',
    'product-1',
    (r) => {
      r.contributions[0].rank = 0
    },
    'out-of-range',
    'contributions.0.rank',
    /1 or more/,
  ],
  [
    'a trust above 1',
    'product-1',
    (r) => {
      r.topics[0].provenance[0].trust = 50
    },
    'out-of-range',
    'topics.0.provenance.0.trust',
    /0 to 1/,
  ],
  [
    'a negative amount',
    'grant-1',
    (r) => {
      r.funded_amount = -1
    },
    'out-of-range',
    'funded_amount',
    /0 or more/,
  ],
  [
    'neither true nor false',
    'service-1',
    (r) => {
      r.is_accessible_for_free = 'perhaps'
    },
    'bad-boolean',
    'is_accessible_for_free',
    /true or false/,
  ],
  [
    'a day that does not exist',
    'product-1',
    (r) => {
      r.manifestations[0].dates.publication = ['2023-02-29']
    },
    'bad-date',
    'manifestations.0.dates.publication.0',
    /ISO 8601/,
  ],
  ...['0202', '20024-01', '-0044'].map((date): Row => [
    `a year that cannot be, ${date}`,
    'product-1',
    (r) => {
      r.manifestations[0].dates.publication = [date]
    },
    'out-of-range',
    'manifestations.0.dates.publication.0',
    /a year from 1000 to 20\d\d/,
  ]),
  [
    'a year beyond the next five',
    'product-1',
    (r) => {
      r.manifestations[0].dates.publication = [`${new Date().getUTCFullYear() + 6}`]
    },
    'out-of-range',
    'manifestations.0.dates.publication.0',
    /a year from 1000 to 20\d\d/,
  ],
  [
    'a date in words',
    'grant-1',
    (r) => {
      r.duration.start = 'May 2020'
    },
    'bad-date',
    'duration.start',
    /ISO 8601/,
  ],
  [
    'an end before the start',
    'grant-1',
    (r) => {
      r.duration.end = '2019-12-31'
    },
    'end-before-start',
    'duration',
    /swapped/,
  ],
  [
    'a language that is none',
    'topic-1',
    (r) => {
      r.labels = { 'in english': 'data' }
    },
    'bad-language',
    'labels.in english',
    /BCP 47/,
  ],
  [
    'an accent as a character of its own',
    'person-1',
    (r) => {
      r.family_name = 'Carberry\u0301'
    },
    'not-nfc',
    'family_name',
    /^Carberr\u00fd$/,
  ],
  [
    'such accents in a title',
    'product-1',
    (r) => {
      r.titles = { en: ['Me\u0301diterrane\u0301e'] }
    },
    'not-nfc',
    'titles',
    /^M\u00e9diterran\u00e9e$/,
  ],
  [
    'a country that is none',
    'organisation-1',
    (r) => {
      r.country = 'XX'
    },
    'bad-code',
    'country',
    /ISO 3166-1/,
  ],
  [
    'a country by its name',
    'organisation-1',
    (r) => {
      r.country = 'Greece'
    },
    'bad-code',
    'country',
    /ISO 3166-1/,
  ],
  [
    'a country code of another standard',
    'organisation-1',
    (r) => {
      r.country = 'UK'
    },
    'bad-code',
    'country',
    /ISO 3166-1/,
  ],
  [
    'a currency that is none',
    'grant-1',
    (r) => {
      r.currency = 'EURO'
    },
    'bad-code',
    'currency',
    /ISO 4217/,
  ],
  [
    'an ORCID with a wrong check digit',
    'person-1',
    identifier('orcid', '0000-0002-1825-0096'),
    'bad-check-digit',
    at,
    /0000-0002-1825-0097/,
  ],
  [
    'an ORCID URL with swapped digits',
    'person-1',
    identifier('orcid', 'https://orcid.org/0000-0002-1852-0097'),
    'bad-check-digit',
    at,
    /0000-0002-1852-00/,
  ],
  [
    'an ORCID without hyphens',
    'person-1',
    identifier('orcid', '0000000218250097'),
    'bad-identifier',
    at,
    /such as 0000-/,
  ],
  [
    'an ISNI with a wrong check digit',
    'person-1',
    identifier('isni', '0000 0001 2281 9551'),
    'bad-check-digit',
    at,
    /000000012281955X/,
  ],
  [
    'an ISSN with a wrong check digit',
    'venue-1',
    identifier('issn', '2052-4464'),
    'bad-check-digit',
    at,
    /2052-4463/,
  ],
  [
    'an ISBN-13 with a wrong check digit',
    'venue-1',
    identifier('isbn', '978-3-16-148410-1'),
    'bad-check-digit',
    at,
    /9783161484100/,
  ],
  [
    'an ISBN-10 with a wrong check digit',
    'venue-1',
    identifier('isbn', '0-306-40615-3'),
    'bad-check-digit',
    at,
    /0306406152/,
  ],
  [
    'a ROR with a wrong check digit',
    'organisation-1',
    identifier('ror', '05gq02988'),
    'bad-check-digit',
    at,
    /https:\/\/ror\.org\/05gq02987/,
  ],
  [
    'a DOI that is none',
    'product-1',
    identifier('doi', 'sdata.2016.18'),
    'bad-identifier',
    at,
    /such as 10\./,
  ],
  [
    'a DOI inside of a URL',
    'product-1',
    identifier('doi', 'https://link.springer.com/chapter/10.1007/978-3-031-19775-8_22'),
    'bad-identifier',
    at,
    /^10\.1007\/978-3-031-19775-8_22, if/,
  ],
  [
    'an ORCID called a ROR',
    'person-1',
    identifier('ror', '0000-0002-1825-0097'),
    'bad-identifier',
    at,
    /scheme orcid/,
  ],
  [
    'a PMC id called a PMID',
    'product-1',
    identifier('pmid', 'PMC4792175'),
    'bad-identifier',
    at,
    /scheme pmcid/,
  ],
  [
    'a PMCID without its letters',
    'product-1',
    identifier('pmcid', '4792175'),
    'bad-identifier',
    at,
    /PMC4792175/,
  ],
  [
    'an arXiv id of a 13th month',
    'product-1',
    identifier('arxiv', '2013.00001'),
    'bad-identifier',
    at,
    /2401\.00001/,
  ],
  [
    'a handle without suffix',
    'product-1',
    identifier('handle', '11234'),
    'bad-identifier',
    at,
    /11234\/1-1451/,
  ],
  ['a Wikidata property', 'topic-1', identifier('wikidata', 'P31'), 'bad-identifier', at, /Q515701/],
  [
    'an OpenAlex id without its letter',
    'product-1',
    identifier('openalex', '3134956838'),
    'bad-identifier',
    at,
    /W3134956838/,
  ],
  [
    'a URL without scheme',
    'product-1',
    identifier('url', 'example.org/1'),
    'bad-identifier',
    at,
    /https:\/\//,
  ],
  [
    'an unknown type inside',
    'product-1',
    (r) => {
      r.contributions[0].by.entity_type = 'journal'
    },
    'unknown-type',
    'contributions.0.by',
    /^One of person, organisation, agent/,
  ],
  [
    'a venue that funds',
    'grant-1',
    (r) => {
      r.funding_agency = { local_identifier: 'venue-1', entity_type: 'venue' }
    },
    'wrong-type',
    'funding_agency',
    /^One of organisation/,
  ],
  [
    'a product that cites itself',
    'product-1',
    (r) => {
      r.related_products.cites = ['product-1']
    },
    'self-reference',
    'related_products.cites.0',
    /Another/,
  ],
  [
    'a citation of what is not there',
    'product-1',
    (r) => {
      r.related_products.cites = ['product-2', 'product-3']
    },
    'dangling-reference',
    'related_products.cites.1',
    /A record with this id/,
  ],
  [
    'a grant that is not there',
    'product-1',
    (r) => {
      r.funding.push({ local_identifier: 'grant-2', entity_type: 'grant' })
    },
    'dangling-reference',
    'funding.1',
    /A record with this id/,
  ],
  [
    'an id of a record of another type',
    'product-1',
    (r) => {
      r.funding = ['topic-1']
    },
    'wrong-type',
    'funding.0',
    /^The id of a grant\.$/,
  ],
  [
    'an id of two kinds',
    'product-1',
    (r) => {
      r.manifestations[0].biblio.in.local_identifier = 'organisation-1'
    },
    'conflicting-types',
    undefined,
    /An id for each/,
  ],
  [
    'a copy that differs',
    'product-1',
    (r) => {
      r.contributions[0].by.name = 'Joan Carberry'
    },
    'conflicting-copies',
    'name',
    /The same value/,
  ],
  [
    'no id',
    'topic-1',
    (r) => {
      delete r.local_identifier
      r.entity_type = 'topic'
    },
    'no-id',
    undefined,
    /local_identifier/,
  ],
  [
    'an id that is no IRI',
    'product-2',
    (r) => {
      r.local_identifier = 'http://'
    },
    'bad-id',
    undefined,
    /An IRI/,
  ],
  [
    'an unknown type',
    'product-2',
    (r) => {
      r.entity_type = 'produkt'
    },
    'no-type',
    undefined,
    /entity_type/,
  ],
]

/** Ids that are missing because of the fault itself. */
const consequence = ({ kind }: { kind: string }, row: Row): boolean =>
  kind === 'dangling-reference' && findingKinds[row[3]].severity === 'refused'

const iriOf = (id: string): string => `https://example.org/graph/${id}`

describe('check', () => {
  it('finds nothing where nothing is wrong', async () => {
    const { findings, records, refused } = await checkFiles({
      'good.json': documentOf(good),
      'empty/good.jsonl': JSON.stringify({
        local_identifier: 'topic-2',
        entity_type: 'topic',
        labels: { en: 'more' },
      }),
    })
    expect(findings).to.deep.equal([])
    expect([records, refused]).to.deep.equal([good.length + 1, 0])
  })

  for (const row of rows) {
    const [title, id, change, kind, path, right] = row
    it(`finds ${title}, and says where and what would be right`, async () => {
      const records = structuredClone(good) as Json[]
      const place = records.findIndex((record) => record['local_identifier'] === id)
      change(records[place])
      const text = documentOf(records)
      const { findings, refused } = await checkFiles({ 'records.json': text })
      const found = findings.filter((finding) => !consequence(finding, row))
      expect(
        found.map((finding) => finding.kind),
        JSON.stringify(findings, null, 1),
      ).to.deep.equal([kind])
      const [finding] = found
      expect(finding).to.include({ severity: findingKinds[kind].severity, file: 'records.json' })
      expect(finding?.path).to.equal(path)
      expect(finding?.expected).to.match(right)
      expect(finding?.message.length).to.be.greaterThan(8)
      expect(refused).to.equal(findingKinds[kind].severity === 'refused' ? 1 : 0)
      if (kind === 'conflicting-types' || kind === 'conflicting-copies') {
        // Told of the entity, in the line of a record that names it or is it.
        expect(finding?.id).to.match(/^https:\/\/example\.org\/graph\/(?:organisation|person)-1$/)
      } else if (kind !== 'no-id')
        expect([records[place]?.['local_identifier'], iriOf(id)]).to.include(finding?.id)
      const printed = JSON.stringify(records[place], null, 2)
        .split('\n')
        .map((line) => `    ${line}`)
      const lines = text.split('\n').slice((finding?.line ?? 0) - 1)
      if (kind !== 'conflicting-types' && kind !== 'conflicting-copies')
        expect(
          lines
            .slice(0, printed.length)
            .map((line, i) => (i === printed.length - 1 ? line.replace(/,$/, '') : line)),
        ).to.deep.equal(printed)
      else expect(lines[0]).to.equal('    {')
    })
  }

  it('examines RDF like JSON', async () => {
    const text = `@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix datacite: <http://purl.org/spar/datacite/> .
@prefix literal: <http://www.essepuntato.it/2010/06/literalreification/> .
<http://x.example/a> a foaf:Person ; foaf:name "a" ;
datacite:hasIdentifier [ datacite:usesIdentifierScheme datacite:orcid ;
literal:hasLiteralValue "0000-0002-1825-0096" ], [ literal:hasLiteralValue "7" ] .`
    const { findings } = await checkFiles({ 'a.ttl': text })
    expect(
      findings.map(({ kind, file, id, path }) => [kind, file, id, path?.replace(/\d/, 'n')]),
    ).to.have.deep.members([
      ['bad-check-digit', 'a.ttl', 'http://x.example/a', 'identifiers.n.value'],
      ['missing-key', 'a.ttl', 'http://x.example/a', 'identifiers.n.scheme'],
    ])
  })

  it('says what is wrong before what other sources say that has no place', async () => {
    const author = { given: 'A', family: 'B', ORCID: 'https://orcid.org/0000-0002-1825-0096' }
    const work = {
      DOI: '10.5555/12345678',
      type: 'journal-article',
      title: ['A'],
      prefix: '10.5555',
      'update-policy': 'x',
    }
    const { lines } = await checkFiles({ 'a.json': JSON.stringify({ ...work, author: [author], score: 1 }) })
    const kinds = lines.flatMap((line) => /^(?:refused|warned) (\S+) /.exec(line)?.[1] ?? [])
    expect(kinds).to.include('bad-check-digit')
    expect(kinds.at(-1)).to.equal('not-converted')
  })

  it('sows faults of at least forty sorts, of all kinds that a record can have', () => {
    expect(rows.length).to.be.greaterThan(40)
    const elsewhere = [
      'older-record',
      'unknown-deletion',
      'no-record-log',
      'earlier-converter',
      'unreadable-file',
      'bad-encoding',
      'other-format',
      'not-converted',
      'empty-file',
      'bad-json',
      'bad-jsonld',
      'bad-rdf',
      'blank-node',
      'no-record',
      'unreadable-record',
      'source-fault',
      'empty-record',
      'duplicate-record',
      'blank-in-id',
      'other-extensions',
      'other-rows',
      'incomplete-record',
      'unknown-context',
      'other-class',
      'large-value',
      'same-identifier',
      'identifier-of-several-names',
      'no-temporary-folder',
      'passed-over',
      'shape',
    ]
    expect(
      Object.keys(findingKinds).filter(
        (kind) => !elsewhere.includes(kind) && !rows.some((row) => row[3] === kind),
      ),
    ).to.deep.equal([])
  })
})
