// What repositories give by OAI-PMH: DataCite, Dublin Core and OpenAIRE as XML, as lines of a harvest and as files.

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { checkFiles } from '../load/checking.ts'
import { load } from '../load/files.ts'
import { readBy, valueAt, type Json, type Read } from './reading.ts'

const BASE_URL = 'https://repository.example/oai'
const KEY = 'oai:repository.example:12'
const DATE = '2026-11-01T10:00:00Z'
const header = { baseURL: BASE_URL, identifier: KEY, datestamp: DATE, sets: ['col_1'], prefix: 'oai_dc' }
const readXml = (metadata: string, oai: Json = header): Read => readBy('oai', { oai, metadata })

const dc = (elements: string): string =>
  '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  `${elements}</oai_dc:dc>`
const kernel = (elements: string, version = 4): string =>
  `<resource xmlns="http://datacite.org/schema/kernel-${version}"><identifier identifierType="DOI">10.5555/1</identifier>` +
  `${elements}</resource>`
const openAire = (elements: string): string =>
  '<resource xmlns="http://namespace.openaire.eu/schema/oaire/" xmlns:datacite="http://datacite.org/schema/kernel-4"' +
  ` xmlns:dc="http://purl.org/dc/elements/1.1/">${elements}</resource>`

/** Answers as DSpace writes them: three dates, a type and a version of info:eu-repo, an address by handle. */
const DSPACE = dc(`
  <dc:title>Über Moore &amp; Sümpfe &#128512;</dc:title>
  <dc:creator>Müller, Jörg</dc:creator><dc:creator>Deutscher Wetterdienst</dc:creator>
  <dc:creator>https://orcid.org/0000-0002-1825-0097</dc:creator>
  <dc:subject>bogs</dc:subject><dc:description>We &lt;i&gt;dig&lt;/i&gt;.</dc:description>
  <dc:date>2021-05-12T08:00:00Z</dc:date><dc:date>2021-05-12T08:00:00Z</dc:date><dc:date>2020-11</dc:date>
  <dc:type>info:eu-repo/semantics/doctoralThesis</dc:type><dc:type>info:eu-repo/semantics/publishedVersion</dc:type>
  <dc:identifier>http://hdl.handle.net/1721.1/99</dc:identifier>
  <dc:identifier>https://repository.example/items/12</dc:identifier><dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier>
  <dc:language>de_DE</dc:language>
  <dc:relation>info:eu-repo/grantAgreement/EC/FP7/282896</dc:relation>
  <dc:relation>info:eu-repo/semantics/altIdentifier/doi/10.5555/Other</dc:relation>
  <dc:rights>info:eu-repo/semantics/openAccess</dc:rights>
  <dc:rights>http://creativecommons.org/licenses/by/4.0/</dc:rights>
  <dc:publisher>Universität</dc:publisher>`)

const CREATOR = `<creators><creator><creatorName nameType="Personal">Doe, Jane</creatorName><givenName>Jane</givenName>
  <familyName>Doe</familyName>
  <nameIdentifier nameIdentifierScheme="ORCID" schemeURI="https://orcid.org">0000-0002-1825-0097</nameIdentifier>
  <affiliation affiliationIdentifier="https://ror.org/05gq02987" affiliationIdentifierScheme="ROR">Brown</affiliation>
  <affiliation>Elsewhere</affiliation></creator></creators>`

/** Title, XML, where to look, what is there. */
const rows: [title: string, xml: string, at: string, value: unknown][] = [
  ['the DOI of another copy is the id', DSPACE, 'local_identifier', 'https://doi.org/10.5555/other'],
  ['letters and references are read', DSPACE, 'titles.de', ['Über Moore & Sümpfe 😀']],
  ['mark-up of texts goes', DSPACE, 'abstracts.de', ['We dig.']],
  ['authors are in order', DSPACE, 'contributions.0.by.family_name', 'Müller'],
  ['addresses are no authors', DSPACE, 'contributions.2.role', 'publisher'],
  [
    'the least precise date is that of the publication',
    DSPACE,
    'manifestations.dates.publication',
    ['2020-11'],
  ],
  ['the type is told from its IRI', DSPACE, 'manifestations.type.labels.en', 'Dissertation'],
  ['access is told from its IRI', DSPACE, 'manifestations.access_rights.status', 'open'],
  ['a licence is its IRI', DSPACE, 'manifestations.licence', 'https://creativecommons.org/licenses/by/4.0/'],
  ['a handle is an identifier', DSPACE, 'identifiers.1', { scheme: 'handle', value: '1721.1/99' }],
  ['an ISBN is an identifier', DSPACE, 'identifiers.2', { scheme: 'isbn', value: '978-3-16-148410-0' }],
  ['the grant has its number', DSPACE, 'funding.grant_number', '282896'],
  ['the grant has its funder', DSPACE, 'funding.funding_agency.name', 'European Commission'],
  [
    'a journal has its ISSN and its name, as OJS writes them',
    dc('<dc:source>Acta; Vol. 5 No. 1 (2019): Spring; 1-10</dc:source><dc:source>2049-3630</dc:source>'),
    'manifestations.biblio.in',
    {
      entity_type: 'venue',
      local_identifier: 'https://portal.issn.org/resource/ISSN/2049-3630',
      identifiers: [{ scheme: 'issn', value: '2049-3630' }],
      name: 'Acta',
      type: 'journal',
    },
  ],
  ['without a DOI, the OAI identifier is the id', dc('<dc:title>A</dc:title>'), 'local_identifier', KEY],
  ['an unknown type is other', dc('<dc:title>A</dc:title><dc:type>X</dc:type>'), 'product_type', 'other'],
  ['a type is a word of COAR', dc('<dc:type>conference paper</dc:type>'), 'product_type', 'literature'],
  ...Object.entries({
    Artículo: 'JournalArticle',
    'artigo de periódico': 'JournalArticle',
    Zeitschriftenaufsatz: 'JournalArticle',
    'Contributo in rivista': 'JournalArticle',
    'Tesis doctoral': 'Dissertation',
    'Dissertação de mestrado': 'Dissertation',
    'Thèse de doctorat': 'Dissertation',
    'Tesi di dottorato': 'Dissertation',
    'Capítulo de libro': 'BookChapter',
    'Jeu de données': 'Dataset',
    'Trabalho apresentado em evento': 'ConferencePaper',
  }).map(([word, type]): (typeof rows)[number] => [
    `«${word}» is a kind`,
    dc(`<dc:title>A</dc:title><dc:type>${word}</dc:type>`),
    'manifestations.type.labels.en',
    type,
  ]),
  ...Object.entries({
    openAccess: 'open',
    'Acceso abierto': 'open',
    'Acesso Aberto': 'open',
    'Accès restreint': 'restricted',
    'Accesso chiuso': 'closed',
    'Geschlossener Zugang': 'closed',
    'acceso embargado': 'embargoed',
  }).map(([text, status]): (typeof rows)[number] => [
    `«${text}» says who may read`,
    dc(`<dc:title>A</dc:title><dc:rights>${text}</dc:rights>`),
    'manifestations.access_rights.status',
    status,
  ]),
  ...Object.entries({
    'CC BY 4.0': 'licenses/by/4.0/',
    'CC-BY-NC 4.0': 'licenses/by-nc/4.0/',
    'Attribution 4.0 International': 'licenses/by/4.0/',
    'Attribution-NonCommercial-NoDerivatives 4.0 International': 'licenses/by-nc-nd/4.0/',
    'Creative Commons Attribution Share-Alike 3.0 Unported License (CC BY-SA 3.0)': 'licenses/by-sa/3.0/',
    'Atribución-NoComercial-SinDerivadas 4.0 Internacional': 'licenses/by-nc-nd/4.0/',
    'CC0 1.0 Universal': 'publicdomain/zero/1.0/',
    // Of no version, of a country, or with terms of its own.
    'CC BY': undefined,
    'Attribution 3.0 Spain': undefined,
    'CC BY 4.0, but not for sale': undefined,
    'Version 4.0': undefined,
    'CC BY 3.0 and CC BY 4.0': undefined,
  }).map(([text, page]): (typeof rows)[number] => [
    `«${text}» ${page === undefined ? 'names no licence for certain' : 'is a licence'}`,
    dc(`<dc:title>A</dc:title><dc:rights>${text}</dc:rights>`),
    'manifestations.licence',
    page && `https://creativecommons.org/${page}`,
  ]),
  ...['Ana', 'Luis', undefined].map((given, i): (typeof rows)[number] => [
    `names in one element are persons where each has a comma (${i + 1})`,
    dc(
      '<dc:title>A</dc:title><dc:creator>Pérez, Ana; López, Luis;</dc:creator><dc:creator>Doe; Partners</dc:creator>',
    ),
    `contributions.${i}.by.given_name`,
    given,
  ]),
  [
    'an embargo is over when it says',
    dc('<dc:date>2030</dc:date><dc:date>info:eu-repo/date/embargoEnd/2999-01-01</dc:date>'),
    'manifestations.dates.embargo',
    ['2999-01-01'],
  ],
  [
    'an ORCID is that of the person',
    kernel(CREATOR),
    'contributions.by.local_identifier',
    'https://orcid.org/0000-0002-1825-0097',
  ],
  [
    'a ROR is that of the affiliation',
    kernel(CREATOR),
    'contributions.declared_affiliations.0.local_identifier',
    'https://ror.org/05gq02987',
  ],
  [
    'an affiliation may be a name',
    kernel(CREATOR),
    'contributions.declared_affiliations.1.name',
    'Elsewhere',
  ],
  ['kernel 3 is read', kernel('<titles><title>A</title></titles>', 3), 'titles.none', ['A']],
  ['the year 0000 is none', kernel('<publicationYear>0000</publicationYear>'), 'manifestations', undefined],
  [
    'paragraphs stay apart',
    kernel(
      '<descriptions><description descriptionType="Abstract" xml:lang="en">One.<br/><br/>Two.</description></descriptions>',
    ),
    'abstracts.en',
    ['One.\nTwo.'],
  ],
  [
    'a related DOI is cited',
    kernel(
      '<relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" relationType="Cites">10.5555/2</relatedIdentifier></relatedIdentifiers>',
    ),
    'related_products.cites.0.local_identifier',
    'https://doi.org/10.5555/2',
  ],
  [
    'a grant has funder, number and address',
    kernel(
      '<fundingReferences><fundingReference><funderName>EC</funderName><funderIdentifier funderIdentifierType="ROR">https://ror.org/00k4n6c32</funderIdentifier><awardNumber awardURI="https://doi.org/10.3030/1">1</awardNumber></fundingReference></fundingReferences>',
    ),
    'funding.0.local_identifier',
    'https://doi.org/10.3030/1',
  ],
  [
    'a journal has volume and pages',
    kernel(
      '<relatedItems><relatedItem relatedItemType="Journal" relationType="IsPublishedIn"><relatedItemIdentifier relatedItemIdentifierType="ISSN">1234-5679</relatedItemIdentifier><titles><title>J</title></titles><volume>17</volume><firstPage>1</firstPage><lastPage>9</lastPage></relatedItem></relatedItems>',
    ),
    'manifestations.biblio.pages',
    { first: '1', last: '9' },
  ],
  [
    'a DOI beside an address is the id',
    openAire(
      '<datacite:identifier identifierType="URL">https://repository.example/12</datacite:identifier><datacite:alternateIdentifiers><datacite:alternateIdentifier alternateIdentifierType="DOI">10.5555/3</datacite:alternateIdentifier></datacite:alternateIdentifiers>',
    ),
    'local_identifier',
    'https://doi.org/10.5555/3',
  ],
  [
    'a type of OpenAIRE is told from its IRI',
    openAire(
      '<resourceType resourceTypeGeneral="literature" uri="http://purl.org/coar/resource_type/c_5794">paper</resourceType>',
    ),
    'manifestations.type.labels.en',
    'ConferencePaper',
  ],
  [
    'a journal of OpenAIRE has its name',
    openAire('<citationTitle>Chemistry</citationTitle><citationVolume>23</citationVolume>'),
    'manifestations.biblio.in.name',
    'Chemistry',
  ],
  [
    'an embargo of OpenAIRE begins when it is accepted, and ends when it is available',
    openAire(
      '<datacite:rights rightsURI="http://purl.org/coar/access_right/c_f1cf"/><datacite:dates><datacite:date dateType="Accepted">2025-01-01</datacite:date><datacite:date dateType="Issued">2025-01-01</datacite:date><datacite:date dateType="Available">2999-01-01</datacite:date></datacite:dates>',
    ),
    'manifestations.dates',
    { publication: ['2025-01-01'], embargo: ['2999-01-01'] },
  ],
  [
    'a licence of OpenAIRE is its IRI',
    openAire('<licenseCondition uri="https://creativecommons.org/licenses/by/4.0/">CC BY</licenseCondition>'),
    'manifestations.licence',
    'https://creativecommons.org/licenses/by/4.0/',
  ],
]

describe('metadata of OAI-PMH', () => {
  for (const [title, xml, at, value] of rows)
    it(`are read: ${title}`, () => expect(valueAt(readXml(xml).record, at)).to.deep.equal(value))
  it('say which record of which repository it is, and as of when', () => {
    const { origin } = readXml(DSPACE)
    expect(origin).to.deep.equal({ collection: BASE_URL, key: KEY, sourceDate: DATE })
  })
  it('say that a record is gone, and give none', () => {
    const { origin, records, refused } = readBy('oai', { oai: { ...header, deleted: true } })
    expect([origin?.deleted, origin?.key, records, refused]).to.deep.equal([true, KEY, [], []])
  })
  it('are refused where their format is not read, or they are no XML', () => {
    expect(readXml('<mods xmlns="http://www.loc.gov/mods/v3"/>').refused[0]).to.equal(
      'has metadata of http://www.loc.gov/mods/v3; those of oai_dc, DataCite (kernel 2 to 4) and OpenAIRE (literature, 4) ' +
        'are expected',
    )
    expect(readXml('<a><b></a>').refused[0]).to.include('no whole XML: closing tag mismatch')
    expect(readBy('oai', { oai: header, metadata: 7 }).refused[0]).to.include('a text of XML is expected')
  })
  it('of persons and other entities are no products, which is counted', () => {
    const { records, lost } = readXml(dc('<dc:title>Doe</dc:title><dc:type>person</dc:type>'))
    expect([records, lost]).to.deep.equal([[], ['records of the type person, which are no products']])
    for (const type of ['agent', 'venue'])
      expect(readXml(dc(`<dc:title>Doe</dc:title><dc:type>${type}</dc:type>`)).records).to.deep.equal([])
  })
  it('are refused where they are gone, and it is not said which', () =>
    expect(readBy('oai', { oai: { baseURL: BASE_URL, deleted: true } }).refused).to.deep.equal([
      'is deleted, and has no identifier',
    ]))
  it('have no year that is a day of a month', () => {
    const { record, lost } = readXml(
      dc('<dc:title>A</dc:title><dc:type>Text</dc:type><dc:date>12/05/1999</dc:date>'),
    )
    expect(JSON.stringify(record)).to.not.include('0012')
    expect(lost).to.deep.equal(['dates that are none, such as a month 13'])
  })
  it('say what of Dublin Core cannot be told', () => {
    const { lost } = readXml(
      dc(`<dc:title>A</dc:title><dc:type>Text</dc:type><dc:source>Box 7</dc:source><dc:identifier>Shelf 3</dc:identifier>
        <dc:relation>Other</dc:relation><dc:date>2020</dc:date><dc:date>2021</dc:date><dc:format>pdf</dc:format>
        <dc:creator>https://orcid.org/0000-0002-1825-0097</dc:creator><dc:language>en</dc:language><dc:language>de</dc:language>`),
    )
    expect(lost).to.have.members([
      'element source beyond the name of a journal',
      'element format',
      'identifiers of which it is not known what they are',
      'relations that do not say what they are',
      'dates beyond that of the publication',
      'creator that is an address',
      'languages beyond the first',
    ])
  })
  it('lose nothing by a year that stands for none', () =>
    expect(readXml(kernel('<publicationYear>0000</publicationYear>')).lost.join()).to.not.include('dates'))
  it('expand no entity of their own', () => {
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/hostname">]>${dc('<dc:title>&a;&b;</dc:title>')}`
    expect(readXml(bomb).record['titles']).to.deep.equal({ none: ['&a;&b;'] })
  })
})

const answer = (records: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<request verb="ListRecords" metadataPrefix="oai_dc">${BASE_URL}</request>
<ListRecords>${records}</ListRecords></OAI-PMH>`
const record = (id: number, title: string): string =>
  `\n<record><header><identifier>oai:repository.example:${id}</identifier><datestamp>${DATE}</datestamp></header>` +
  `<metadata>${dc(`<dc:title>${title}</dc:title><dc:type>Article</dc:type>`)}</metadata></record>`
const GONE = `\n<record><header status="deleted"><identifier>${KEY}</identifier><datestamp>${DATE}</datestamp></header></record>`

describe('XML of OAI-PMH as a file', () => {
  it('gives the same graph as the lines of a harvest', async () => {
    const lines = [
      ...[1, 2].map((id) => ({
        oai: { ...header, identifier: `oai:repository.example:${id}` },
        metadata: dc(`<dc:title>T${id}</dc:title><dc:type>Article</dc:type>`),
      })),
      { oai: { ...header, deleted: true } },
    ]
    const [xml, jsonl] = [
      await load({ 'a.xml': answer(record(1, 'T1') + record(2, 'T2') + GONE) }),
      await load({ 'a.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join('') }),
    ]
    expect(xml.hash).to.equal(jsonl.hash)
    expect(Object.keys(xml.answers)).to.include('product oai:repository.example:2')
    expect(xml.counts['deletion of OAI-PMH'] ?? xml.counts['deletions of OAI-PMH']).to.equal(1)
  })
  it('is read up to where it breaks, which is said with its line', async () => {
    const cut = answer(record(1, 'T1') + record(2, 'T2')).replace('T2</dc:title>', 'T2')
    const { findings, records } = await checkFiles({ 'a.xml': cut })
    const refused = findings.filter(({ severity }) => severity === 'refused')
    expect(refused.map(({ line, message }) => [line, message])).to.deep.equal([
      [6, 'is no whole XML: closing tag mismatch'],
    ])
    expect(records).to.equal(1)
  })
  it('of one record is read too, and of an answer without any it is said', async () => {
    const { findings, records } = await checkFiles({
      'one.xml': `<!-- saved --><?pi x?>${kernel('<titles><title>A</title></titles>')}`,
      'none.xml':
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="noRecordsMatch">no</error></OAI-PMH>',
    })
    expect(records).to.equal(1)
    expect(findings.map(({ message }) => message)).to.include('is the answer noRecordsMatch: no')
  })
  it('says on which line a record stands that is refused', async () => {
    const other = record(2, 'B').replaceAll(
      'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'http://x.example/',
    )
    const { findings } = await checkFiles({ 'a.xml': answer(record(1, 'A') + other + record(3, 'C')) })
    const [refused] = findings.filter(({ severity }) => severity === 'refused')
    expect([refused?.line, refused?.message.slice(0, 38)]).to.deep.equal([
      6,
      'has metadata of http://x.example/; tho',
    ])
  })
})

/** What the REST API has beyond the XML that was deposited: dates of its own, addresses, names put in order. */
const facts = ({
  record: { titles = {}, contributions = [], identifiers = [], manifestations = [] },
}: Read): unknown => {
  const letters = (name: string): string => [...name.toLowerCase().replace(/[^\p{L}]/gu, '')].sort().join('')
  return {
    titles: Object.values(titles as Json),
    creators: (contributions as Json[])
      .filter(({ role }) => role === 'author')
      .map(({ by }) => by.identifiers?.[0]?.value ?? letters(by.name)),
    doi: identifiers[0],
    type: manifestations[0]?.type,
    year: manifestations[0]?.dates?.publication?.[0]?.slice(0, 4),
  }
}

describe('the XML of real records of DataCite', () => {
  const file = new URL('../../../shared/data/sources/datacite/dois.jsonl', import.meta.url)
  it('says the same as their JSON', function () {
    if (!existsSync(file)) this.skip()
    const all = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json)
    const both = all.filter((one) => one['attributes']?.xml)
    expect(both.length).to.be.greaterThan(20)
    const other = both.filter((one) => {
      const xml = Buffer.from(one['attributes'].xml, 'base64').toString('utf8')
      return JSON.stringify(facts(readXml(xml))) !== JSON.stringify(facts(readBy('datacite', one)))
    })
    // What was changed by the repository after it had sent its XML.
    expect(other.map((one) => one['attributes'].doi)).to.deep.equal([])
  })
})
