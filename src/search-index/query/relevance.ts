/** Relevance: the order of a search by how well records fit what is searched for in their texts. */

import type { Task } from '../../admission/task.ts'
import type { Condition } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Positions } from './matches.ts'
import { parseWords } from '../../model/values/word-query.ts'
import { fits, type NameSearch } from './name-search.ts'
import { isTextSearch, isWordSearch, TEXT_FITS, type TextSearch } from './text-search.ts'

/** Name of the order. */
export const RELEVANCE = 'relevance'

/** Name of the order by date that a list has, if it has one. */
export const dateOrderOf = (type: EntityType): string | undefined =>
  Object.entries(type.orders ?? {}).find(([, { by }]) => by === 'date')?.[0]

interface RelevanceSources {
  readonly texts: TextSearch
  readonly names: Pick<NameSearch, 'match' | 'mostReferencedFirst'>
  /** All positions, the newest record first; absent where the records of the type have no dates. */
  readonly newestFirst: Positions | undefined
}

/** How well matches fit a condition, of so many fits. */
interface Fits {
  readonly fits: Uint8Array
  readonly count: number
}

/** @param matches meet the condition */
async function fitsOf(
  type: EntityType,
  { filter, value }: Condition,
  matches: Positions,
  { texts, names }: RelevanceSources,
  task: Task,
): Promise<Fits> {
  if (!filter.words) {
    const found = await texts.fits(type, filter.path.target.predicates, value, matches, task)
    return { fits: found, count: TEXT_FITS }
  }
  const all = names.match(type, parseWords(value), task)
  if (all.positions === matches) return { fits: all.fits, count: fits.length }
  const found = new Uint8Array(matches.length)
  for (let [i, at] = [0, 0]; i < matches.length; i++) {
    while ((all.positions[at] as number) < (matches[i] as number)) at++
    found[i] = all.fits[at] as number
  }
  return { fits: found, count: fits.length }
}

/**
 * The first positions of matches, sorted: those first that fit best what is searched for in their texts and names; of
 * several conditions the sum counts. Of equal ones the newest first; where there are no dates, those that most
 * records name.
 * @returns undefined where no condition searches a text that is indexed
 */
export async function sortByRelevance(
  type: EntityType,
  conditions: readonly Condition[],
  matches: Positions,
  count: number,
  sources: RelevanceSources,
  task: Task,
): Promise<Positions | undefined> {
  const { texts, names, newestFirst } = sources
  const searched = conditions.filter(
    (condition) =>
      isWordSearch(condition) ||
      (isTextSearch(condition) && texts.answers(type, condition.filter.path.target.predicates)),
  )
  if (searched.length === 0) return undefined
  const found = await Promise.all(searched.map((one) => fitsOf(type, one, matches, sources, task)))
  const ranks = new Uint16Array(matches.length)
  for (const { fits: some } of found) for (let i = 0; i < some.length; i++) ranks[i]! += some[i] as number
  /** Where the matches of each rank begin. */
  const starts = new Uint32Array(found.reduce((sum, one) => sum + one.count, 0) + 1)
  for (let i = 0; i < ranks.length; i++) starts[(ranks[i] as number) + 1]!++
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1] as number
  const first = new Uint32Array(Math.min(count, matches.length))
  for (let rank = 0; (starts[rank] as number) < first.length; rank++) {
    const from = starts[rank] as number
    if (starts[rank + 1] === from) continue
    const alike = matches.filter((_, i) => ranks[i] === rank)
    const missing = first.length - from
    if (newestFirst) first.set(sortByOrder(newestFirst, alike).subarray(0, missing), from)
    else if (searched.some(isWordSearch)) first.set(names.mostReferencedFirst(type, alike, missing), from)
    else first.set(alike.subarray(0, missing), from)
  }
  return first
}

/** By order: the place of each position in it. */
const placesIn = new WeakMap<Positions, Uint32Array>()

/** Sorts positions in place by an order of all: walking this for a few of them would take longer than finding these. */
function sortByOrder(order: Positions, positions: Positions): Positions {
  const places = placesIn.get(order) ?? new Uint32Array(order.length)
  if (!placesIn.has(order)) for (let i = 0; i < order.length; i++) places[order[i] as number] = i
  placesIn.set(order, places)
  // By index: iterators of as many as there are records cost some milliseconds.
  for (let i = 0; i < positions.length; i++) positions[i] = places[positions[i] as number] as number
  positions.sort()
  for (let i = 0; i < positions.length; i++) positions[i] = order[positions[i] as number] as number
  return positions
}
