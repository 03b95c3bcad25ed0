/** Parts of records: some of their fields, and of these some of the parts. */

import { isObject, type Json } from '../../model/values/json.ts'

/** Keys → what is selected below them; `undefined` for all of it. */
export type FieldSelection = ReadonlyMap<string, FieldSelection | undefined>

/** Keys by which a record, and whatever it refers to, stays the same node in every selection. */
export const NODE_KEYS: readonly string[] = ['local_identifier', 'entity_type']

/** The selection of paths; a path that begins with another of them adds nothing to it. */
export function selectionOf(paths: readonly (readonly string[])[]): FieldSelection {
  const keys = new Set(paths.map(([key]) => key as string))
  return new Map(
    [...keys].map((key) => {
      const below = paths.filter((path) => path[0] === key).map((path) => path.slice(1))
      return [key, below.some((path) => path.length === 0) ? undefined : selectionOf(below)]
    }),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

function selectIn(value: unknown, selection: FieldSelection): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => selectIn(item, selection)).filter((item) => !isEmpty(item))
  return isObject(value) ? selectFields(value, selection) : value
}

/** The selected fields of a record, in the order of the record; what has none of the parts is left out. */
export const selectFields = (record: Json, selection: FieldSelection): Json =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
      if (!selection.has(key)) return NODE_KEYS.includes(key) ? [[key, value]] : []
      const below = selection.get(key)
      const selected = below ? selectIn(value, below) : value
      return isEmpty(selected) ? [] : [[key, selected]]
    }),
  )
