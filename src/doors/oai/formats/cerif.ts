/**
 * oai_cerif_openaire: OpenAIRE's profile of CERIF, version 1.2. The order of elements is fixed. What is embedded with
 * an id never says more than its own record, or otherwise: its name alone.
 */

import type { Format, Place } from './format.ts'
import { accessOf, coarType, type Agent, type View } from './view.ts'
import { element, group, lang, leaf, type Xml } from '../../../record/xml.ts'

const NAMESPACE = 'https://www.openaire.eu/cerif-profile/1.2/'
const VOCABULARIES = 'https://www.openaire.eu/cerif-profile/vocab/'
const IDENTIFIER_TYPES = 'https://w3id.org/cerif/vocab/IdentifierTypes#'
const ACCESS = 'http://purl.org/coar/access_right'

const MAX_ID_LENGTH = 128

type Part = Xml | undefined | false | readonly Part[]

/** The kinds of COAR that an entity may have, of those that there are, and the one that stands for others. */
const types: Readonly<Record<string, { vocabulary: string; allowed: readonly string[]; other: string }>> = {
  Publication: {
    vocabulary: 'COAR_Publication_Types',
    allowed: 'c_6501 c_dcae04bc c_5794 c_816b c_2f33 c_3248 c_46ec c_93fc c_0640 c_8544'.split(' '),
    other: 'c_18cf',
  },
  Product: {
    vocabulary: 'COAR_Product_Types',
    allowed: 'c_ddb1 c_5ce6 c_c513 c_12ce'.split(' '),
    other: 'c_1843',
  },
}

/** Kinds of venues, as the model has them. */
const venueTypes: Readonly<Record<string, string>> = {
  journal: 'c_0640',
  book: 'c_2f33',
  conference: 'c_f744',
}

function typeOf(entity: string, coar = '', isKnown = false): Xml | undefined {
  const { vocabulary = '', allowed = [], other = '' } = types[entity] ?? {}
  const uri = coarType(isKnown || allowed.includes(coar) ? coar : other)
  return leaf('Type', uri, { xmlns: `${VOCABULARIES}${vocabulary}` })
}

/** The text of the first value that a schema takes. */
const fitting = (pattern: RegExp, ...values: readonly (string | undefined)[]): string | undefined =>
  values.find((value) => value !== undefined && pattern.test(value))

const DOI = /^10\.\d{4,}(?:\.\d+)*\/\S+$/
const ISSN = /^\d{4}-?\d{3}[\dX]$/
const ISBN = /^(?:978\d{10}|979[1-9]\d{9}|\d{9}[\dX])$/
/** The ranges of ORCIDs that the schema knows. */
const ORCID = new RegExp(
  '^https://orcid[.]org/(?:' +
    '0000-000(?:(?:1-[5-9]|2-\\d|3-[0-4])\\d{3}-\\d{3}[\\dX]|3-5000-0001)|' +
    '0009-000\\d-\\d{4}-\\d{3}[\\dX])$',
)
const ROR = /^https:\/\/ror\.org\/0[\da-hj-km-np-tv-z]{6}\d{2}$/
const FUNDER = /^https:\/\/doi\.org\/10\.13039\/\d+$/
const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** A date that is one: the schema takes no year 0 and no 30 February. */
function dateOf(date: string | undefined, pattern = DATE): string | undefined {
  const day = fitting(pattern, date?.slice(0, 10))
  const ms = Date.parse(day ?? '')
  const isReal = ms >= Date.parse('0001') && new Date(ms).toISOString().startsWith(day ?? '')
  return isReal ? day : undefined
}

const texts = (tag: string, view: View, name: string): Part =>
  view.texts(name).map(({ text, language }) => leaf(tag, text, { 'xml:lang': lang(language) }))

/** The id of what has a record; undefined for what has none, or a longer one. */
function idOf({ iri, isHarvested }: View, { localId }: Place): string | undefined {
  const id = isHarvested ? localId(iri) : undefined
  return id !== undefined && id.length <= MAX_ID_LENGTH ? id : undefined
}

function personName(view: View): Part {
  const { family, given } = view.personName
  return group(
    'PersonName',
    leaf('FamilyNames', family),
    leaf('FirstNames', given),
    family === undefined && given === undefined && leaf('OtherNames', view.text('Name')),
  )
}

const organisationName = (view: View): Part => leaf('Name', view.text('Name'))

const person = (view: View, place: Place): Xml =>
  element('Person', { id: idOf(view, place) }, personName(view))

const organisation = (view: View, place: Place): Xml =>
  element('OrgUnit', { id: idOf(view, place) }, organisationName(view))

/** Roles of organisations, where it is not known what somebody is. */
const ORGANISATIONAL = ['Publisher', 'Partner', 'By']

/** Someone in a role: of whom it is not known whether it is a person, the name alone. */
function linked(tag: string, { view, affiliations }: Agent, place: Place): Part {
  const display = leaf('DisplayName', view.title)
  if (display === undefined) return undefined
  const { entity } = view
  return element(
    tag,
    {},
    display,
    entity === 'Person'
      ? person(view, place)
      : entity === 'OrgUnit'
        ? organisation(view, place)
        : element(ORGANISATIONAL.includes(tag) ? 'OrgUnit' : 'Person', {}),
    affiliations.map((one) => group('Affiliation', organisation(one, place))),
  )
}

const inRole = (tag: string, role: string, view: View, place: Place): Part =>
  view.agents(role).map((agent) => linked(tag, agent, place))

/** The project of a grant: its acronym, or else its title, as its record has them. */
const project = (grant: View, place: Place): Xml =>
  element('Project', { id: idOf(grant, place) }, projectNames(grant))

const projectNames = (grant: View): Part => [
  leaf('Acronym', grant.text('Acronym')),
  texts('Title', grant, 'Title'),
]

const funding = (view: View, place: Place): Part =>
  view.references('Funding').map((grant) => group('OriginatesFrom', project(grant, place)))

function access(view: View): Part {
  const status = view.text('Access')
  const end = dateOf(view.text('Embargo'), DAY)
  return (
    status !== undefined &&
    leaf('Access', accessOf(status)?.uri, {
      xmlns: ACCESS,
      endDate: status === 'embargoed' ? end : undefined,
    })
  )
}

/** Where the files are. */
const fileLocations = (view: View): Part =>
  group(
    'FileLocations',
    view.identifiers('Url').map(({ url, value }) => group('Medium', leaf('URI', url ?? value))),
  )

/** Types of dates of a product, in the order of the schema. */
const DATES =
  'Accepted Available Copyrighted Collected Created Issued Submitted Updated Valid Withdrawn'.split(' ')

function datesOf(view: View): Part {
  const dates = view.dates()
  return group(
    'Dates',
    DATES.map((type) => {
      const [, date] = dates.find(([one]) => one === type) ?? []
      return period(type, date, date)
    }),
  )
}

/** An element with a first and a last day. */
function period(tag: string, start: string | undefined, end: string | undefined): Part {
  const [startDate, endDate] = [dateOf(start), dateOf(end)]
  return (startDate !== undefined || endDate !== undefined) && element(tag, { startDate, endDate })
}

/** The licence by its IRI, in the scheme to which that belongs. */
function license(view: View): Part {
  const iri = view.text('License')
  return leaf('License', iri, { scheme: /^.*[/#](?=.)/.exec(iri ?? '')?.[0] ?? iri })
}

const keywords = (view: View): Part =>
  view.references('Subject').map((topic) => texts('Keyword', topic, 'Title'))

const language = (view: View): Part =>
  leaf(
    'Language',
    view
      .texts('Title')
      .map((one) => lang(one.language))
      .find(Boolean),
  )

const address = (view: View): Part => leaf('URL', view.identifiers('Url')[0]?.value ?? view.url)

function publication(view: View, place: Place): Part {
  const isVenue = view.kind === undefined
  const [container] = view.references('Container')
  const issns = [...new Set(view.identifiers().filter(({ scheme }) => scheme.endsWith('issn')))]
  const isbns = view.identifiers().filter(({ scheme }) => scheme === 'isbn')
  return [
    isVenue
      ? typeOf('Publication', venueTypes[view.text('Genre') ?? ''] ?? 'c_18cf', true)
      : typeOf('Publication', view.kind?.coar[0]),
    language(view),
    texts('Title', view, 'Title'),
    isVenue && leaf('NameAbbreviation', view.text('Acronym')),
    container?.title !== undefined &&
      group(
        'PublishedIn',
        // What is only named does not say of what type it is, which its record does: it has no id.
        group('Publication', typeOf('Publication', 'c_18cf', true), leaf('Title', container.title)),
      ),
    leaf('PublicationDate', dateOf(view.date('Issued'))),
    leaf('Number', view.text('Number')),
    leaf('Volume', view.text('Volume')),
    leaf('Issue', view.text('Issue')),
    leaf('Edition', view.text('Edition')),
    leaf('StartPage', view.text('FirstPage')),
    leaf('EndPage', view.text('LastPage')),
    leaf('DOI', fitting(DOI, view.identifier('doi'))),
    leaf('Handle', view.identifier('handle')),
    leaf('PMCID', view.identifier('pmcid')),
    [...new Set(issns.map(({ value }) => value))].map((value) => leaf('ISSN', fitting(ISSN, value))),
    isbns.map(({ value }) => leaf('ISBN', fitting(ISBN, value))),
    address(view),
    group('Authors', inRole('Author', 'Creator', view, place)),
    group('Editors', inRole('Editor', 'Editor', view, place)),
    group('Publishers', inRole('Publisher', 'Publisher', view, place)),
    license(view),
    keywords(view),
    texts('Abstract', view, 'Description'),
    funding(view, place),
    access(view),
    fileLocations(view),
  ]
}

const product = (view: View, place: Place): Part => [
  typeOf('Product', view.kind?.coar[0]),
  language(view),
  texts('Name', view, 'Title'),
  leaf('VersionInfo', view.text('Version')),
  leaf('ARK', view.identifier('ark')),
  leaf('DOI', fitting(DOI, view.identifier('doi'))),
  leaf('Handle', view.identifier('handle')),
  address(view),
  group('Creators', inRole('Creator', 'Creator', view, place)),
  group('Publishers', inRole('Publisher', 'Publisher', view, place)),
  license(view),
  texts('Description', view, 'Description'),
  keywords(view),
  funding(view, place),
  access(view),
  datesOf(view),
  fileLocations(view),
]

function personParts(view: View, place: Place): Part {
  const orcid = view.identifiers().find(({ scheme }) => scheme === 'orcid')
  const known = fitting(ORCID, orcid?.url)
  return [
    personName(view),
    leaf('ORCID', known),
    known === undefined && leaf('Identifier', orcid?.value, { type: `${IDENTIFIER_TYPES}ORCID` }),
    view.agents('Affiliation').map((one) => group('Affiliation', organisation(one.view, place))),
  ]
}

const organisationParts = (view: View): Part => [
  leaf('Acronym', view.text('Acronym')),
  organisationName(view),
  texts('Name', view, 'Alternative'),
  leaf('RORID', fitting(ROR, view.identifier('ror'), view.iri)),
  leaf('FundRefID', fitting(FUNDER, view.iri, ...view.identifiers().map(({ url }) => url))),
  leaf('ElectronicAddress', view.text('Homepage')),
]

const fundingType = (type: string): Part => {
  const xmlns = `${VOCABULARIES}OpenAIRE_Funding_Types`
  return leaf('Type', `${xmlns}#${type}`, { xmlns })
}

function projectParts(view: View, place: Place): Part {
  const inTeam = (role: string): Agent[] => view.agents(role).filter((one) => one.view.entity !== 'OrgUnit')
  const leaders = inTeam('PrincipalInvestigator')
  const members = inTeam('Member').filter((one) =>
    leaders.every((leader) => leader.view.iri !== one.view.iri),
  )
  const [funder] = view.agents('Funder')
  const amount = fitting(/^\d+(?:\.\d+)?$/, view.text('Amount'))
  const currency = fitting(/^[A-Z]{3}$/, view.text('Currency'))
  const stream = view.text('Stream')
  return [
    projectNames(view),
    leaf('Identifier', view.text('Number'), { type: `${IDENTIFIER_TYPES}ProjectReference` }),
    leaf('StartDate', dateOf(view.text('Start'), DAY)),
    leaf('EndDate', dateOf(view.text('End'), DAY)),
    group('Consortium', inRole('Partner', 'Beneficiary', view, place)),
    group(
      'Team',
      // Teams have persons alone.
      leaders.map((one) => linked('PrincipalInvestigator', one, place)),
      members.map((one) => linked('Member', one, place)),
    ),
    group(
      'Funded',
      funder && linked('By', funder, place),
      group(
        'As',
        group(
          'Funding',
          fundingType('Grant'),
          currency !== undefined && leaf('Amount', amount, { currency }),
          leaf('GrantDOI', fitting(DOI, view.identifier('doi'))),
          leaf('Identifier', view.text('Number'), { type: `${IDENTIFIER_TYPES}AwardNumber` }),
          stream !== undefined &&
            group('PartOf', group('Funding', fundingType('FundingProgramme'), leaf('Name', stream))),
          period('Duration', view.text('Start'), view.text('End')),
        ),
      ),
    ),
    texts('Keyword', view, 'Keyword'),
    // Of projects alone it may have mark-up, and must have a language.
    view
      .texts('Description')
      .map(({ text, language }) => leaf('Abstract', text, { 'xml:lang': lang(language) ?? 'und' })),
  ]
}

const entities: Readonly<Record<string, (view: View, place: Place) => Part>> = {
  Publication: publication,
  Product: product,
  Person: personParts,
  OrgUnit: organisationParts,
  Project: projectParts,
}

export const cerif: Format = {
  prefix: 'oai_cerif_openaire',
  namespace: NAMESPACE,
  schema: 'https://www.openaire.eu/schema/cris/1.2/openaire-cerif-profile.xsd',
  isAtRoot: true,
  takes: ({ entity }) => entity !== undefined,
  write(view, place) {
    const { entity = '' } = view
    const id = idOf(view, place)
    return id === undefined
      ? undefined
      : element(entity, { xmlns: NAMESPACE, id }, entities[entity]?.(view, place))
  },
  describe: ({ domain, name, description, owner, website, endpoint }) =>
    element(
      'Service',
      { xmlns: NAMESPACE, id: 'Services/self' },
      leaf('Compatibility', `${VOCABULARIES}OpenAIRE_Service_Compatibility#1.2`, {
        xmlns: `${VOCABULARIES}OpenAIRE_Service_Compatibility`,
      }),
      leaf('Acronym', domain),
      leaf('Name', name),
      leaf('Description', description),
      leaf('WebsiteURL', website),
      leaf('OAIPMHBaseURL', endpoint),
      owner !== undefined && group('Owner', group('OrgUnit', leaf('Name', owner))),
    ),
}
