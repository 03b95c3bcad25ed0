/** Which source of the extensions a JSON value is of, and where the records stand in it. */

import { basename } from 'node:path'
import { isObject, type Json } from '../../model/values/json.ts'
import { isRecordOf } from '../../model/rows/source-fault.ts'
import type { Source } from '../../model/rows/source-row.ts'

/** A record of a source, and the keys and positions that lead to it. */
export interface FoundRecord {
  readonly source: Source
  readonly record: unknown
  readonly path: readonly (string | number)[]
}

/** Whether a file stands beside the records of a source, and holds none. */
export function isOtherFile(sources: readonly Source[], file: string): boolean {
  const name = basename(file)
  return sources.some(({ otherFiles = [] }) => otherFiles.some((pattern) => asRegExp(pattern).test(name)))
}

/** @param pattern in which each * stands for any characters, each ? for one */
const asRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  )

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let inner = value
  for (const key of keys) inner = isObject(inner) ? inner[key] : undefined
  return inner
}

/** The records that stand at one of the containers of a source; undefined if there is none. */
function contentsOf(source: Source, value: Json): FoundRecord[] | undefined {
  for (const container of source.containers ?? []) {
    const keys = container.split('.')
    const content = valueAt(value, keys)
    const isList = Array.isArray(content)
    // The first may be null, or an error: one that is recognised is enough.
    const isOne = (one: unknown): boolean => isObject(one) && isRecordOf(source, one)
    if (!(isList ? content.some(isOne) : isOne(content))) continue
    return (isList ? content : [content]).map((record: unknown, i) => ({
      source,
      record,
      path: isList ? [...keys, i] : keys,
    }))
  }
  return undefined
}

/** The records of a source in a JSON object, which is one or a container; undefined if it is of no source. */
export function recordsIn(sources: readonly Source[], value: Json): FoundRecord[] | undefined {
  for (const source of sources) {
    const inside = contentsOf(source, value)
    if (inside) return inside
    if (isRecordOf(source, value)) return [{ source, record: value, path: [] }]
  }
  return undefined
}

/** Whether a document, perhaps cut off, is a list of records of a source, or an object around such a list. */
export const holdsList = (sources: readonly Source[], head: unknown): boolean =>
  Array.isArray(head)
    ? isObject(head[0]) && recordsIn(sources, head[0]) !== undefined
    : isObject(head) &&
      (recordsIn(sources, head)?.some(({ path }) => typeof path.at(-1) === 'number') ?? false)

/** The keys that lead to lists of records, in any of the sources. */
export const listKeys = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ containers = [] }) => containers)
