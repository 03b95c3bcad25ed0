/** DataCite 4.7: as it is, for OpenAIRE's guidelines for data archives, and in DataCite's own wrapper. */

import type { Identifier } from '../../../record/naming/field-values.ts'
import type { Format } from './format.ts'
import { accessOf, type Agent, type Relation, type View } from './view.ts'
import { element, group, lang, leaf, text, type Xml } from '../../../record/xml.ts'

export const DATACITE = 'http://datacite.org/schema/kernel-4'
const DATACITE_SCHEMA = 'http://schema.datacite.org/meta/kernel-4/metadata.xsd'
const WRAPPER = 'http://schema.datacite.org/oai/oai-1.1/'
const WRAPPER_SCHEMA = 'http://schema.datacite.org/oai/oai-1.1/oai.xsd'

/** What stands for a value that must be there and is not known. */
const UNKNOWN = ':unav'

const workSchemes: Readonly<Record<string, string>> = {
  doi: 'DOI',
  arxiv: 'arXiv',
  pmid: 'PMID',
  handle: 'Handle',
  isbn: 'ISBN',
  issn: 'ISSN',
  eissn: 'EISSN',
  lissn: 'LISSN',
  ark: 'ARK',
  bibcode: 'bibcode',
  url: 'URL',
  urn: 'URN',
  purl: 'PURL',
}

export interface WorkIdentifier {
  readonly type: string
  readonly value: string
}

/** An identifier under the name that DataCite has for its scheme, or as an address. */
function workIdentifier({ scheme, value, url }: Identifier): WorkIdentifier | undefined {
  const type = workSchemes[scheme]
  if (text(value).trim() === '') return undefined
  if (type !== undefined) return { type, value }
  return url === undefined ? undefined : { type: 'URL', value: url }
}

/** The best identifier of a work: its DOI, its handle, its address here, or another. */
export function mainIdentifier(view: View): WorkIdentifier {
  const own = view.identifiers().flatMap((one) => workIdentifier(one) ?? [])
  const named = own.find(({ type }) => type === 'DOI') ?? own.find(({ type }) => type === 'Handle')
  return (
    named ?? { type: 'URL', value: view.url ?? own.find(({ type }) => type === 'URL')?.value ?? view.iri }
  )
}

/** The other identifiers of a work, its address here among them. */
function otherIdentifiers(view: View): readonly WorkIdentifier[] {
  const main = mainIdentifier(view)
  const all = [...view.identifiers(), ...view.identifiers('OtherIdentifier')]
  const found = [
    ...(view.url === undefined ? [] : [{ type: 'URL', value: view.url }]),
    ...all.flatMap((one) => workIdentifier(one) ?? []),
  ].filter(({ type, value }) => type !== main.type || value !== main.value)
  return [...new Map(found.map((one) => [`${one.type} ${one.value}`, one])).values()]
}

/** Elements of DataCite, in its own namespace or behind a prefix. */
export interface Writer {
  readonly prefix: string
  /** Organisations as attributes, which an older schema does not have. */
  readonly hasRichAffiliations: boolean
}

function nameIdentifiers(view: View, { prefix }: Writer): (Xml | undefined)[] {
  const schemes = [
    ['orcid', 'ORCID', 'https://orcid.org'],
    ['ror', 'ROR', 'https://ror.org'],
    ['isni', 'ISNI', 'https://isni.org'],
  ] as const
  return schemes.map(([scheme, name, schemeURI]) => {
    const found = view.identifiers().find((one) => one.scheme === scheme)
    return leaf(`${prefix}nameIdentifier`, found && (found.url ?? found.value), {
      nameIdentifierScheme: name,
      schemeURI,
    })
  })
}

function affiliation(view: View, { prefix, hasRichAffiliations }: Writer): Xml | undefined {
  const ror = view.identifier('ror') ?? /^https:\/\/ror\.org\/\S+/.exec(view.iri)?.[0]
  const isRich = hasRichAffiliations && ror !== undefined
  return leaf(`${prefix}affiliation`, view.title, {
    affiliationIdentifier: isRich ? ror : undefined,
    affiliationIdentifierScheme: isRich ? 'ROR' : undefined,
    schemeURI: isRich ? 'https://ror.org' : undefined,
  })
}

/** A creator or contributor; undefined for one without a name. @param tag `creator` or `contributor` */
export function agent(
  { view, affiliations }: Agent,
  tag: 'creator' | 'contributor',
  writer: Writer,
  contributorType?: string,
): Xml | undefined {
  const { prefix } = writer
  const { family, given } = view.personName
  const isPerson = view.entity === 'Person'
  const name = family === undefined ? view.title : given === undefined ? family : `${family}, ${given}`
  const nameType = isPerson ? 'Personal' : view.entity === undefined ? undefined : 'Organizational'
  const written = leaf(`${prefix}${tag}Name`, name, { nameType })
  if (written === undefined) return undefined
  return element(
    `${prefix}${tag}`,
    { contributorType },
    written,
    isPerson && [leaf(`${prefix}givenName`, given), leaf(`${prefix}familyName`, family)],
    nameIdentifiers(view, writer),
    affiliations.map((one) => affiliation(one, writer)),
  )
}

export const contributors = (view: View, writer: Writer): Xml | undefined =>
  group(
    `${writer.prefix}contributors`,
    ['Editor', 'HostingInstitution'].flatMap((role) =>
      view.agents(role).map((one) => agent(one, 'contributor', writer, role)),
    ),
  )

/** The titles of a work; of one without any, what it is called elsewhere, or that it is not known. */
export function titles(view: View, { prefix }: Writer): Xml | undefined {
  const seen = new Set<string>()
  const written = view.texts('Title').map(({ text: title, language = 'none' }) => {
    const titleType = seen.has(language) ? 'AlternativeTitle' : undefined
    seen.add(language)
    return leaf(`${prefix}title`, title, { 'xml:lang': lang(language), titleType })
  })
  const name = `${prefix}title`
  return group(
    `${name}s`,
    ...(written.some(Boolean) ? written : [leaf(name, view.title) ?? leaf(name, ':unas')]),
  )
}

/** What stands for the date of a year, month or day, without its time. */
const day = (date: string): string => date.slice(0, 10)

const dates = (view: View): Xml | undefined =>
  group(
    'dates',
    view.dates().map(([dateType, date]) => leaf('date', day(date), { dateType })),
  )

export const alternateIdentifiers = (view: View, { prefix }: Writer): Xml | undefined =>
  group(
    `${prefix}alternateIdentifiers`,
    otherIdentifiers(view).map(({ type, value }) =>
      leaf(`${prefix}alternateIdentifier`, value, { alternateIdentifierType: type }),
    ),
  )

/** By the identifier that the other record has, not by its address here: that is how others know it. */
const related = ({ relation, view }: Relation, { prefix }: Writer): Xml | undefined => {
  const { type, value } = view.readWhole(mainIdentifier)
  return leaf(`${prefix}relatedIdentifier`, value, { relatedIdentifierType: type, relationType: relation })
}

export const relatedIdentifiers = (view: View, writer: Writer): Xml | undefined =>
  group(
    `${writer.prefix}relatedIdentifiers`,
    view.relations().map((one) => related(one, writer)),
  )

export const subjects = (view: View, { prefix }: Writer): Xml | undefined =>
  group(
    `${prefix}subjects`,
    view
      .references('Subject')
      .flatMap((topic) =>
        topic
          .texts('Title')
          .map(({ text: label, language }) =>
            leaf(`${prefix}subject`, label, { 'xml:lang': lang(language), valueURI: topic.iri }),
          ),
      ),
  )

function fundingOf(grant: View): Readonly<Record<string, string | undefined>> {
  const [funder] = grant.agents('Funder')
  const found = funder?.view.identifiers().find(({ scheme }) => ['ror', 'doi', 'crossref'].includes(scheme))
  const address = found?.url ?? found?.value
  const isRegistry = address?.includes('10.13039/')
  return {
    funder: funder?.view.title,
    address,
    addressType: isRegistry ? 'Crossref Funder ID' : found?.scheme === 'ror' ? 'ROR' : 'Other',
    stream: grant.text('Stream'),
    number: grant.text('Number'),
    url: grant.identifiers().find(({ scheme }) => scheme === 'doi')?.url,
    title: grant.text('Title') ?? grant.text('Acronym'),
  }
}

/** A grant: the funder is required. @param isOpenAire whether it has the stream, too */
export function fundingReference(grant: View, prefix: string, isOpenAire: boolean): Xml | undefined {
  const { funder, address, addressType, stream, number, url, title } = grant.readWhole(fundingOf)
  const name = leaf(`${prefix}funderName`, funder)
  if (name === undefined) return undefined
  return element(
    `${prefix}fundingReference`,
    {},
    name,
    leaf(`${prefix}funderIdentifier`, address, { funderIdentifierType: addressType }),
    isOpenAire && leaf(`${prefix}fundingStream`, stream),
    leaf(`${prefix}awardNumber`, number, { awardURI: url }),
    leaf(`${prefix}awardTitle`, title),
  )
}

function relatedItem(view: View): Xml | undefined {
  const [container] = view.references('Container')
  const title = leaf('title', container?.title)
  if (!container || title === undefined) return undefined
  const main = container.identifiers().flatMap((one) => workIdentifier(one) ?? [])[0]
  return element(
    'relatedItem',
    { relatedItemType: 'Collection', relationType: 'IsPublishedIn' },
    main && leaf('relatedItemIdentifier', main.value, { relatedItemIdentifierType: main.type }),
    group('titles', title),
    leaf('volume', view.text('Volume')),
    leaf('issue', view.text('Issue')),
    leaf('number', view.text('Number')),
    leaf('firstPage', view.text('FirstPage')),
    leaf('lastPage', view.text('LastPage')),
    leaf('edition', view.text('Edition')),
  )
}

function rightsList(view: View): Xml | undefined {
  const [access, license] = [accessOf(view.text('Access')), view.text('License')]
  return group(
    'rightsList',
    leaf('rights', access?.label, { rightsURI: access?.uri }),
    license !== undefined && leaf('rights', license, { rightsURI: license }),
  )
}

const OWN: Writer = { prefix: '', hasRichAffiliations: true }

function resource(view: View): Xml {
  const { kind } = view
  const { type, value } = mainIdentifier(view)
  const year = /^\d{4}/.exec(view.date('Issued') ?? '')?.[0] ?? '0000'
  const [publisher] = view.agents('Publisher')
  const ror = publisher?.view.identifier('ror')
  const creators = view.agents('Creator').map((one) => agent(one, 'creator', OWN))
  return element(
    'resource',
    {
      xmlns: DATACITE,
      'xsi:schemaLocation': `${DATACITE} ${DATACITE_SCHEMA}`,
    },
    leaf('identifier', value, { identifierType: type }),
    group('creators', creators) ??
      `<creators><creator><creatorName>${UNKNOWN}</creatorName></creator></creators>`,
    titles(view, OWN),
    leaf('publisher', publisher?.view.title, {
      publisherIdentifier: ror,
      publisherIdentifierScheme: ror && 'ROR',
      schemeURI: ror && 'https://ror.org',
    }) ?? leaf('publisher', UNKNOWN),
    leaf('publicationYear', year),
    leaf('resourceType', kind?.coar[1], { resourceTypeGeneral: kind?.dataCite }),
    subjects(view, OWN),
    contributors(view, OWN),
    dates(view),
    leaf(
      'language',
      view
        .texts('Title')
        .map(({ language }) => lang(language))
        .find(Boolean),
    ),
    alternateIdentifiers(view, OWN),
    relatedIdentifiers(view, OWN),
    leaf('version', view.text('Version')),
    rightsList(view),
    group(
      'descriptions',
      view
        .texts('Description')
        .map(({ text: abstract, language }) =>
          leaf('description', abstract, { 'xml:lang': lang(language), descriptionType: 'Abstract' }),
        ),
    ),
    group(
      'fundingReferences',
      view.references('Funding').map((grant) => fundingReference(grant, '', false)),
    ),
    group('relatedItems', relatedItem(view)),
  )
}

export const openAireData: Format = {
  prefix: 'oai_openairedata',
  namespace: DATACITE,
  schema: DATACITE_SCHEMA,
  takes: ({ isCitable }) => isCitable,
  write: resource,
}

export const datacite: Format = {
  prefix: 'oai_datacite',
  namespace: WRAPPER,
  schema: WRAPPER_SCHEMA,
  takes: ({ isCitable }) => isCitable,
  write: (view, { domain }) =>
    element(
      'oai_datacite',
      { xmlns: WRAPPER, 'xsi:schemaLocation': `${WRAPPER} ${WRAPPER_SCHEMA}` },
      leaf('schemaVersion', '4.7'),
      leaf('datacentreSymbol', domain),
      group('payload', resource(view)),
    ),
}
