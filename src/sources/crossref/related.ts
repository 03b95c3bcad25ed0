/** References and relations of a work → related products; updates → dates. */

import type { Json } from '../../model/values/json.ts'
import { makeReference, referenceByDoi, relatedTo } from '../shared/entities.ts'
import { dateOf, identifierOf, type Reading } from './shared.ts'
import { inverseRelations, relations, updateDates } from './tables.ts'
import { doiOf, issnOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { objectOf, objectsOf, optional, textOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'
import { makeManifestation } from '../shared/work.ts'
import { retracted } from '../../model/conversion/values.ts'

/** A reference in one text: as it is printed, or put together of what is known (author, year, title, journal). */
function titleOf(reference: Json): string | undefined {
  const printed = plainLine(reference['unstructured'])
  if (printed !== undefined) return printed
  const [author, year] = [plainLine(reference['author']), textOf(reference['year'])]
  const titles = ['article-title', 'volume-title', 'series-title', 'journal-title', 'standard-designator']
    .map((member) => plainLine(reference[member]))
    .filter(Boolean)
  if (titles.length === 0) return undefined
  // What has no title of its own is distinguished by volume and page.
  const place =
    reference['article-title'] === undefined && reference['volume-title'] === undefined
      ? [textOf(reference['volume']), textOf(reference['first-page'])].filter(Boolean).join(': ')
      : ''
  return [author, year, ...titles, place].filter(Boolean).join('. ')
}

/**
 * What stands there of a cited work, for as long as no record of its own comes: in the text author and journal too, of
 * which no persons and venues are made, as a name alone may be anybody's.
 */
function factsOf(reference: Json): Json {
  const [title, year] = [titleOf(reference), /^\d{4}/.exec(textOf(reference['year']) ?? '')?.[0]]
  return {
    ...(title !== undefined && { titles: { none: [title] } }),
    ...(year !== undefined && { manifestations: [{ dates: { publication: [year] } }] }),
  }
}

function citedOf(reference: Json, { doi: ownDoi, drop }: Reading): Json | undefined {
  const doi = doiOf(reference['DOI'])
  if (doi !== undefined) return doi === ownDoi ? undefined : { ...referenceByDoi(doi), ...factsOf(reference) }
  if (reference['DOI'] !== undefined) drop('a DOI of a reference that is none')
  const title = titleOf(reference)
  if (title === undefined) {
    drop('references without DOI and title')
    return undefined
  }
  return makeReference({
    local_identifier: generatedId(ownDoi, 'reference', title),
    titles: { none: [title] },
  })
}

/** What a relation leads to: a product, or nothing where it names the work itself. */
function targetOf(target: Json, { doi: ownDoi }: Reading): Json | undefined {
  const value = textOf(target['id'] ?? target['DOI'])
  if (value === undefined) return undefined
  const doi = doiOf(value)
  if (doi !== undefined) return doi === ownDoi ? undefined : referenceByDoi(doi)
  const one = identifierOf(textOf(target['id-type']), value)
  return makeReference({
    local_identifier: generatedId(ownDoi, 'related', `${one['scheme'] as string} ${value}`),
    identifiers: [one],
  })
}

/** The products that a work is related to, by relation; an ISSN there is a venue, and `venues` has it. */
export function relatedOf(reading: Reading): {
  readonly products: Readonly<Record<string, Json[]>>
  readonly issns: string[]
} {
  const { record, drop, add } = reading
  const groups: Record<string, Json[]> = {
    cites: objectsOf(record['reference']).flatMap((one) => optional(citedOf(one, reading))),
  }
  const issns: string[] = []
  const updates = { cites: record['update-to'], 'is-cited-by': record['updated-by'] }
  // A notice cites what it retracts or corrects, as CiTO has it.
  for (const [word, targets] of [objectOf(record['relation']), updates].flatMap(Object.entries<unknown>)) {
    for (const target of objectsOf(targets)) {
      const relation = relations[word]
      const inverse = inverseRelations[word]
      const issn = /^e?issn$/i.test(textOf(target['id-type']) ?? '') ? issnOf(target['id']) : undefined
      if (relation === 'is_part_of' && issn !== undefined) issns.push(issn)
      else if (inverse !== undefined)
        for (const other of optional(targetOf(target, reading)))
          add(relatedTo(other, inverse, referenceByDoi(reading.doi)))
      else if (relation === undefined) drop(`relation ${word}`)
      else (groups[relation] ??= []).push(...optional(targetOf(target, reading)))
    }
  }
  return { products: groups, issns }
}

/**
 * Dates of retractions and corrections of the work; those of the works that it is a notice about are added to
 * these.
 */
export function updatesOf({ record, doi: ownDoi, drop, add }: Reading): Record<string, string[]> {
  const datesByDoi = new Map<string, Record<string, string[]>>([[ownDoi, {}]])
  const updates = [
    ...objectsOf(record['updated-by']).map((update) => ({ update, of: ownDoi })),
    ...objectsOf(record['update-to']).map((update) => ({ update, of: doiOf(update['DOI']) })),
  ]
  for (const { update, of } of updates) {
    const word = textOf(update['type'])?.toLowerCase().replace(/[\s-]/g, '_') ?? 'without type'
    const kind = updateDates[word]
    const date = dateOf(update['updated'], drop)
    if (kind === undefined) drop(`update ${word}`)
    else if (date === undefined || of === undefined) drop(`update ${word} without date or DOI`)
    else {
      const dates = datesByDoi.get(of) ?? {}
      datesByDoi.set(of, { ...dates, [kind]: [...new Set([...(dates[kind] ?? []), date])] })
    }
  }
  const { [ownDoi]: own = {}, ...others } = Object.fromEntries(datesByDoi)
  for (const [doi, dates] of Object.entries(others)) {
    const manifestations = Object.entries(dates).map(([kind, one]) => ({
      type: kind === 'retraction' ? retracted : { label: 'Corrected' },
      dates: { [kind]: one },
    }))
    add({ ...referenceByDoi(doi), manifestations: manifestations.map(makeManifestation) })
  }
  return own
}
