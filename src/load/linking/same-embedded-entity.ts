/** Two copies of one agent, venue, grant or organisation in the records of several sources → one. */

import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import type { Json } from '../../model/values/json.ts'
import { objectsOf, textOf, uniqueBy } from '../../model/conversion/json.ts'
import { valuesOf } from '../../model/conversion/ids.ts'
import { isSameText } from './names.ts'

const keyOf = (one: Json): string => {
  const scheme = String(one['scheme'])
  return `${scheme === 'eissn' ? 'issn' : scheme} ${String(one['value']).toLowerCase()}`
}

/** Identifiers, each once; an ISSN of an electronic edition is one too. */
export const mergeIdentifiers = (...lists: readonly unknown[]): Json[] =>
  uniqueBy(lists.flatMap(objectsOf), keyOf)

const shareIdentifier = (a: Json, b: Json): boolean => {
  const known = new Set(objectsOf(a['identifiers']).map(keyOf))
  return objectsOf(b['identifiers']).some((one) => known.has(keyOf(one)))
}

/** Schemes of which an entity has one value: with another one it is another entity. */
const ownSchemes = ['orcid', 'ror']

const areDifferent = (a: Json, b: Json): boolean =>
  ownSchemes.some((scheme) => {
    const [first, second] = [valuesOf(a, scheme), valuesOf(b, scheme)]
    return first.length > 0 && second.length > 0 && !first.some((value) => second.includes(value))
  })

const namesOf = (entity: Json): string[] =>
  [entity['name'], entity['short_name'], ...[entity['other_names'] ?? []].flat()].flatMap(
    (one) => textOf(one) ?? [],
  )

/** Whether entities of one work are one: they share an id, an identifier or a name, and no ORCID or ROR differs. */
export function isSameEntity(a: Json, b: Json): boolean {
  if (a['local_identifier'] === b['local_identifier']) return true
  if (areDifferent(a, b)) return false
  return shareIdentifier(a, b) || namesOf(a).some((one) => namesOf(b).some((other) => isSameText(one, other)))
}

/** One of two copies of an entity: what the first says holds, and the second adds what it does not say. */
export function mergeEntities(first: Json, second: Json): Json {
  const identifiers = mergeIdentifiers(first['identifiers'], second['identifiers'])
  // Any other id is better than one that was made where there was none.
  const better = isGeneratedId(first['local_identifier']) && !isGeneratedId(second['local_identifier'])
  return {
    ...second,
    ...first,
    local_identifier: (better ? second : first)['local_identifier'],
    ...(identifiers.length > 0 && { identifiers }),
  }
}

/** Entities of two lists, each once. */
export function mergeLists(first: unknown, second: unknown): Json[] {
  const all = [...objectsOf(first)]
  for (const other of objectsOf(second)) {
    const at = all.findIndex((one) => isSameEntity(one, other))
    if (at === -1) all.push(other)
    else all[at] = mergeEntities(all[at] as Json, other)
  }
  return all
}
