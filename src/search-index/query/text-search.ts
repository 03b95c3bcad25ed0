/** Searches for a text in the texts of records, and who may answer them beside SPARQL. */

import type { Task } from '../../admission/task.ts'
import type { Condition } from '../../filter/condition.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Positions } from './matches.ts'

/** Searches texts as CONTAINS does over LCASE, with one small sigma. */
export interface TextSearch {
  /** Whether the texts of predicates of the records of a type can be searched. */
  answers(type: EntityType, predicates: readonly string[]): boolean
  /** The records of a type of which a text of one of the predicates contains the text. */
  find(type: EntityType, predicates: readonly string[], text: string, task: Task): Promise<Positions>
  /**
   * How well the texts of records that contain a text fit it, for each position: 0 where one of them is the
   * text, 1 where one begins with it, 2 where it stands between words, 3 where it is inside of one.
   */
  fits(
    type: EntityType,
    predicates: readonly string[],
    text: string,
    positions: Positions,
    task: Task,
  ): Promise<Uint8Array>
}

/** How many different fits there are. */
export const TEXT_FITS = 4

/** Whether a condition asks for a text in a text of the record itself, of which no other condition speaks. */
export const isTextSearch = ({ filter: { row, path } }: Pick<Condition, 'filter'>): boolean =>
  row.operator === 'contains' && path.steps.length === 0 && !row.sameItem

/** Whether a condition asks for words wherever they stand in a record. */
export const isWordSearch = ({ filter: { words } }: Pick<Condition, 'filter'>): boolean => words !== undefined

/** Whether records fit a condition more or less well: lists can be sorted by that. */
export const isRanked = (condition: Pick<Condition, 'filter'>): boolean =>
  isTextSearch(condition) || isWordSearch(condition)

/** The predicates of the texts that filters of a type search. */
export const searchedPredicates = (model: Model, type: EntityType): ReadonlySet<string> =>
  new Set(
    model
      .filtersOf(type)
      .all.flatMap((filter) => (isTextSearch({ filter }) ? filter.path.target.predicates : [])),
  )
