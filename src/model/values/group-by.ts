/** Items by what they have in common. */

/** The items of each key, in their order; keys in the order in which they come. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Values that several items have, with these items. */
export const duplicates = <T>(
  items: Iterable<T>,
  valueOf: (item: T) => string,
): (readonly [value: string, items: readonly [T, T, ...T[]]])[] =>
  [...groupBy(items, valueOf)].flatMap(([value, found]) =>
    found.length > 1 ? [[value, found as [T, T, ...T[]]] as const] : [],
  )
