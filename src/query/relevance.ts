/** The order of a list by how well its records fit what is searched for in their texts. */

import type { Task } from '../admission/task.ts'
import type { Condition } from '../filter/condition.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Positions } from './matches.ts'
import { isTextSearch, TEXT_FITS, type TextSearch } from './text-search.ts'

/** Name of the order. */
export const RELEVANCE = 'relevance'

/** Name of the order by date that a list has, if it has one. */
export const dateOrderOf = (type: EntityType): string | undefined =>
  Object.entries(type.orders ?? {}).find(([, { by }]) => by === 'date')?.[0]

/**
 * The positions of matches, sorted: those first that are the text, then those that begin with it, that have
 * its words, that have it inside of words; of several conditions the sum counts. Of equal ones the newest
 * first.
 * @param newestFirst all positions, the newest record first; absent: in the order of the list
 * @returns undefined where no condition searches a text that is indexed
 */
export async function sortByRelevance(
  type: EntityType,
  conditions: readonly Condition[],
  matches: Positions,
  { texts, newestFirst }: { readonly texts: TextSearch; readonly newestFirst: Positions | undefined },
  task: Task,
): Promise<Positions | undefined> {
  const searched = conditions.filter(
    (condition) => isTextSearch(condition) && texts.answers(type, condition.filter.path.target.predicates),
  )
  if (searched.length === 0) return undefined
  const fits = await Promise.all(
    searched.map(({ filter, value }) =>
      texts.fits(type, filter.path.target.predicates, value, matches, task),
    ),
  )
  /** By position: one more than the rank of a match. */
  const placeAt = new Uint8Array(Math.max(0, ...matches.slice(-1)) + 1)
  matches.forEach((position, i) => {
    placeAt[position] = fits.reduce((sum, one) => sum + (one[i] as number), 1)
  })
  const byRank: number[][] = Array.from({ length: searched.length * TEXT_FITS }, () => [])
  for (const position of newestFirst ?? matches) {
    const place = placeAt[position] ?? 0
    if (place > 0) byRank[place - 1]?.push(position)
  }
  return Uint32Array.from(byRank.flat())
}
