/** The fields of a type that are properties of the Reconciliation Service API. */

import type { Field, Fields } from '../../model/rows/row.ts'
import { english } from '../../record/naming/locale.ts'

/** Whether a field has values that can be shown: objects have none but for identifiers, their fields have. */
const hasCells = (field: Field): boolean =>
  !('fields' in field) ||
  Object.values(field.fields).some((inner) => inner.kind === 'string' && inner.scheme !== undefined)

/** The fields that have values that can be shown, in objects too: keys with dots between → field and label. */
export function propertyFields(
  fields: Fields,
  path: readonly string[] = [],
  labels: readonly string[] = [],
): ReadonlyMap<string, { readonly field: Field; readonly label: string }> {
  return new Map(
    Object.entries(fields).flatMap(([key, field]) => {
      const at = [...path, key]
      const named = [...labels, english.labelOf(key, field)]
      return hasCells(field)
        ? [[at.join('.'), { field, label: named.join(': ') }] as const]
        : [...propertyFields((field as { fields: Fields }).fields, at, named)]
    }),
  )
}
