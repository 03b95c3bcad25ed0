/** Records of DataCite → products, or grants. */

import type { Json } from '../../model/values/json.ts'
import { makeTopic, makeOrganisation, makeGrant } from '../../model/conversion/agents.ts'
import { rankContributions, FUNDER } from '../shared/entities.ts'
import { doiOf, identifier, identifiersBy, uniqueIdentifiers } from '../../model/conversion/ids.ts'
import {
  listOf,
  objectOf,
  objectsOf,
  optional,
  textOf,
  textsOf as plainTexts,
  uniqueEntities,
} from '../../model/conversion/json.ts'
import { dropMembers, namedIn } from '../shared/members.ts'
import { plainLine, languageKey } from '../../model/conversion/markup-to-text.ts'
import { makeProduct } from '../shared/work.ts'
import { today, websiteOf } from '../shared/values.ts'
import { readAward } from './award.ts'
import { placeOf } from './biblio.ts'
import {
  abstractsOf,
  affiliationsOf,
  agentOf,
  creatorsOf,
  datesIn,
  nameLine,
  otherIdentifiersOf,
  publisherOf,
  rangesOf,
  schemeOf,
  textsOf,
  titlesOf,
  type Reading,
  organisationIds,
} from './shared.ts'
import { relatedOf } from './related.ts'
import { rightsOf } from './rights.ts'
import {
  contributionTypes,
  dateTypes,
  hosts,
  productTypes,
  publicSchemes,
  recordMembers,
  RESOURCE_TYPES,
} from './tables.ts'

function fundingOf({ record, session, drop }: Reading): Json[] {
  const grants = objectsOf(record['fundingReferences']).flatMap((reference) => {
    const agency = makeOrganisation({
      name: plainLine(reference['funderName']),
      session: FUNDER,
      ...organisationIds(reference['funderIdentifier'], reference['funderIdentifierType']),
    })
    const [uri, title] = [textOf(reference['awardUri']), plainLine(reference['awardTitle'])]
    const doi = doiOf(uri)
    const isPage = doi === undefined && uri !== undefined && /^https?:/i.test(uri)
    if (uri !== undefined && doi === undefined && !isPage) drop('awardUri that is no page and no DOI')
    return optional(
      makeGrant({
        agency,
        number: textOf(reference['awardNumber']),
        doi,
        session,
        facts: {
          titles: title && { [languageKey(record['language'], drop)]: title },
          website: isPage ? uri : undefined,
        },
      }),
    )
  })
  return uniqueEntities(grants)
}

/** The DOI, and the identifiers that others can look up. */
function identifiersOf(reading: Reading): Json[] {
  const others = otherIdentifiersOf(reading).flatMap(({ value, type }) => {
    const scheme = schemeOf(type)
    return value === undefined ? [] : [identifier(scheme, scheme === 'doi' ? (doiOf(value) ?? value) : value)]
  })
  return uniqueIdentifiers([...identifiersBy({ doi: reading.doi }), ...others]).filter(({ scheme }) => {
    const isPublic = publicSchemes.includes(String(scheme))
    if (!isPublic) reading.drop(`alternate identifiers of the type ${String(scheme)}`)
    return isPublic
  })
}

function topicsOf(reading: Reading): Json[] {
  const { record, session, drop } = reading
  const listed = listOf(record['subjects']).map((one) => (typeof one === 'string' ? { subject: one } : one))
  const subjects = objectsOf(listed).filter((one) => one['subject'] !== '\\N')
  for (const one of subjects)
    for (const member of ['subjectScheme', 'classificationCode'])
      if (textOf(one[member]) !== undefined) drop(`${member} of a subject`)
  const topics = subjects.flatMap((one) => {
    const [label] = textsOf([{ ...one, lang: one['lang'] ?? 'none' }], 'subject', plainLine, reading)
    if (!label) return []
    const uri = textOf(one['valueUri'])
    // Some give the address of the whole scheme, which is no address of the topic.
    const isTopicUri =
      uri !== undefined && /^https?:\/\/\S+$/.test(uri) && uri !== one['schemeUri'] && !uri.endsWith('.pdf')
    return [
      {
        ...makeTopic(session, label.text, label.key),
        ...(isTopicUri && { local_identifier: uri }),
      },
    ]
  })
  return uniqueEntities(topics).map((term) => ({ term }))
}

/** What contributors are: contributions, hosts, or organisations that matter. */
interface Contributors {
  readonly contributions: Json[]
  readonly groups: Json[]
  readonly host?: string
}

function contributorsOf(reading: Reading, creators: readonly Json[]): Contributors {
  const { record, drop } = reading
  const contributions: Json[] = []
  const groups: Json[] = []
  let host: string | undefined
  namedIn(record['contributors']).forEach((contributor, i) => {
    const type = textOf(contributor['contributorType']) ?? 'without type'
    if (hosts.includes(type)) {
      host ??= nameLine(contributor['name'])
      return
    }
    const agent = agentOf(contributor, `contributor-${i + 1}`, reading)
    // A contributor without an identifier who is called as a creator is that creator.
    const by =
      agent?.['identifiers'] === undefined
        ? (creators.find((one) => one['name'] === agent?.['name']) ?? agent)
        : agent
    if (!by) return
    if (type === 'ResearchGroup' && by['entity_type'] === 'organisation') groups.push(by)
    else {
      const credit = contributionTypes[type]
      if (type !== 'Editor' && credit === undefined) drop(`contributors of the type ${type}, whose type`)
      // It would say no more than that a creator has contributed.
      if (type !== 'Editor' && credit === undefined && creators.includes(by)) return
      contributions.push({
        by,
        role: type === 'Editor' ? 'editor' : undefined,
        contribution_types: optional(credit),
        declared_affiliations: affiliationsOf(contributor, reading),
      })
    }
  })
  return { contributions, groups, host }
}

interface Dates {
  readonly dates: Record<string, string[]>
  readonly isEmbargoed: boolean
}

function datesOf(reading: Reading): Dates {
  const { record, drop } = reading
  const dates: Record<string, string[]> = {}
  const starts = (type: string): string[] =>
    rangesOf(type, reading).map(({ start, end }) => {
      if (start !== undefined && end !== undefined) drop('end of a range of dates')
      return (start ?? end) as string
    })
  for (const { date, type, otherwise = [] } of dateTypes) {
    const found = starts(type)
    dates[date] = [...new Set(found.length > 0 ? found : datesIn(otherwise, reading))]
  }
  const days = new Set(
    Object.values(dates)
      .flat()
      .map((date) => date.slice(0, 10)),
  )
  for (const available of starts('Available')) {
    if (days.has(available.slice(0, 10))) continue
    const isLater =
      available > today() || dates['publication']?.every((date) => date < available.slice(0, date.length))
    const kind = isLater ? 'embargo' : 'publication'
    dates[kind] = [...(dates[kind] ?? []), available]
  }
  for (const one of objectsOf(record['dates']))
    if (['Other', 'Coverage', undefined].includes(textOf(one['dateType'])))
      drop(`dates of the type ${textOf(one['dateType']) ?? 'without name'}`)
  return { dates, isEmbargoed: (dates['embargo'] ?? []).some((date) => date > today()) }
}

function readProduct(reading: Reading): Json[] {
  const { record, id, drop } = reading
  const resourceType = textOf(objectOf(record['types'])['resourceTypeGeneral'])
  if (resourceType === undefined || productTypes[resourceType] === undefined)
    drop(
      resourceType === undefined
        ? 'records without resourceTypeGeneral, which become other products'
        : `unknown resourceTypeGeneral ${resourceType}`,
    )
  if (textOf(objectOf(record['types'])['resourceType']) !== undefined) drop('resourceType')
  for (const one of objectsOf(record['descriptions']))
    if (one['descriptionType'] !== 'Abstract' && one['descriptionType'] !== 'SeriesInformation')
      drop(`descriptions of the type ${textOf(one['descriptionType']) ?? 'without name'}`)
  dropMembers(record, recordMembers, drop)
  const creators = creatorsOf(reading).map(({ given, by }) => ({
    by,
    role: 'author',
    declared_affiliations: affiliationsOf(given, reading),
  }))
  const contributors = contributorsOf(
    reading,
    creators.map(({ by }) => by),
  )
  const { products, publishedIn } = relatedOf(reading)
  const { dates, isEmbargoed } = datesOf(reading)
  const { licence, access } = rightsOf(reading, isEmbargoed)
  return [
    makeProduct({
      id,
      type: productTypes[resourceType ?? ''] ?? 'other',
      identifiers: identifiersOf(reading),
      titles: titlesOf(reading),
      abstracts: abstractsOf(reading),
      topics: topicsOf(reading),
      contributions: rankContributions([...creators, ...contributors.contributions], publisherOf(reading)),
      organisations: contributors.groups,
      manifestations: [
        {
          type: resourceType === undefined ? undefined : { label: resourceType, scheme: RESOURCE_TYPES },
          urls: [...optional(websiteOf(record['url'], drop)), ...plainTexts(record['contentUrl'])],
          dates,
          access,
          licence,
          version: textOf(record['version']),
          place: placeOf(reading, publishedIn, contributors.host),
        },
      ],
      funding: fundingOf(reading),
      related: products,
    }),
  ]
}

/** What a record becomes, in the form that the REST API gives it. */
export const readDataCite = (reading: Reading): Json[] =>
  objectOf(reading.record['types'])['resourceTypeGeneral'] === 'Award'
    ? readAward(reading)
    : readProduct(reading)
