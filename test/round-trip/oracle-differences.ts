// Compares two records by the rules: order does not count, and an id that the oracle could not predict
// matches any.

import { stable } from './oracle-values.ts'

/**
 * Differences between two records, array order and key order ignored, otf ids as wildcards; [] when equal.
 * Each says the JSON path, expected, got.
 */
export function differences(expected: unknown, actual: unknown): string[] {
  return compare('$', expected, actual)
}

function compare(path: string, expected: unknown, actual: unknown): string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) return compareArrays(path, expected, actual)
  if (isObject(expected) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
    return keys.flatMap((key) =>
      compare(
        `${path}${/^\w+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`}`,
        expected[key],
        actual[key],
      ),
    )
  }
  return stable(expected) === stable(actual) || matchesOnTheFly(expected, actual)
    ? []
    : [title(path, expected, actual)]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * canonicalRecords() marks an id that it made up with `*`; ids that a document gives are compared exactly.
 */
function matchesOnTheFly(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string' || !/otf___\*\d+$/.test(expected))
    return false
  return actual.startsWith(expected.replace(/\*\d+$/, ''))
}

function compareArrays(path: string, expected: readonly unknown[], actual: readonly unknown[]): string[] {
  const candidates = [...actual]
  const missing = [...expected.entries()].filter(
    ([, item]) => !take(candidates, (candidate) => stable(item) === stable(candidate)),
  )
  const unmatched = missing.filter(
    ([index, item]) =>
      !take(candidates, (candidate) => compare(`${path}[${index}]`, item, candidate).length === 0),
  )
  const paired = unmatched.flatMap(([index, item]) => compareNearest(`${path}[${index}]`, item, candidates))
  return [...paired, ...candidates.map((item) => title(`${path}[]`, undefined, item))]
}

function take(items: unknown[], fits: (item: unknown) => boolean): boolean {
  const index = items.findIndex(fits)
  if (index >= 0) items.splice(index, 1)
  return index >= 0
}

/** Takes the item with the fewest differences, so that one changed field reads as one difference. */
function compareNearest(path: string, expected: unknown, candidates: unknown[]): string[] {
  const found = candidates.map((candidate) => compare(path, expected, candidate))
  const fewest = Math.min(...found.map(({ length }) => length))
  const index = found.findIndex(({ length }) => length === fewest)
  if (index < 0) return [title(path, expected, undefined)]
  candidates.splice(index, 1)
  return found[index] ?? []
}

function title(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${JSON.stringify(expected) ?? 'nothing'}, got ${JSON.stringify(actual) ?? 'nothing'}`
}
