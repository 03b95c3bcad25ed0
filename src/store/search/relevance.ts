/** The order of a list by how well its records fit what is searched for in their texts. */

import type { Condition } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
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
): Promise<Positions | undefined> {
  const searched = conditions.filter(
    (condition) => isTextSearch(condition) && texts.answers(type, condition.filter.path.target.predicates),
  )
  if (searched.length === 0) return undefined
  const fits = await Promise.all(
    searched.map(({ filter, value }) => texts.fits(type, filter.path.target.predicates, value, matches)),
  )
  /** By position. */
  const rankAt = new Map<number, number>()
  matches.forEach((position, i) => {
    rankAt.set(
      position,
      fits.reduce((sum, one) => sum + (one[i] as number), 0),
    )
  })
  const byRank: number[][] = Array.from({ length: searched.length * TEXT_FITS }, () => [])
  for (const position of newestFirst ?? matches) {
    const rank = rankAt.get(position)
    if (rank !== undefined) byRank[rank]?.push(position)
  }
  return Uint32Array.from(byRank.flat())
}
