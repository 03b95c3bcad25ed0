/** The fields of an object of JSON → stored values: in the order of the rows, under every spelling of their keys. */

import type { Json } from '../../model/values/json.ts'
import type { Field, Fields } from '../../model/rows/row.ts'
import type { StoredObject } from '../rdf/stored.ts'
import { cleanKey, IGNORED_KEYS } from './dialects.ts'
import {
  childLocation,
  isEmpty,
  warn,
  warnUnknown,
  type JsonLocation,
  type ValueReader,
} from './read-context.ts'
import { foldTypeName } from './read-entity-type.ts'

/** How a key of the input is read, and to which field it belongs. */
interface Entry {
  readonly key: string
  readonly group?: string
  readonly read: ValueReader
}

/** A table of fields made ready: the keys in the order of the rows, and every spelling of them. */
export interface FieldTable {
  readonly keys: readonly string[]
  readonly readers: readonly ValueReader[]
  readonly entries: ReadonlyMap<string, Entry>
  /** Loose names of keys that it does not have → where their values go. */
  readonly hints: ReadonlyMap<string, string>
}

/**
 * Makes the table of some fields.
 * @param readerOf gives the reader of a field
 * @param hints loose names of keys, for messages
 */
export function compileTable(
  fields: Fields,
  readerOf: (field: Field) => ValueReader,
  hints: Readonly<Record<string, string>> = {},
): FieldTable {
  const entries = new Map<string, Entry>()
  const add = (name: string, entry: Entry): void => {
    if (!entries.has(name)) entries.set(name, entry)
  }
  for (const [key, field] of Object.entries(fields)) add(key, { key, read: readerOf(field) })
  const keys = [...entries.keys()]
  const readers = [...entries.values()].map(({ read }) => read)
  for (const [key, field] of Object.entries(fields))
    for (const alias of field.aliases ?? []) add(alias, { key, read: (entries.get(key) as Entry).read })
  for (const [group, field] of Object.entries(fields)) {
    if (field.kind === 'nest')
      for (const [key, inner] of compileTable(field.fields, readerOf).entries) add(key, { ...inner, group })
  }
  return {
    keys,
    readers,
    entries,
    hints: new Map(Object.entries(hints).map(([key, hint]) => [foldTypeName(key), hint])),
  }
}

/** Reads the fields of an object, in the order of the rows. */
export function readFields(input: Json, table: FieldTable, place: JsonLocation): StoredObject {
  const fields: StoredObject = {}
  let matchedKeys = 0
  for (let i = 0; i < table.keys.length; i++) {
    const key = table.keys[i] as string
    const value = input[key]
    if (value === undefined) continue
    matchedKeys++
    const stored = isEmpty(value)
      ? undefined
      : (table.readers[i] as ValueReader)(value, childLocation(place, key))
    if (stored !== undefined) fields[key] = stored
  }
  const names = Object.keys(input)
  const others =
    matchedKeys === names.length
      ? []
      : names.filter((name) => !IGNORED_KEYS.has(name) && !table.keys.includes(name))
  return others.length === 0 ? fields : readOthers(others, input, table, fields, place)
}

/** Reads keys that are no rows: other spellings, fields of groups outside their group, unknown ones. */
function readOthers(
  names: readonly string[],
  input: Json,
  table: FieldTable,
  fields: StoredObject,
  place: JsonLocation,
): StoredObject {
  let added = false
  for (const name of names) {
    const value = input[name]
    if (IGNORED_KEYS.has(cleanKey(name)) || isEmpty(value)) continue
    const entry = table.entries.get(name) ?? table.entries.get(cleanKey(name))
    if (!entry) {
      const others = [...table.entries.keys()]
      warnUnknown(name, { keys: table.keys, otherKeys: others }, place, table.hints.get(foldTypeName(name)))
      continue
    }
    const stored = entry.read(value, childLocation(place, name))
    if (stored === undefined) continue
    added = true
    const target = entry.group ? ((fields[entry.group] ??= {}) as StoredObject) : fields
    if (target[entry.key] === undefined) target[entry.key] = stored
    else
      warn(place, 'duplicate-key', `says again what ${entry.key} says; ${entry.key} is kept`, {
        keyBelow: name,
      })
  }
  return added
    ? (Object.fromEntries(
        table.keys.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])),
      ) as StoredObject)
    : fields
}
