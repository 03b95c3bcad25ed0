/** All fields of a table, those inside other fields too. */

import type { Field, Fields } from './row.ts'

/** Whether the value of a field is an array in JSON. A language map is none: its arrays are inside. */
export const isArray = (field: Field): boolean =>
  'multiple' in field && field.multiple === true && field.kind !== 'langString'

export interface FieldAtPath {
  readonly path: readonly string[]
  readonly field: Field
}

/** All fields of a table with the keys that lead to them, those of groups and nodes included. */
export function* walkFields(fields: Fields, path: readonly string[] = []): Generator<FieldAtPath> {
  for (const [key, field] of Object.entries(fields)) {
    yield { path: [...path, key], field }
    if ('fields' in field) yield* walkFields(field.fields, [...path, key])
  }
}

/** The fields that belong to one node of the graph, those of groups included: table by table. */
export function* fieldsByNode(
  fields: Fields,
  path: readonly string[] = [],
): Generator<readonly FieldAtPath[]> {
  const fieldsAtLevel: FieldAtPath[] = []
  const inner: (readonly [Fields, readonly string[]])[] = []
  const take = (table: Fields, above: readonly string[]): void => {
    for (const [key, field] of Object.entries(table)) {
      const at = [...above, key]
      fieldsAtLevel.push({ path: at, field })
      if (field.kind === 'nest') take(field.fields, at)
      else if ('fields' in field) inner.push([field.fields, at])
    }
  }
  take(fields, path)
  yield fieldsAtLevel
  for (const [table, at] of inner) yield* fieldsByNode(table, at)
}

/** The fields on a path, the last one included; undefined if it leads nowhere. */
export function fieldsAlong(fields: Fields, [key, ...rest]: readonly string[]): Field[] | undefined {
  const field = key === undefined ? undefined : fields[key]
  if (!field) return undefined
  if (rest.length === 0) return [field]
  const below = 'fields' in field ? fieldsAlong(field.fields, rest) : undefined
  return below && [field, ...below]
}
