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
  let i = 0
  const found = Uint8Array.from(matches, (position) => {
    while ((all.positions[i] as number) < position) i++
    return all.fits[i] as number
  })
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
  /** By position: one more than the rank of a match. */
  const placeAt = new Uint16Array((matches.at(-1) ?? -1) + 1)
  /** Where the matches of each rank begin. */
  const starts = new Uint32Array(found.reduce((sum, { count }) => sum + count, 0) + 1)
  for (let i = 0; i < matches.length; i++) {
    const rank = found.reduce((sum, one) => sum + (one.fits[i] as number), 0)
    placeAt[matches[i] as number] = rank + 1
    starts[rank + 1]!++
  }
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1] as number
  const sorted = new Uint32Array(matches.length)
  const next = starts.slice()
  // By index: iterators of as many as there are records cost some milliseconds.
  const all = newestFirst ?? matches
  for (let i = 0; i < all.length; i++) {
    const place = placeAt[all[i] as number] ?? 0
    if (place > 0) sorted[next[place - 1]!++] = all[i] as number
  }
  const first = sorted.subarray(0, count)
  if (newestFirst || !searched.some(isWordSearch)) return first
  for (let rank = 0; rank + 1 < starts.length; rank++) {
    const [from, to] = [starts[rank] as number, starts[rank + 1] as number]
    if (from >= first.length) break
    first.set(names.mostReferencedFirst(type, sorted.slice(from, to), first.length - from), from)
  }
  return first
}
