/** ROR: organisations as the dump and the API of schema 2 give them. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { makeOrganisation } from '../../model/conversion/agents.ts'
import { identifier, rorIri, rorOf } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, optional, textOf, textsOf } from '../../model/conversion/json.ts'
import { dropMembers, memberTable } from '../shared/members.ts'
import { organisationTypes, websiteOf } from '../shared/values.ts'

const members = memberTable(
  'id names locations links types external_ids status admin',
  'relationships established domains',
)

/** Names of a type, in the order of the record. */
const namesOf = (record: Json, ...ofTypes: readonly string[]): string[] =>
  objectsOf(record['names']).flatMap((one) =>
    textsOf(one['types']).some((type) => ofTypes.includes(type)) ? textsOf(one['value']) : [],
  )

/** External identifiers: the preferred one, else all; of the Funder Registry, all of them. */
function externalIds(record: Json, { drop }: SourceNotes): Json[] {
  return objectsOf(record['external_ids']).flatMap((one) => {
    const [type, preferred, all] = [
      textOf(one['type'])?.toLowerCase() ?? '',
      textOf(one['preferred']),
      textsOf(one['all']),
    ]
    if (type === 'fundref')
      return [...new Set([...optional(preferred), ...all])].map((value) =>
        identifier('doi', `10.13039/${value}`),
      )
    if (!['grid', 'isni', 'wikidata'].includes(type)) {
      drop(`external identifiers of the type ${type}`)
      return []
    }
    const values = preferred === undefined ? all : [preferred]
    return values.map((value) => identifier(type, value))
  })
}

function typesOf(record: Json, { drop }: SourceNotes): string[] {
  const given = textsOf(record['types']).map((type) => type.toLowerCase())
  for (const type of given) if (!organisationTypes.includes(type)) drop(`type ${type}`)
  return given.filter((type) => organisationTypes.includes(type))
}

function mainPageOf(record: Json, { drop }: SourceNotes): string | undefined {
  const links = objectsOf(record['links'])
  const websites = links.flatMap((one) => (one['type'] === 'website' ? textsOf(one['value']) : []))
  for (const one of links)
    if (one['type'] !== 'website') drop(`links of the type ${textOf(one['type']) ?? ''}`)
  if (websites.length > 1) drop('websites beyond the first')
  return websiteOf(websites[0], drop)
}

function countryOf(record: Json, { drop }: SourceNotes): string | undefined {
  const places = objectsOf(record['locations'])
  if (places.length > 1) drop('locations beyond the first')
  if (places.length > 0) drop('places of a location: all but its country')
  return textOf(objectOf(places[0]?.['geonames_details'])['country_code'])
}

function readOrganisation(record: Json, ror: string, notes: SourceNotes): Json {
  const name = namesOf(record, 'ror_display')[0] ?? namesOf(record, 'label', 'alias')[0]
  const [short, ...acronyms] = namesOf(record, 'acronym')
  const status = textOf(record['status']) ?? 'active'
  if (status !== 'active') notes.drop(`status ${status}`)
  if (objectsOf(record['names']).some((one) => textOf(one['lang']) !== undefined))
    notes.drop('languages of names')
  dropMembers(record, members, notes.drop)
  return makeOrganisation({
    ror,
    identifiers: externalIds(record, notes),
    name,
    shortName: short,
    otherNames: [...namesOf(record, 'label', 'alias'), ...acronyms],
    website: mainPageOf(record, notes),
    country: countryOf(record, notes),
    types: typesOf(record, notes),
  }) as Json
}

export const ror: Source = {
  name: 'ror',
  label: 'ROR JSON',
  provider: { name: 'ROR', url: 'https://ror.org/' },
  otherFiles: ['*-ror-data*.csv'],
  containers: ['items'],
  selection: { isWork: () => false, ids: 'id', keys: {} },
  recognises: (record) =>
    typeof record['id'] === 'string' &&
    /^https?:\/\/ror\.org\//.test(record['id']) &&
    ['names', 'locations', 'acronyms', 'addresses', 'external_ids'].some((member) => member in record),
  read(record, notes) {
    const id = rorOf(record['id'])
    if (id === undefined || !Array.isArray(record['names'])) {
      notes.refuse(
        id === undefined
          ? 'has no ROR id; id is expected to be a text such as https://ror.org/00x6h5n95'
          : 'is a record of ROR schema 1, or has no names; records of schema 2 are expected',
      )
      return []
    }
    const modified = textOf(objectOf(objectOf(record['admin'])['last_modified'])['date'])
    notes.origin({ key: rorIri(id), sourceDate: modified })
    if (record['status'] === 'withdrawn') {
      notes.drop('withdrawn records, which are errors or doubles of others')
      return []
    }
    return [readOrganisation(record, id, notes)]
  },
}
