// What harvesters read of one paper and all that it names, in each format of OAI-PMH: a table of values and elements.

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats } from '../../src/doors/oai/verbs.ts'
import { cerifFaults, openAireFaults } from '../support/openaire-rules.ts'
import { serveRecords } from '../support/server.ts'
import { faultsOf, haveSchemas } from '../support/xsd.ts'
import { readData } from '../support/data.ts'

const BASE = 'https://graph.example.org/'
const doi = (value: string): object => ({ scheme: 'doi', value })

const records: readonly object[] = [
  {
    local_identifier: 'paper',
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['Seeing in three dimensions', 'A second title'] },
    abstracts: { en: ['What we saw & how.'] },
    identifiers: [doi('10.1109/EXAMPLE.2025.00001')],
    contributions: [
      {
        role: 'author',
        rank: 1,
        by: 'person',
        declared_affiliations: ['university'],
      },
      {
        role: 'author',
        rank: 2,
        by: { local_identifier: 'consortium', entity_type: 'agent', name: 'A consortium' },
      },
      { role: 'editor', by: { local_identifier: 'editor', entity_type: 'person', name: 'Jane Doe' } },
      { role: 'publisher', by: 'house' },
    ],
    manifestations: [
      {
        type: { class: 'http://purl.org/spar/fabio/ConferencePaper', labels: { en: 'conference paper' } },
        dates: { publication: ['2025-03-25'], acceptance: ['2024-11-05T10:00:00Z'] },
        identifiers: [{ scheme: 'url', value: 'https://example.org/paper.pdf' }],
        version: '1.0.0',
        peer_review: { status: 'peer reviewed' },
        access_rights: { status: 'open' },
        licence: 'https://creativecommons.org/licenses/by/4.0/',
        biblio: { in: 'proceedings', volume: '17', issue: '1', pages: { first: '640', last: '645' } },
      },
    ],
    topics: [{ term: 'topic' }],
    funding: ['grant'],
    related_products: { cites: ['cited'], is_supplemented_by: ['data'] },
  },
  {
    local_identifier: 'cited',
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['Cited'] },
    identifiers: [doi('10.1000/cited')],
  },
  {
    local_identifier: 'data',
    entity_type: 'product',
    product_type: 'research data',
    titles: { en: ['A data set'] },
    abstracts: { en: ['Data of the paper.'] },
    identifiers: [doi('10.5281/zenodo.44383')],
    contributions: [
      { role: 'author', by: 'person' },
      { role: 'publisher', by: 'house' },
    ],
    topics: [{ term: 'topic' }],
    manifestations: [
      {
        dates: {
          publication: ['2025-03-25'],
          received: ['2025-01-01'],
          copyright: ['2023'],
          collected: ['2024'],
          modified: ['2025-04-01'],
        },
        version: '1.0.0',
        identifiers: [{ scheme: 'url', value: 'https://example.org/data.zip' }],
        access_rights: { status: 'embargoed' },
        licence: 'https://spdx.org/licenses/CC0-1.0',
      },
    ],
    funding: ['grant'],
  },
  {
    local_identifier: 'poor',
    entity_type: 'product',
    product_type: 'other',
    identifiers: [{ scheme: 'omid', value: 'br/1' }],
  },
  {
    local_identifier: 'person',
    entity_type: 'person',
    name: 'Ada Example',
    family_name: 'Example',
    given_name: 'Ada',
    identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }],
    affiliations: [{ affiliation: 'university', period: { start: '2017-04-13', end: '2019-02-11' } }],
  },
  {
    local_identifier: 'university',
    entity_type: 'organisation',
    name: 'Université Exemple',
    short_name: 'UE',
    other_names: ['Example University'],
    country: 'FR',
    website: 'https://www.example.org/',
    identifiers: [{ scheme: 'ror', value: 'https://ror.org/0005r2j17' }],
  },
  {
    local_identifier: 'house',
    entity_type: 'organisation',
    name: 'A house',
    identifiers: [{ scheme: 'ror', value: 'https://ror.org/01n002310' }],
  },
  {
    local_identifier: 'funder',
    entity_type: 'organisation',
    name: 'European Commission',
    short_name: 'EC',
    identifiers: [doi('10.13039/501100000780')],
  },
  {
    local_identifier: 'grant',
    entity_type: 'grant',
    titles: { en: ['Advancing open scholarship'] },
    acronym: 'ADVANCE',
    abstracts: { en: ['The project.'] },
    grant_number: '777541',
    identifiers: [doi('10.3030/777541')],
    funding_agency: 'funder',
    funding_stream: 'H2020',
    funded_amount: 2985441,
    currency: 'EUR',
    keywords: ['open science'],
    duration: { start: '2018-01-01', end: '2021-02-28' },
    beneficiaries: ['university'],
    contributions: [
      { by: 'person', roles: ['lead applicant'] },
      {
        by: { local_identifier: 'member', entity_type: 'person', name: 'Jane Doe' },
        roles: ['contact person'],
      },
    ],
  },
  {
    local_identifier: 'proceedings',
    entity_type: 'venue',
    type: 'conference',
    name: 'Proceedings of Example 2025',
    acronym: 'EX 2025',
    identifiers: [{ scheme: 'isbn', value: '9783031250491' }],
  },
  {
    local_identifier: 'journal',
    entity_type: 'venue',
    type: 'journal',
    name: 'Journal of Examples',
    acronym: 'JoE',
    identifiers: [{ scheme: 'issn', value: '1746-8256' }],
    contributions: [{ role: 'publisher', by: 'house' }],
  },
  { local_identifier: 'topic', entity_type: 'topic', labels: { en: 'novel view synthesis' } },
]

/** What is read of a record in a format: each text stands in the answer, in this order. */
const table =
  readData<readonly [says: string, prefix: string, id: string, ...texts: string[]][]>('http/oai-formats.json')

const examples = fileURLToPath(new URL('../../../shared/facts/doors-examples/', import.meta.url))
const haveExamples = existsSync(examples)

const UNKNOWN = 'no record says it'
const NAME_ALONE = 'its record has it: what is embedded is a name alone'

/** Answers written by hand, the record here that is like theirs, and the elements that it has not, with the reason. */
const likeExamples: readonly [
  file: string,
  prefix: string,
  id: string,
  without?: Readonly<Record<string, string>>,
][] = [
  ['oai_dc', 'oai_dc', 'paper', { 'dc:format': UNKNOWN }],
  [
    'oai_datacite',
    'oai_datacite',
    'paper',
    { sizes: UNKNOWN, size: UNKNOWN, formats: UNKNOWN, format: UNKNOWN },
  ],
  ['oai_datacite-poor', 'oai_datacite', 'poor'],
  [
    'oai_openairedata',
    'oai_openairedata',
    'paper',
    { sizes: UNKNOWN, size: UNKNOWN, formats: UNKNOWN, format: UNKNOWN },
  ],
  ['oai_openaire', 'oai_openaire', 'paper', { 'dc:format': UNKNOWN }],
  [
    'cerif-product-literature',
    'oai_cerif_openaire',
    'paper',
    {
      MimeType: UNKNOWN,
      ORCID: NAME_ALONE,
      RORID: NAME_ALONE,
      References: 'the formats of DataCite have them: here each would need the type of what is cited',
    },
  ],
  ['cerif-product-data', 'oai_cerif_openaire', 'data'],
  ['cerif-person', 'oai_cerif_openaire', 'person'],
  ['cerif-organisation', 'oai_cerif_openaire', 'university', { Type: 'the words of the model are others' }],
  [
    'cerif-grant-project',
    'oai_cerif_openaire',
    'grant',
    { Coordinator: 'no record says which of the partners it is', FundRefID: NAME_ALONE },
  ],
  ['cerif-grant-funding', 'oai_cerif_openaire', 'grant', { Funder: 'it stands in By, beside it' }],
  ['cerif-venue-journal', 'oai_cerif_openaire', 'journal'],
]

/** The rules of CERIF that no schema knows: what breaks each, and what is found wrong then. */
const broken: readonly [from: string | RegExp, to: string, fault: RegExp][] = [
  ['Person id="person"', 'Person id="nobody"', /nobody, which is no record/],
  [
    'xmlns="https://www.openaire.eu/cerif-profile/1.2/" id="paper"',
    'xmlns="x" id="other"',
    /paper says that its id is other/,
  ],
  [/OrgUnit id="house"(.*?)OrgUnit/, 'Person id="house"$1Person', /calls house a Person/],
  [
    '<Name>A house</Name></OrgUnit></Publisher>',
    '<Name>Another</Name></OrgUnit></Publisher>',
    /says <Name>Another<\/Name> of house/,
  ],
  [
    '<Name>A house</Name></OrgUnit></Publisher>',
    '<Name xml:lang="en">A house</Name></OrgUnit></Publisher>',
    /of house/,
  ],
  ['<setSpec>openaire_cris_projects</setSpec>', '', /grant is in no set/],
  ['<Language>en</Language>', '<Language></Language>', /has an empty language/],
  [/"paper"/g, `"${'p'.repeat(129)}"`, /longer than 128/],
  ['<Publication xmlns=', '<Publication xsi:schemaLocation="a b" xmlns=', /says that its id is/],
  [/(<datestamp>[^<]*)Z</, '$1.5Z<', /no whole second/],
]

describe('formats of OAI-PMH', function () {
  this.timeout(120_000)
  const server = serveRecords(records, BASE, { settings: { publicUrl: 'https://graph.example.org' } })
  const ask = async (query: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${server.port}/oai?${query}`)).text()
  const recordAs = (prefix: string, id: string): Promise<string> =>
    ask(`verb=GetRecord&metadataPrefix=${prefix}&identifier=oai:graph.example.org:${id}`)

  for (const [says, prefix, id, ...texts] of table)
    it(`write ${says}`, async () => {
      const answer = await recordAs(prefix, id)
      let from = 0
      for (const text of texts) {
        const at = answer.indexOf(text, from)
        expect(at, `${text} behind ${answer.slice(from)}`).to.be.at.least(0)
        from = at + text.length
      }
    })

  it('say nothing of access in Dublin Core where the record does not', async () => {
    expect(await recordAs('oai_dc', 'cited'))
      .to.include('<dc:title')
      .and.not.include('dc:rights')
    // OpenAIRE wants a word for all.
    expect(await recordAs('oai_openaire', 'cited')).to.include('access_right/c_14cb')
  })

  it('are valid, and keep the rules of OpenAIRE', async function () {
    const answers = new Map<string, string>()
    for (const { prefix } of formats)
      answers.set(prefix, await ask(`verb=ListRecords&metadataPrefix=${prefix}`))
    const openAire = answers.get('oai_openaire') as string
    expect(openAireFaults([openAire])).to.deep.equal([])
    expect(cerifFaults([answers.get('oai_cerif_openaire') as string])).to.deep.equal([])
    if (!haveSchemas) this.skip()
    answers.delete('oai_openaire')
    expect(await faultsOf([openAire], true)).to.deep.equal([])
    expect(await faultsOf([...answers.values()], false)).to.deep.equal([])
  })

  it('are those of a repository as information systems (CRIS) describe it', async () => {
    const identity = await ask('verb=Identify')
    const values = (name: string): string[] =>
      [...identity.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, text]) => text as string)
    expect(identity.match(/<Service /g)).to.have.length(1)
    expect(values('repositoryIdentifier')).to.deep.equal(['graph.example.org'])
    expect(values('Acronym')).to.deep.equal(values('repositoryIdentifier'))
    expect(values('OAIPMHBaseURL')).to.deep.equal(values('baseURL'))
    const [compatibility] = /OpenAIRE_Service_Compatibility#[\d.]+/.exec(identity) ?? []
    expect(compatibility).to.equal('OpenAIRE_Service_Compatibility#1.2')
    const listed = await ask('verb=ListMetadataFormats')
    for (const name of ['metadataPrefix', 'schema', 'metadataNamespace']) {
      const all = [...listed.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, text]) => text)
      expect(new Set(all).size, name).to.equal(formats.length)
    }
    expect(listed).to.include('<metadataNamespace>https://www.openaire.eu/cerif-profile/1.2/<')
  })

  for (const [from, to, fault] of broken)
    it(`are judged by a rule of CERIF: ${fault}`, async () => {
      const answer = await ask('verb=ListRecords&metadataPrefix=oai_cerif_openaire')
      const changed = answer.replace(from, to)
      expect(changed).not.to.equal(answer)
      expect(cerifFaults([changed]).join('\n')).to.match(fault)
    })

  for (const [file, prefix, id, without = {}] of likeExamples)
    it(`have each element of the answer written by hand: ${file}`, async function () {
      if (!haveExamples) this.skip()
      const elementsOf = (xml: string): Set<string> =>
        new Set(
          [...(/<metadata>.*<\/metadata>/s.exec(xml)?.[0] ?? '').matchAll(/<([\w:]+)/g)].map(
            ([, name]) => name as string,
          ),
        )
      const example = readFileSync(join(examples, `GetRecord-${file}.xml`), 'utf8')
      const own = elementsOf(await recordAs(prefix, id))
      const missing = [...elementsOf(example)].filter((name) => !own.has(name))
      expect(missing.sort()).to.deep.equal(Object.keys(without).sort())
    })

  it('are judged by schemas that take each answer written by hand', async function () {
    if (!haveExamples || !haveSchemas) this.skip()
    const all = readdirSync(examples).filter((name) => name.endsWith('.xml'))
    expect(all).to.have.length.above(20)
    for (const isOpenAire of [false, true]) {
      const documents = all
        .filter((name) => name.includes('oai_openaire.xml') === isOpenAire)
        .map((name) => readFileSync(join(examples, name), 'utf8'))
      expect(await faultsOf(documents, isOpenAire)).to.deep.equal([])
    }
  })
})
