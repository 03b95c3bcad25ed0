/** The order of a list: one that the rows of its type name, in one of its two directions. */

import type { EntityType } from '../../model/rows/row.ts'

export interface SortBy {
  readonly name: string
  readonly isDescending: boolean
}

/** By date, the newest first; undefined where the records of a type have no date. */
export function newestFirst({ orders = {} }: EntityType): SortBy | undefined {
  const [name] = Object.entries(orders).find(([, { by }]) => by === 'date') ?? []
  return name === undefined ? undefined : { name, isDescending: true }
}
