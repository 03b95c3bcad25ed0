/** Locations of a work of OpenAlex, the copies in journals and repositories → manifestations. */

import type { Json } from '../../model/values/json.ts'
import { makeVenue } from '../../model/conversion/agents.ts'
import { doiOf, identifier, uniqueIdentifiers } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, optional, orNothing, textOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { dateFrom } from '../../model/conversion/values.ts'
import { statedOf, urlOf } from '../shared/values.ts'
import type { ManifestationFacts, PlaceFacts } from '../shared/work.ts'
import { containedTypes, licences, noLicences } from './tables.ts'
import { sourceOf } from './places.ts'
import type { Reading } from './ids.ts'

const TYPES = 'https://openalex.org/types'

const pmidOf = (value: string | undefined): string | undefined =>
  /^(?:pmid:|https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/)(\d+)\/?$/.exec(
    value ?? '',
  )?.[1]

/** The DOI or the number in PubMed that a text is; undefined for others. */
function knownOf(value: string | undefined): Json | undefined {
  const [doi, pmid] = [doiOf(value), pmidOf(value)]
  return doi !== undefined
    ? identifier('doi', doi)
    : pmid === undefined
      ? undefined
      : identifier('pmid', pmid)
}

function identifiersOf(location: Json, { drop }: Reading): Json[] {
  const id = textOf(location['id'])
  const own = knownOf(id)
  if (id !== undefined && own === undefined) drop(`ids of locations that begin with ${id.split(':', 1)[0]}:`)
  const addresses = ['landing_page_url', 'pdf_url'].flatMap((member) => {
    const address = urlOf(location[member])
    return address === undefined ? [] : [knownOf(address) ?? identifier('url', address)]
  })
  return uniqueIdentifiers([...optional(own), ...addresses])
}

/** A container title of Crossref stands in `raw_source_name`; of others, a publisher or a citation does. */
function containerOf(location: Json, { session, drop }: Reading): Json | undefined {
  const name = plainLine(location['raw_source_name'])
  const type = containedTypes[textOf(location['raw_type']) ?? '']
  if (name === undefined) return undefined
  if (type !== undefined && textOf(location['id'])?.startsWith('doi:'))
    return makeVenue({ name, type, session })
  drop('raw_source_name of a location without source')
  return undefined
}

function placeOf(location: Json, reading: Reading): PlaceFacts {
  const source = objectOf(location['source'])
  return Object.keys(source).length > 0 ? sourceOf(source) : { venue: containerOf(location, reading) }
}

function licenceOf(location: Json, { drop }: Reading): string | undefined {
  const word = textOf(location['license'])?.toLowerCase()
  if (word === undefined) return undefined
  if (!noLicences.includes(word)) return licences[word] ?? urlOf(location['license_id'])
  drop(`${word}, which is no licence`)
  return undefined
}

const isSame = (a: Json, b: Json): boolean =>
  a['id'] !== undefined && b['id'] !== undefined
    ? a['id'] === b['id']
    : a['landing_page_url'] === b['landing_page_url'] &&
      objectOf(a['source'])['id'] === objectOf(b['source'])['id']

/** Volume, issue and pages of the version at the primary location. */
function biblioOf({ record }: Reading): PlaceFacts {
  const biblio = objectOf(record['biblio'])
  const [first, last] = [statedOf(biblio['first_page']), statedOf(biblio['last_page'])]
  return {
    volume: statedOf(biblio['volume']),
    issue: statedOf(biblio['issue']),
    pages: orNothing({ first: first ?? last, last: last ?? first }),
  }
}

export function manifestationsOf(reading: Reading): ManifestationFacts[] {
  const { record, drop } = reading
  const primary = objectOf(record['primary_location'])
  const locations = objectsOf(record['locations'])
  const all: readonly Json[] = locations.length > 0 ? locations : [primary]
  const at = Math.max(
    0,
    all.findIndex((one) => isSame(one, primary)),
  )
  const ofCrossref = [record['type_crossref'], primary['raw_type']].includes('proceedings-article')
  const isPaper = ofCrossref || objectOf(primary['source'])['type'] === 'conference'
  const label = isPaper && record['type'] === 'article' ? 'proceedings-article' : textOf(record['type'])
  const type = label === undefined ? undefined : { class: `${TYPES}/${label}`, label, scheme: TYPES }
  const published = optional(dateFrom(record['publication_date'] ?? record['publication_year'], drop))
  if (all.some((one) => textOf(one['raw_type']) !== undefined)) drop('raw_type of locations')
  return all.map((location, i) => ({
    type,
    identifiers: identifiersOf(location, reading),
    dates: { publication: i === at ? published : [] },
    access: {
      status: location['is_oa'] === true ? 'open' : location['is_oa'] === false ? 'closed' : undefined,
    },
    licence: licenceOf(location, reading),
    version: textOf(location['version']),
    place: { ...(i === at && biblioOf(reading)), ...placeOf(location, reading) },
  }))
}
