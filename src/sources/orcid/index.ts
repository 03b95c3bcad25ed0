/** ORCID: public records of persons, as the API gives them in JSON, and as XML. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { isOrcidXml, readOrcidXml } from './orcid-xml.ts'
import { makeOrganisation, makePerson } from '../../model/conversion/agents.ts'
import { doiOf, identifier, orcidIri, orcidOf, rorOf } from '../../model/conversion/ids.ts'
import {
  objectOf,
  objectsOf,
  optional,
  orNothing,
  textOf,
  uniqueBy,
  withoutEmpty,
} from '../../model/conversion/json.ts'
import { dropMembers, memberTable } from '../shared/members.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'

const personMembers = memberTable(
  'name external-identifiers last-modified-date created-date path',
  'other-names biography researcher-urls emails addresses keywords',
)

const activityMembers = memberTable(
  'employments last-modified-date path',
  `educations qualifications distinctions invited-positions memberships services works fundings
  peer-reviews research-resources`,
)

/** The text of `{ "value": … }`, or in XML the text itself. */
const valueOf = (holder: unknown): string | undefined =>
  plainLine(textOf(holder) ?? textOf(objectOf(holder)['value']) ?? textOf(objectOf(holder)['content']))

/** What a list says nothing of, as ORCID gives it: a date of change, and an empty list. */
const isBlank = (value: unknown): boolean =>
  Object.entries(objectOf(value)).every(
    ([key, inner]) =>
      ['path', 'last-modified-date'].includes(key) || (Array.isArray(inner) && inner.length === 0),
  )

const withoutBlank = (section: Json): Json =>
  Object.fromEntries(Object.entries(section).filter(([, value]) => !isBlank(value)))

function dateOf(value: unknown, drop: SourceNotes['drop']): string | undefined {
  const parts = ['year', 'month', 'day'].map((part) => valueOf(objectOf(value)[part]))
  const [year, month, day] = parts
  if (year === undefined) return undefined
  return dateFrom([year, ...(month === undefined ? [] : [month, ...optional(day)])].join('-'), drop)
}

function organisationOf(organisation: Json, session: string, drop: SourceNotes['drop']): Json | undefined {
  const disambiguated = objectOf(organisation['disambiguated-organization'])
  const id = textOf(disambiguated['disambiguated-organization-identifier'])
  const scheme = textOf(disambiguated['disambiguation-source'])?.toLowerCase()
  const ror = scheme === 'ror' ? rorOf(id) : undefined
  const doi = scheme === 'fundref' ? doiOf(id) : undefined
  const address = objectOf(organisation['address'])
  for (const member of ['city', 'region'])
    if (textOf(address[member]) !== undefined) drop(`${member} of an organisation`)
  return makeOrganisation({
    name: plainLine(organisation['name']),
    ror,
    doi,
    identifiers: id !== undefined && scheme && !ror && !doi ? [identifier(scheme, id)] : [],
    country: ror === undefined && doi === undefined ? textOf(address['country']) : undefined,
    session,
  })
}

/** Employments, in both forms that the API has had. */
function affiliationsOf(activities: Json, session: string, drop: SourceNotes['drop']): Json[] {
  const section = objectOf(activities['employments'])
  const groups = objectsOf(section['affiliation-group']).flatMap((group) => [
    group,
    ...objectsOf(group['summaries']),
  ])
  const all = [...groups, section].flatMap((one) => objectsOf(one['employment-summary']))
  const affiliations = all.flatMap((one) => {
    for (const member of ['department-name', 'role-title'])
      if (textOf(one[member]) !== undefined) drop(`${member} of an employment`)
    const affiliation = organisationOf(objectOf(one['organization']), session, drop)
    const [start, end] = [dateOf(one['start-date'], drop), dateOf(one['end-date'], drop)]
    return affiliation
      ? [withoutEmpty({ affiliation, role: 'affiliate', period: orNothing({ start, end }) })]
      : []
  })
  return uniqueBy(affiliations, (one) => JSON.stringify(one))
}

/** Schemes of other identifiers of persons, such as Scopus Author ID, as one word. */
const schemeOf = (type: string): string =>
  type
    .toLowerCase()
    .replace(/ author id$/, '')
    .replace(/[^a-z\d]+/g, '-')

export const orcid: Source = {
  name: 'orcid',
  label: 'ORCID',
  provider: { name: 'ORCID', url: 'https://orcid.org/' },
  text: { endings: [], recognises: isOrcidXml, records: readOrcidXml },
  selection: { isWork: () => false, ids: 'orcid-identifier.path orcid-identifier.uri', keys: {} },
  recognises: (record) => 'orcid-identifier' in record,
  read(record, notes) {
    const path = orcidOf(
      objectOf(record['orcid-identifier'])['path'] ?? objectOf(record['orcid-identifier'])['uri'],
    )
    if (path === undefined) {
      notes.refuse('has no ORCID; orcid-identifier.path is expected to be like 0000-0002-1825-0097')
      return []
    }
    const modified = valueOf(objectOf(record['history'])['last-modified-date'])
    notes.origin({ key: orcidIri(path), sourceDate: modified })
    const [person, activities] = [objectOf(record['person']), objectOf(record['activities-summary'])]
    const name = objectOf(person['name'])
    const [given, family] = [valueOf(name['given-names']), valueOf(name['family-name'])]
    dropMembers(withoutBlank(person), personMembers, notes.drop)
    dropMembers(withoutBlank(activities), activityMembers, notes.drop)
    const externalIds = objectsOf(objectOf(person['external-identifiers'])['external-identifier']).flatMap(
      (one) => {
        const [type, value] = [textOf(one['external-id-type']), textOf(one['external-id-value'])]
        return type === undefined || value === undefined ? [] : [identifier(schemeOf(type), value)]
      },
    )
    const entity = makePerson({
      name: valueOf(name['credit-name']) ?? [given, family].filter(Boolean).join(' '),
      given,
      family,
      orcid: path,
      identifiers: externalIds,
      madeId: '',
    })
    return [
      withoutEmpty({ ...entity, affiliations: affiliationsOf(activities, `orcid ${path}`, notes.drop) }),
    ]
  },
}
