/** Works of Crossref → products, and venues of those that are venues. */

import type { Json } from '../../model/values/json.ts'
import {
  makeOrganisation,
  makeTopic,
  makeVenue,
  type Issn,
  makeGrant,
} from '../../model/conversion/agents.ts'
import { makeDatasource, rankContributions, FUNDER } from '../shared/entities.ts'
import { affiliationsOf, agentOf, dateOf, organisationOf, type Reading } from './shared.ts'
import { relatedOf, updatesOf } from './related.ts'
import {
  bookTypes,
  dateMembers,
  firstDates,
  institutionTypes,
  otherTypes,
  productTypes,
  venueOf,
  venueTypes,
  workMembers,
} from './tables.ts'
import { doiIri, doiOf, identifiersBy, isbnOf, issnOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import {
  objectOf,
  objectsOf,
  optional,
  textOf,
  textsOf,
  uniqueBy,
  uniqueEntities,
} from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import {
  languageKey,
  plainLine,
  plainParagraphs,
  type KeyedText,
} from '../../model/conversion/markup-to-text.ts'
import { makeProduct, type ManifestationFacts } from '../shared/work.ts'
import { pagesOf } from '../../model/conversion/values.ts'
import { statedOf, today, websiteOf } from '../shared/values.ts'

const TYPES = 'https://api.crossref.org/types/'

/** What works of one publisher have in common: so a publisher is one entity, by its name. */
const publisherSession = ({ record }: Reading): string => `crossref member ${textOf(record['member']) ?? ''}`

function titlesOf({ record, drop }: Reading): KeyedText[] {
  const key = languageKey(record['language'], drop)
  const linesOf = (member: string): string[] =>
    textsOf(record[member]).flatMap((one) => optional(plainLine(one)))
  const [first, ...others] = linesOf('title')
  return [
    ...optional(first).map((text) => ({ key, text })),
    ...[...others, ...linesOf('subtitle'), ...linesOf('original-title')].map((text) => ({
      key: 'none',
      text,
    })),
  ]
}

function contributionsOf(reading: Reading): Json[] {
  const { record, drop } = reading
  for (const role of ['translator', 'chair'])
    for (const _ of objectsOf(record[role])) drop(`contributors with the role ${role}`)
  const contributions = ['author', 'editor'].flatMap((role) =>
    objectsOf(record[role]).flatMap((given, i) => {
      const by = agentOf(given, `${role}-${i + 1}`, reading)
      return by ? [{ by, role, declared_affiliations: affiliationsOf(given, reading) }] : []
    }),
  )
  const publisher = makeOrganisation({
    name: plainLine(record['publisher']),
    session: publisherSession(reading),
  })
  return rankContributions(contributions, publisher)
}

function datesOf({ record, drop }: Reading): Record<string, string[]> {
  const read = (members: readonly string[]): string[] => [
    ...new Set(members.flatMap((member) => dateOf(record[member], drop) ?? [])),
  ]
  const isPosted = record['type'] === 'posted-content'
  const dates: Record<string, string[]> = {}
  for (const [kind, members] of Object.entries(dateMembers))
    dates[kind] = read(kind === 'publication' && isPosted ? [...members, 'posted'] : members)
  for (const [kind, members] of Object.entries(firstDates)) dates[kind] = read(members).slice(0, 1)
  return dates
}

const DAY_MS = 86_400_000

/** Since when a work may be read: a day, or always; undefined where its record does not tell. */
type Start = string | 'always' | undefined

/** The start of a licence; one without it holds some days after the publication. */
function startOf(licence: Json, { record, drop }: Reading): Start {
  const start = dateOf(licence['start'], drop)
  if (start !== undefined) return start
  const days = Number(licence['delay-in-days'] ?? 0)
  if (!(days > 0)) return 'always'
  const published = Date.parse(dateOf(record['published-online'] ?? record['issued'], () => {}) ?? '')
  const time = published + days * DAY_MS
  return Math.abs(time) < MAX_TIME_MS ? new Date(time).toISOString().slice(0, 10) : undefined
}

/** Of a date of the year 9999. */
const MAX_TIME_MS = 253_000_000_000_000

interface Access {
  readonly licence?: string
  readonly status?: string
  readonly embargo?: string
}

/** Since when a work is free to read; undefined if it is not, or no longer. */
function freeStart({ record, drop }: Reading): Start {
  const free = record['free-to-read']
  if (free === undefined || free === null) return undefined
  const { 'start-date': start, 'end-date': end } = objectOf(free)
  const last = dateOf(end, drop)
  if (last !== undefined) drop('the end of free-to-read')
  return last !== undefined && last < today() ? undefined : (dateOf(start, drop) ?? 'always')
}

/** The licence of the version of record, and who may read the work by it. */
function accessOf(reading: Reading): Access {
  const { record, drop } = reading
  const licences = objectsOf(record['license']).flatMap((one) => {
    const url = websiteOf(one['URL'], drop)
    return url === undefined ? [] : [{ ...one, URL: url } as Json]
  })
  const licenceOf = (version: string): Json | undefined =>
    licences.find((one) => one['content-version'] === version)
  const chosen = licenceOf('vor') ?? licenceOf('unspecified') ?? licences[0]
  for (const one of licences)
    if (chosen && textOf(one['URL']) !== textOf(chosen['URL']))
      drop(`licence of the version ${textOf(one['content-version']) ?? 'without name'}`)
  const licence = chosen && textOf(chosen['URL'])
  const open = licences.filter((one) => textOf(one['URL'])?.toLowerCase().includes('creativecommons.org'))
  const starts = [...open.map((one) => startOf(one, reading)), freeStart(reading)]
  if (starts.some((start) => start !== undefined && (start === 'always' || start <= today())))
    return { licence, status: 'open' }
  const [first] = starts.filter((start) => start !== undefined).sort()
  return first === undefined ? { licence } : { licence, status: 'embargoed', embargo: first }
}

/** The ISSNs of a work, of which `issn-type` says which are of an electronic edition. */
function issnsOf({ record, drop }: Reading, venueIssns: readonly string[]): Issn[] {
  const electronic = new Set(
    objectsOf(record['issn-type'])
      .filter((one) => one['type'] === 'electronic')
      .map((one) => issnOf(one['value'])),
  )
  const workIssns = textsOf(record['ISSN']).flatMap((one) => optional(issnOf(one)))
  if (workIssns.length > 0 && venueIssns.some((one) => !workIssns.includes(one)))
    drop('ISSNs of relations beside those of the venue')
  return [...new Set(workIssns.length > 0 ? workIssns : venueIssns)].map((value) => ({
    scheme: electronic.has(value) ? 'eissn' : 'issn',
    value,
  }))
}

function venueIn(reading: Reading, issnsOfRelations: readonly string[]): Json | undefined {
  const { record, doi } = reading
  const type = textOf(record['type']) ?? ''
  const titles = textsOf(record['container-title']).flatMap((one) => optional(plainLine(one)))
  const issns = issnsOf(reading, issnsOfRelations)
  const isBook = bookTypes.includes(type)
  const isbns = isBook ? [] : isbnsOf(reading)
  // Chapters and papers of series name the series first and the book last.
  const isInSeries = titles.length > 1 && /^(?:book|proceedings|reference)-/.test(type)
  return makeVenue({
    name: isInSeries ? titles.at(-1) : titles[0],
    series: isInSeries ? titles[0] : undefined,
    type:
      titles.length === 0 && issns.length === 0
        ? undefined
        : (venueOf[type] ?? (isBook ? 'book' : undefined)),
    issns,
    isbns,
    session: doi,
  })
}

function isbnsOf({ record, drop }: Reading): string[] {
  const texts = [record['ISBN'], ...objectsOf(record['isbn-type']).map((one) => one['value'])].flatMap(
    textsOf,
  )
  const isbns = texts.flatMap((text) => {
    const isbn = isbnOf(text)
    if (isbn === undefined) drop('an ISBN that is none')
    return optional(isbn)
  })
  return [...new Set(isbns)]
}

/** What hosts a work: the repository of an institution, else the publisher. */
function hostOf(reading: Reading): Json | undefined {
  const { record, doi, drop } = reading
  const publisher = plainLine(record['publisher'])
  const institutions = objectsOf(record['institution']).flatMap((one) => optional(organisationOf(one, doi)))
  const isInstitutional = institutionTypes.includes(textOf(record['type']) ?? '')
  const host = isInstitutional ? institutions[0] : institutions.find((one) => one['name'] === publisher)
  for (const one of institutions) if (one !== host) drop('institutions beside the host')
  const name = textOf(host?.['name']) ?? publisher
  if (name === undefined) return undefined
  return makeDatasource({
    id: generatedId(publisherSession(reading), 'datasource', name),
    identifiers: host?.['name'] === undefined ? undefined : objectsOf(host['identifiers']),
    name,
  })
}

/** Where the publisher shows a work; the address of its DOI says no more than the DOI. */
function landingPageOf({ record, doi, drop }: Reading): string | undefined {
  const url = websiteOf(objectOf(objectOf(record['resource'])['primary'])['URL'] ?? record['URL'], drop)
  return url === undefined || doiOf(url) === doi ? undefined : url
}

function manifestationOf(reading: Reading, issns: readonly string[]): ManifestationFacts {
  const { record, drop } = reading
  const type = textOf(record['type'])
  const { licence, status, embargo } = accessOf(reading)
  if (textOf(record['subtype']) !== undefined) drop(`subtype ${textOf(record['subtype']) as string}`)
  return {
    type: type === undefined ? undefined : { class: TYPES + type, label: type, scheme: TYPES },
    dates: {
      ...datesOf(reading),
      ...updatesOf(reading),
      ...(embargo !== undefined && { embargo: [embargo] }),
    },
    access: { status },
    licence,
    urls: optional(landingPageOf(reading)),
    place: {
      volume: statedOf(record['volume']),
      issue: statedOf(record['issue']) ?? statedOf(objectOf(record['journal-issue'])['issue']),
      edition: textOf(record['edition-number']),
      number: textOf(record['article-number']) ?? textsOf(record['report-number'])[0],
      pages: pagesOf(statedOf(record['page'])),
      // A journal is no part of itself.
      venue: type !== undefined && type in venueTypes ? undefined : venueIn(reading, issns),
      host: hostOf(reading),
    },
  }
}

const topicsOf = ({ record, doi }: Reading): Json[] =>
  [...new Set(textsOf(record['subject']).flatMap((one) => optional(plainLine(one))))].map((label) => ({
    term: makeTopic(doi, label),
  }))

/** The venue that a record of a journal or series describes. */
function ownVenue(reading: Reading): Json[] {
  const { record, doi } = reading
  const type = venueTypes[textOf(record['type']) ?? '']
  const issns = issnsOf(reading, [])
  if (type === undefined || issns.length === 0) return []
  const name = textsOf(record['title']).flatMap((one) => optional(plainLine(one)))[0]
  const venue = makeVenue({ name, type, issns, session: doi })
  const identifiers = [...identifiersBy({ doi }), ...objectsOf(venue?.['identifiers'])]
  return venue ? [{ ...venue, identifiers }] : []
}

export function readWork(reading: Reading): Json[] {
  const { record, doi, drop } = reading
  const type = textOf(record['type']) ?? ''
  const productType = productTypes[type]
  if (productType === undefined && !otherTypes.includes(type))
    drop(type === '' ? 'works without type, which become other products' : `unknown type ${type}`)
  const { products, issns } = relatedOf(reading)
  const abstract = plainParagraphs(record['abstract'])
  dropMembers(record, workMembers, drop)
  const isbns = bookTypes.includes(type) ? isbnsOf(reading) : []
  const product = makeProduct({
    id: doiIri(doi),
    type: productType ?? 'other',
    identifiers: identifiersBy({ doi, isbn: isbns }),
    titles: titlesOf(reading),
    abstracts: optional(abstract).map((text) => ({ key: languageKey(record['language'], drop), text })),
    topics: topicsOf(reading),
    contributions: contributionsOf(reading),
    manifestations: [manifestationOf(reading, issns)],
    funding: fundingOf(reading),
    related: products,
  })
  return [product, ...ownVenue(reading)]
}

interface Award {
  readonly award?: string
  readonly doi?: string
}

/** The award numbers of a funder, each with its DOI where that is known. */
function awardsOf(funder: Json): Award[] {
  // The number of an award is a text, or a list around it.
  const awardsOfInfo = objectsOf(funder['award-info']).flatMap((one): Award[] => {
    const doi = doiOf(textsOf(one['award-doi'])[0]) ?? doiOf(one['DOI'])
    const awards = textsOf(one['award-number'] ?? one['award'])
    if (awards.length > 0) return awards.map((award) => ({ award, doi }))
    return doi === undefined ? [] : [{ award: undefined, doi }]
  })
  const plain = textsOf(funder['award']).map((award) => ({ award, doi: undefined }))
  return uniqueBy([...awardsOfInfo, ...plain], ({ award, doi }) => award ?? doi)
}

/** One grant for each award; a funder without award gives one without number, so that it is not lost. */
function fundingOf({ record, doi, drop }: Reading): Json[] {
  const grants = objectsOf(record['funder']).flatMap((funder) => {
    const agency = organisationOf(funder, FUNDER)
    const awards = awardsOf(funder)
    if (!agency && awards.length === 0) {
      drop('a funder without name, id and award')
      return []
    }
    return (awards.length > 0 ? awards : [{ award: undefined, doi: undefined }]).flatMap((one) =>
      optional(makeGrant({ agency, number: one.award, doi: one.doi, session: doi })),
    )
  })
  return uniqueEntities(grants)
}
