/** Values of JSON: objects, and single values that may stand for lists. */

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The items of a value: of a list its own, else the value. */
export const itemsOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The values to which keys lead, through all items of lists. */
export function valuesAt(value: unknown, keys: readonly string[]): unknown[] {
  const found: unknown[] = []
  addValuesAt(value, keys, 0, found)
  return found
}

function addValuesAt(value: unknown, keys: readonly string[], depth: number, found: unknown[]): void {
  const key = keys[depth]
  for (const item of itemsOf(value))
    if (key === undefined) found.push(item)
    else if (isObject(item)) addValuesAt(item[key], keys, depth + 1, found)
}

/** Reads JSON; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A value in a message. */
export function formatValue(value: unknown): string {
  const text = Array.isArray(value)
    ? 'a list'
    : typeof value === 'object' && value !== null
      ? 'an object'
      : typeof value === 'function'
        ? 'a function'
        : (JSON.stringify(value) ?? 'undefined')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
