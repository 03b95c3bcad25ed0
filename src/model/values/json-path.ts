/** Values in JSON records. */

import { isObject, itemsOf } from './json.ts'

/** The values to which keys lead, through all items of lists. */
export function valuesAt(value: unknown, keys: readonly string[], depth = 0): unknown[] {
  const items = itemsOf(value)
  const key = keys[depth]
  if (key === undefined) return items
  return items.flatMap((item) => (isObject(item) ? valuesAt(item[key], keys, depth + 1) : []))
}
