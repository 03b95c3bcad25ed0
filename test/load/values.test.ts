// Values in one form, whatever came in: from JSON and from RDF, with what is said of it.

import { expect } from 'chai'
import { checkFiles } from './checking.ts'
import { BASE, load, type Json } from './files.ts'

const prefixes = `@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix frapo: <http://purl.org/cerif/frapo/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix fabio: <http://purl.org/spar/fabio/> . @prefix pro: <http://purl.org/spar/pro/> .
@prefix frbr: <http://purl.org/vocab/frbr/core#> . @prefix srv: <https://w3id.org/skg-if/extension/srv/ontology/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix datacite: <http://purl.org/spar/datacite/> .
@prefix literal: <http://www.essepuntato.it/2010/06/literalreification/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix schema: <https://schema.org/> . @base <${BASE}> .
`

const service = (more: Json): Json => ({ local_identifier: 's', entity_type: 'service', ...more })

/** Title, what JSON says, what Turtle says, and the values that come of both, by `type id`. */
const rows: [title: string, json: Json[], turtle: string | undefined, expected: Record<string, Json>][] = [
  [
    'a country in small letters',
    [{ local_identifier: 'o', entity_type: 'organisation', country: 'nl' }],
    '<o> a foaf:Organization ; frapo:hasCountry "nl" .',
    { 'organisation o': { country: 'NL' } },
  ],
  [
    'letters and marks that are characters of their own',
    [
      {
        local_identifier: 'o',
        entity_type: 'organisation',
        name: 'Universite\u0301\nn\u0303',
        short_name: '\u0301',
        other_names: ['A\u030a'],
        identifiers: [{ scheme: 'url', value: 'https://o.example/e\u0301' }],
      },
    ],
    `<o> a foaf:Organization ; foaf:name "Universite\u0301\\nn\u0303" ; frapo:hasAcronym "\u0301" ;
      skos:altLabel "A\u030a" ; datacite:hasIdentifier
        [ datacite:usesIdentifierScheme datacite:url ; literal:hasLiteralValue "https://o.example/e\u0301" ] .`,
    {
      'organisation o': {
        name: 'Universit\u00e9\n\u00f1',
        short_name: '\u0301',
        other_names: ['\u00c5'],
        identifiers: [{ scheme: 'url', value: 'https://o.example/\u00e9' }],
      },
    },
  ],
  [
    'a country that is no code',
    [{ local_identifier: 'o', entity_type: 'organisation', country: 'Netherlands' }],
    undefined,
    { 'organisation o': { country: 'Netherlands' } },
  ],
  [
    'a currency in small letters, and dates as people write them',
    [
      {
        local_identifier: 'g',
        entity_type: 'grant',
        currency: 'eur',
        duration: { start: '2021-01-01T10:00+0100', end: '20211231T2400' },
      },
    ],
    undefined,
    {
      'grant g': {
        currency: 'EUR',
        duration: { start: '2021-01-01T10:00:00+01:00', end: '2022-01-01T00:00:00' },
      },
    },
  ],
  [
    'languages of three letters, private ones, none, and words that are none',
    [
      {
        local_identifier: 'p',
        entity_type: 'product',
        titles: {
          eng: ['A'],
          'en-x-foo': ['B'],
          'de-u-co-phonebk': ['C'],
          und: ['D'],
          english: ['E'],
          zxx: ['F'],
          fre: ['G'],
        },
      },
    ],
    '<p> a fabio:Work ; dcterms:title "A"@eng, "B"@en-x-foo, "C"@de-u-co-phonebk, "D"@und, ' +
      '"E"@english, "F"@zxx, "G"@fre .',
    {
      'product p': {
        titles: {
          en: ['A'],
          'en-x-foo': ['B'],
          'de-u-co-phonebk': ['C'],
          fr: ['G'],
          none: ['D', 'E', 'F'],
        },
      },
    },
  ],
  [
    'vocabularies that come back as they came',
    [
      service({
        srv_supported_language: ['iso639-3:eng', 'lexvo-iso639-3/deu', 'http://lexvo.org/id/iso639-3/fra'],
        disciplines: ['QA76', 'lcc:QC1', 'all', 'loc:x'],
      }),
    ],
    `<s> a srv:Service ; srv:supportedLanguage <https://vocabs.acdh.oeaw.ac.at/iso6393/eng>, <lexvo-iso639-3:deu>,
      <https://vocabs.acdh.oeaw.ac.at/iso6393/lexvo-iso639-3/fra> ;
      dcterms:subject <http://id.loc.gov/authorities/classification/QA76>,
<http://id.loc.gov/authorities/classification/QC1>,
      <http://id.loc.gov/authorities/classification>, <http://id.loc.gov/authorities/x> .`,
    {
      'service s': {
        srv_supported_language: [
          'http://lexvo.org/id/iso639-3/deu',
          'http://lexvo.org/id/iso639-3/fra',
          'iso639-3:eng',
        ],
        disciplines: ['all', 'lcc:QA76', 'lcc:QC1', 'loc:x'],
      },
    },
  ],
  [
    'related products of services as ids, published relations to organisations',
    [
      service({
        related_products: { cites: [{ local_identifier: 'p', entity_type: 'product' }], is_part_of: ['q'] },
        srv_research_infrastructure: ['o'],
      }),
    ],
    '<s> a srv:Service ; <http://purl.org/spar/cito/cites> <p> ; frbr:partOf <q> ; dcterms:partOf <o> .',
    {
      'service s': {
        related_products: { cites: [`${BASE}p`], is_part_of: [`${BASE}q`] },
        srv_research_infrastructure: [{ local_identifier: `${BASE}o`, entity_type: 'organisation' }],
      },
    },
  ],
  [
    'kinds of organisations once, by a context and by the base',
    [
      {
        local_identifier: 'o',
        entity_type: 'organisation',
        types: ['research_infrastructure', 'srv_research_infrastructure', 'facility'],
      },
    ],
    '<o> a foaf:Organization, frapo:Facility, srv:ResearchInfrastructure, ' +
      '<research_infrastructure>, dcterms:partOf .',
    { 'organisation o': { types: ['facility', 'research_infrastructure'] } },
  ],
  [
    'numbers, pages and licences that RDF has as IRIs or as text',
    [
      {
        local_identifier: 'p',
        entity_type: 'product',
        manifestations: [{ licence: 'https://l.example/', biblio: { number: 'e86' } }],
      },
    ],
    '<p> a fabio:Work ; frbr:realization [ dcterms:license "https://l.example/" ; ' +
      'fabio:hasSequenceIdentifier <e86> ] .',
    { 'product p': { manifestations: [{ licence: 'https://l.example/', biblio: { number: 'e86' } }] } },
  ],
]

const contribution = (by: string, role: string | undefined, rank?: number): Json => ({
  by: { local_identifier: by, entity_type: 'person', name: by },
  ...(role && { role }),
  ...(rank && { rank }),
})

describe('values', () => {
  for (const [title, json, turtle, expected] of rows) {
    const check = async (file: string, text: string): Promise<void> => {
      const { answers } = await load({ [file]: text })
      for (const [key, values] of Object.entries(expected)) expect(answers[key]).to.deep.include(values)
    }
    it(`of JSON have one form: ${title}`, () => check('a.json', JSON.stringify(json)))
    if (turtle) it(`of RDF have one form: ${title}`, () => check('a.ttl', prefixes + turtle))
  }

  it('of RDF that are written otherwise are told with the record', async () => {
    const { findings } = await checkFiles({
      'a.ttl': `${prefixes}<p> a fabio:Work ; dcterms:title "A"@eng, "B"@und, "C"@EN .
        <o> a foaf:Organization ; frapo:hasCountry "nl" .
        <v> a fabio:ExpressionCollection ; dcterms:created "20210101" .`,
    })
    expect(
      findings.map(({ kind, id }) => [kind, id]).filter(([kind]) => kind !== 'missing-key'),
    ).to.have.deep.members([
      ['form-normalised', `${BASE}p`],
      ['bad-language', `${BASE}p`],
      ['form-normalised', `${BASE}o`],
      ['form-normalised', `${BASE}v`],
    ])
  })

  it('of contributions with one rank stand in the order of roles, then of ids', async () => {
    const { answers } = await load({
      'a.json': JSON.stringify([
        {
          local_identifier: 'p',
          entity_type: 'product',
          contributions: [
            contribution('a', 'publisher', 1),
            contribution('z', 'author', 1),
            contribution('b', 'author', 1),
            contribution('c', 'illustrator', 1),
            contribution('d', 'editor', 1),
            contribution('e', undefined, 1),
            contribution('f', 'author', 2),
            contribution('g', 'editor'),
            contribution('h', 'author'),
          ],
        },
      ]),
    })
    const { contributions } = answers['product p'] as { contributions: { by: { name: string } }[] }
    expect(contributions.map(({ by }) => by.name).join(' ')).to.equal('b z d a c e f h g')
  })
})
