// Faults sown into a graph in which nothing is wrong: each is found, with its place and what would be right.

import { expect } from 'chai'
import { findingKinds, type FindingKind } from '../../src/findings/kinds.ts'
import { checkFiles } from './checking.ts'
import type { Json } from './files.ts'
import { documentOf, good } from './good.ts'

/** What is changed to what (undefined: taken out), and the finding: kind, what would be right, its place if another. */
type Change = readonly [
  at: string,
  value: unknown,
  kind: FindingKind,
  right: RegExp,
  path?: string | undefined,
]

/** By the id of the record. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  'product-1': [
    ['zzzzzzzzzzzz', 1, 'unknown-key', /^One of product_type, /],
    ['contributions.0.rnak', 1, 'unknown-key', /^rank$/],
    ['product_type', undefined, 'missing-key', /^product_type with a value/],
    ['contributions.1', { role: 'editor', rank: 1 }, 'missing-key', /./, 'contributions.1.by'],
    ['manifestations.0.biblio.pages.last', undefined, 'missing-key', /./],
    ['titles.en', 'A title', 'shape-coerced', /^A list\.$/],
    ['titles', 'A title', 'shape-coerced', /^\{"none":\["A title"\]\}$/],
    [
      'titles',
      ['A title', 'Another', 'And one more'],
      'shape-coerced',
      /^\{"none":\["A title","Another"\]\}$/,
    ],
    ['manifestations.0.access_rights', 'open', 'wrong-value', /^An object with status/],
    ['manifestations.0.dates', '2024', 'wrong-value', /^An object with acceptance/],
    ['product_type', 'literatur', 'unknown-term', /^literature$/],
    ['contributions.0.role', 'autor', 'unknown-term', /^author$/],
    ['titles', { eng: ['A title'], none: ['Titulus'] }, 'form-normalised', /^en$/, 'titles.eng'],
    ['titles', { und: ['A title'] }, 'bad-language', /^none$/, 'titles.und'],
    ['titles', { english: ['A title'] }, 'bad-language', /^en$/, 'titles.english'],
    ['contributions.0.rank', 1.5, 'bad-number', /./],
    ['contributions.0.rank', 0, 'out-of-range', /1 or more/],
    ['topics.0.provenance.0.trust', 50, 'out-of-range', /0 to 1/],
    ['manifestations.0.dates.publication.0', '2023-02-29', 'bad-date', /ISO 8601/],
    ['manifestations.0.dates.publication.0', '0202', 'out-of-range', /a year from 1000 to 20\d\d/],
    ['manifestations.0.dates.publication.0', '20024-01', 'out-of-range', /a year from 1000 to 20\d\d/],
    ['manifestations.0.dates.publication.0', '-0044', 'out-of-range', /a year from 1000 to 20\d\d/],
    [
      'manifestations.0.dates.publication.0',
      String(new Date().getUTCFullYear() + 6),
      'out-of-range',
      /a year from 1000 to 20\d\d/,
    ],
    ['titles', { en: ['Me\u0301diterrane\u0301e'] }, 'not-nfc', /^M\u00e9diterran\u00e9e$/],
    [
      'contributions.0.by.entity_type',
      'journal',
      'unknown-type',
      /^One of person, organisation, agent/,
      'contributions.0.by',
    ],
    ['related_products.cites.0', 'product-1', 'self-reference', /Another/],
    ['related_products.cites.1', 'product-3', 'dangling-reference', /A record with this id/],
    [
      'funding.1',
      { local_identifier: 'grant-2', entity_type: 'grant' },
      'dangling-reference',
      /A record with this id/,
    ],
    ['funding.0', 'topic-1', 'wrong-type', /^The id of a grant\.$/],
    [
      'manifestations.0.biblio.in.local_identifier',
      'organisation-1',
      'conflicting-types',
      /An id for each/,
      undefined,
    ],
    ['contributions.0.by.name', 'Joan Carberry', 'conflicting-copies', /The same value/, 'name'],
  ],
  'venue-1': [
    ['title', 'Scientific data', 'duplicate-key', /./],
    ['access_rights.status', 'opn', 'unknown-term', /^open$/],
  ],
  'organisation-1': [
    ['types.0', 'club', 'unknown-term', /^One of archive, /],
    ['country', 'us', 'form-normalised', /^US$/],
    ['website', 'http://', 'bad-iri', /complete IRI/],
    ['website', 'www.brown.edu', 'bad-iri', /complete IRI/],
    ['country', 'XX', 'bad-code', /ISO 3166-1/],
    ['country', 'Greece', 'bad-code', /ISO 3166-1/],
    ['country', 'UK', 'bad-code', /ISO 3166-1/],
  ],
  'service-1': [
    ['website', undefined, 'missing-key', /^website with/],
    ['website', '', 'missing-key', /^website with/],
    ['srv_invocation_type.0', undefined, 'missing-key', /./, 'srv_invocation_type'],
    [
      'srv_contributions',
      [{ by: 'https://orcid.org/0000-0002-1825-0097', role: 'operator' }],
      'wrong-value',
      /^A name; entities are linked by keys for references\.$/,
      'srv_contributions.0.by',
    ],
    [
      'srv_contributions',
      [{ by: { local_identifier: 'org-x', entity_type: 'organisation', name: 'X' }, role: 'operator' }],
      'wrong-value',
      /^A name; entities are linked by keys for references\.$/,
      'srv_contributions.0.by',
    ],
    [
      'srv_audience_byrole',
      ['foo:bar'],
      'unknown-term',
      /^One of sshocaudience:citizenScientist, /,
      'srv_audience_byrole.0',
    ],
    [
      'srv_audience_byrole',
      ['sshocaudience:student', 'sshocaudience:reseacher'],
      'unknown-term',
      /^sshocaudience:researcher$/,
      'srv_audience_byrole.1',
    ],
    [
      'srv_audience_byjurisdiction',
      ['Global', 'Mars'],
      'unknown-term',
      /^One of Global, Institution, National, Regional/,
      'srv_audience_byjurisdiction.1',
    ],
    ['srv_invocation_type.0', 'webApplicatio', 'unknown-term', /^sshocinvt:webApplication$/],
    [
      'srv_life_cycle_status',
      ['elcs:TRL6', 'elcs:TRL10'],
      'unknown-term',
      /^elcs:TRL1$/,
      'srv_life_cycle_status.1',
    ],
    [
      'srv_availability_geographic',
      ['eoscgeoavail:ww', 'eoscgeoavail:nl', 'eoscgeoavail:qq'],
      'unknown-term',
      /^One of eoscgeoavail:ww, .* or a code of ISO 3166-1 in small letters/,
      'srv_availability_geographic.2',
    ],
    ['is_accessible_for_free', 'perhaps', 'bad-boolean', /true or false/],
  ],
  'topic-1': [
    ['identifiers.1', { value: '7' }, 'missing-key', /./, 'identifiers.1.scheme'],
    ['identifiers.1', { scheme: 'url', value: null }, 'missing-key', /./, 'identifiers.1.value'],
    ['labels', { 'in english': 'data' }, 'bad-language', /BCP 47/, 'labels.in english'],
    ['local_identifier', undefined, 'no-id', /local_identifier/, undefined],
  ],
  'grant-1': [
    ['duration.start', undefined, 'missing-key', /./],
    [
      'titles',
      [{ en: 'A grant' }, { fr: 'Un projet' }],
      'shape-coerced',
      /^\{"en":"A grant","fr":"Un projet"\}$/,
    ],
    ['funded_amount', '1.5', 'shape-coerced', /^A number\.$/],
    ['grant_number', 17, 'shape-coerced', /^A string\.$/],
    ['titles.en', ['A grant', 'A title'], 'several-values', /^One value/],
    ['currency', 'eur ', 'form-normalised', /^EUR$/],
    ['duration.start', '2020-01-01T00:00+0100', 'form-normalised', /^2020-01-01T00:00:00\+01:00$/],
    ['funded_amount', '1,500 EUR', 'bad-number', /JSON number/],
    ['funded_amount', '1,500,000.50', 'bad-number', /^1500000\.50, if that is meant/],
    ['funded_amount', '12345678901234567890', 'bad-number', /at most 15 digits/],
    ['funded_amount', -1, 'out-of-range', /0 or more/],
    ['duration.start', 'May 2020', 'bad-date', /ISO 8601/],
    ['duration.end', '2019-12-31', 'end-before-start', /swapped/, 'duration'],
    ['currency', 'EURO', 'bad-code', /ISO 4217/],
    [
      'funding_agency',
      { local_identifier: 'venue-1', entity_type: 'venue' },
      'wrong-type',
      /^One of organisation/,
    ],
  ],
  'person-1': [
    ['given_name', { en: 'Josiah' }, 'wrong-value', /^A string\.$/],
    ['family_name', ['Carberry', 'Smith'], 'several-values', /^One value/],
    ['identifiers.0.scheme', 'ocrid', 'unknown-term', /^orcid$/],
    ['family_name', 'Carberry\u0301', 'not-nfc', /^Carberr\u00fd$/],
  ],
  'product-2': [
    ['local_identifier', 'http://', 'bad-id', /An IRI/, undefined],
    ['entity_type', 'produkt', 'no-type', /entity_type/, undefined],
  ],
}

/** What takes the place of the first identifier. */
const identifiers: readonly [id: string, scheme: string, value: string, kind: FindingKind, right: RegExp][] =
  [
    ['person-1', 'orcid', '0000-0002-1825-0096', 'bad-check-digit', /0000-0002-1825-0097/],
    ['person-1', 'orcid', 'https://orcid.org/0000-0002-1852-0097', 'bad-check-digit', /0000-0002-1852-00/],
    ['person-1', 'orcid', '0000000218250097', 'bad-identifier', /such as 0000-/],
    ['person-1', 'isni', '0000 0001 2281 9551', 'bad-check-digit', /000000012281955X/],
    ['venue-1', 'issn', '2052-4464', 'bad-check-digit', /2052-4463/],
    ['venue-1', 'isbn', '978-3-16-148410-1', 'bad-check-digit', /9783161484100/],
    ['venue-1', 'isbn', '0-306-40615-3', 'bad-check-digit', /0306406152/],
    ['organisation-1', 'ror', '05gq02988', 'bad-check-digit', /https:\/\/ror\.org\/05gq02987/],
    ['product-1', 'doi', 'sdata.2016.18', 'bad-identifier', /such as 10\./],
    [
      'product-1',
      'doi',
      'https://link.springer.com/chapter/10.1007/978-3-031-19775-8_22',
      'bad-identifier',
      /^10\.1007\/978-3-031-19775-8_22, if/,
    ],
    ['person-1', 'ror', '0000-0002-1825-0097', 'bad-identifier', /scheme orcid/],
    ['product-1', 'pmid', 'PMC4792175', 'bad-identifier', /scheme pmcid/],
    ['product-1', 'pmcid', '4792175', 'bad-identifier', /PMC4792175/],
    ['product-1', 'arxiv', '2013.00001', 'bad-identifier', /2401\.00001/],
    ['product-1', 'handle', '11234', 'bad-identifier', /11234\/1-1451/],
    ['topic-1', 'wikidata', 'P31', 'bad-identifier', /Q515701/],
    ['product-1', 'openalex', '3134956838', 'bad-identifier', /W3134956838/],
    ['product-1', 'url', 'example.org/1', 'bad-identifier', /https:\/\//],
  ]

/** Keys that stand where they should not: from where, to where. */
const moves: readonly [id: string, from: string, to: string, kind: FindingKind, right: RegExp][] = [
  ['product-1', 'abstracts', 'abstrcats', 'unknown-key', /^abstracts$/],
  ['product-1', 'manifestations.0.licence', 'manifestations.0.license', 'alias-used', /^licence$/],
  ['organisation-1', 'types', 'types"', 'alias-used', /without the quotation mark/],
  [
    'product-1',
    'contributions.0.declared_affiliations',
    'contributions.0.by.declared_affiliations',
    'alias-used',
    /beside by/,
  ],
]

interface Fault {
  readonly title: string
  readonly id: string
  readonly change: (record: Json) => void
  readonly kind: FindingKind
  readonly path: string | undefined
  readonly right: RegExp
}

/** Sets what stands at a path, or takes it out. @returns what was there */
function put(record: Json, path: string, value: unknown): unknown {
  const keys = path.split('.')
  const last = keys.pop() as string
  const parent = keys.reduce<any>((at, key) => at[key], record)
  const old: unknown = parent[last]
  if (value !== undefined) parent[last] = value
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return old
}

const faults: readonly Fault[] = [
  ...Object.entries(changes).flatMap(([id, rows]) =>
    rows.map((row): Fault => {
      const [at, value, kind, right, path] = row
      const title = `where ${id} has ${JSON.stringify(value) ?? 'nothing'} as ${at}`
      const change = (record: Json): unknown => put(record, at, value)
      return { title, id, change, kind, path: row.length > 4 ? path : at, right }
    }),
  ),
  ...moves.map(([id, from, to, kind, right]): Fault => {
    const change = (record: Json): unknown => put(record, to, put(record, from, undefined))
    return { title: `where ${id} has ${from} as ${to}`, id, change, kind, path: to, right }
  }),
  ...identifiers.map(([id, scheme, value, kind, right]): Fault => {
    const change = (record: Json): unknown => put(record, 'identifiers.0', { scheme, value })
    return {
      title: `where ${id} has ${scheme} ${value}`,
      id,
      change,
      kind,
      path: 'identifiers.0.value',
      right,
    }
  }),
]

/** Ids that are missing because of the fault itself. */
const consequence = (found: { kind: string }, { kind }: Fault): boolean =>
  found.kind === 'dangling-reference' && findingKinds[kind].severity === 'refused'

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

  for (const fault of faults) {
    const { title, id, change, kind, path, right } = fault
    it(`finds ${kind} ${title}, and says where and what would be right`, async () => {
      const records = structuredClone(good) as Json[]
      const place = records.findIndex((record) => record['local_identifier'] === id)
      change(records[place] as Json)
      const text = documentOf(records)
      const { findings, refused } = await checkFiles({ 'records.json': text })
      const found = findings.filter((finding) => !consequence(finding, fault))
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

  it('sows more than ninety faults, of all kinds that a record can have', () => {
    expect(faults.length).to.be.greaterThan(90)
    const elsewhere =
      `older-record unknown-deletion no-record-log earlier-converter unreadable-file bad-encoding
      other-format not-converted empty-file bad-json bad-jsonld bad-rdf blank-node no-record
      unreadable-record source-fault empty-record duplicate-record blank-in-id other-extensions
      other-rows incomplete-record unknown-context other-class large-value same-identifier
      identifier-of-several-names no-temporary-folder passed-over shape`.split(/\s+/)
    expect(
      Object.keys(findingKinds).filter(
        (kind) => !elsewhere.includes(kind) && !faults.some((fault) => fault.kind === kind),
      ),
    ).to.deep.equal([])
  })
})
