/** The orders of all lists of one kind. */

import type { Model } from '../../model/model.ts'
import type { EntityType, ListOrder } from '../../model/rows/row.ts'

/** @returns the orders that are sorted in this way, in the order of the model */
export const ordersBy = (
  model: Model,
  kind: 'date' | 'referrers',
): readonly { readonly type: EntityType; readonly order: ListOrder }[] =>
  model.types.flatMap((type) =>
    Object.values(type.orders ?? {}).flatMap((order) => (order.by === kind ? [{ type, order }] : [])),
  )
