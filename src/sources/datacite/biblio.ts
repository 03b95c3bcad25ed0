/** Where a product of DataCite appeared, and what hosts it. */

import type { Json } from '../../model/values/json.ts'
import { makeVenue } from '../../model/conversion/agents.ts'
import { makeDatasource } from '../shared/entities.ts'
import { nameLine, type Reading } from './shared.ts'
import type { PublishedIn } from './related.ts'
import { doiIri, doiOf, isbnOf, issnOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { byName, objectOf, objectsOf, optional, textOf } from '../../model/conversion/json.ts'
import type { PlaceFacts } from '../shared/work.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'

const PAGE = /^[A-Za-z]{0,3}\d{1,7}[A-Za-z]?$/
const VOLUME = /^\w{0,4}\d[\w./-]{0,15}$/

/** A text of the form that is expected; the others are cut from a text by commas, and often wrong. */
function likely(value: unknown, form: RegExp, what: string, { drop }: Reading): string | undefined {
  const text = textOf(value)
  if (text === undefined || form.test(text)) return text
  drop(`${what} that is none`)
  return undefined
}

function pagesOf(place: Json, reading: Reading): Json | undefined {
  const first = likely(place['firstPage'], PAGE, 'first page', reading)
  const last = likely(place['lastPage'], PAGE, 'last page', reading)
  return first === undefined ? undefined : { first, last: last ?? first }
}

const venueTypes = byName<string>({
  Journal: 'journal',
  Book: 'book',
  ConferenceProceeding: 'conference',
})

/** The host: the repository that has the account, by the name of the publisher or of who hosts. */
function hostOf(name: string | undefined, { record, session, client }: Reading): Json | undefined {
  const container = objectOf(record['container'])
  const isRepository = container['type'] === 'DataRepository'
  const named = name ?? (isRepository ? plainLine(container['title']) : undefined)
  const publisher = record['publisher']
  const label = named ?? nameLine(typeof publisher === 'string' ? publisher : objectOf(publisher)['name'])
  if (label === undefined) return undefined
  return makeDatasource({
    id: generatedId(`datacite ${client ?? session}`, 'datasource', label),
    name: label,
  })
}

/** The item around a product: what `relatedItems` say, else what `container` does. */
function itemAround({ record }: Reading, { item }: PublishedIn): Json {
  if (item) {
    const { relatedItemIdentifier, relatedItemIdentifierType } = objectOf(item['relatedItemIdentifier'])
    return {
      ...item,
      type: item['relatedItemType'],
      title: objectsOf(item['titles'])[0]?.['title'],
      identifier: relatedItemIdentifier,
      identifierType: relatedItemIdentifierType,
      isStated: true,
    }
  }
  const container = objectOf(record['container'])
  return container['type'] === 'DataRepository' ? {} : container
}

/** @param host name of who hosts it, where a contributor does */
export function placeOf(reading: Reading, publishedIn: PublishedIn, host?: string): PlaceFacts {
  const { doi, session } = reading
  const place = itemAround(reading, publishedIn)
  const value = textOf(place['identifier'])
  const venueDoi = doiOf(value)
  const issn = issnOf(value)
  // What it is part of beside may be another series.
  const issns = issn === undefined ? [...new Set(publishedIn.issns)] : [issn]
  if (publishedIn.issns.some((one) => !issns.includes(one)))
    reading.drop('ISSNs of relations beside that of the venue')
  const isPeriodical = issns.length > 0 || venueDoi !== undefined || place['isStated'] === true
  const volume = likely(place['volume'], VOLUME, 'volume', reading)
  // Only what has a volume has pages; without one, the first page is a year or a part of the title.
  const pages = volume === undefined && place['lastPage'] === undefined ? undefined : pagesOf(place, reading)
  const venue = makeVenue({
    name: plainLine(place['title']),
    type: venueTypes[textOf(place['type']) ?? ''] ?? (issns.length > 0 ? 'journal' : undefined),
    issns: issns.map((one) => ({ scheme: 'issn', value: one })),
    isbns: optional(isbnOf(value)),
    doi: venueDoi === doi ? undefined : venueDoi,
    session,
    isProduct: venueDoi !== undefined && publishedIn.wholes.includes(doiIri(venueDoi)),
  })
  return {
    volume,
    issue: isPeriodical || volume !== undefined ? textOf(place['issue']) : undefined,
    edition: textOf(place['edition']),
    number: textOf(place['number']) ?? textOf(place['chapterNumber']),
    pages,
    venue,
    host: hostOf(host, reading),
  }
}
