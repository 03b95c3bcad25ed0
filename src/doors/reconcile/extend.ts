/** Values of records for the columns of a table: the data extension of the Reconciliation Service API 0.2. */

import { type Json, valuesAt } from '../../model/values/json.ts'
import type { Field } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { plainText } from '../../record/naming/field-values.ts'
import { keysOf, loadRecords } from '../../api/representation/records.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { propertyFields } from './property-fields.ts'
import { propertiesOf } from './manifest.ts'

/** What the protocol takes for a date: a time of a day; all else is text. */
const DATE_TIME = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/

/** A value in the form of the protocol; undefined where there is nothing to read. */
function cellOf(value: unknown, field: Field, model: Model): object | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? { int: value } : { float: value }
  const text = plainText({ value, field }, model)
  if (text === '') return undefined
  if (field.kind === 'reference')
    return { id: typeof value === 'string' ? value : (value as Json).local_identifier, name: text }
  return field.kind === 'date' && DATE_TIME.test(text) ? { date: text } : { str: text }
}

/** Values of fields of records, by id and field; nothing for what is no record. */
export async function extend(
  context: GraphContext,
  ids: readonly string[],
  keys: readonly string[],
): Promise<object> {
  const recordKeys = keysOf(context, ids)
  const records = await loadRecords(context, recordKeys)
  const byId = new Map(recordKeys.map(({ iri, type }, i) => [iri, { type, record: records[i] as Json }]))
  const fieldsOf = new Map(recordKeys.map(({ type }) => [type, propertyFields(type.fields)] as const))
  const cells = (id: string, key: string): object[] => {
    const found = byId.get(id)
    const property = found && fieldsOf.get(found.type)?.get(key)
    if (!property) return []
    return valuesAt(found.record, key.split('.')).flatMap(
      (value) => cellOf(value, property.field, context.model) ?? [],
    )
  }
  const properties = propertiesOf(context.model.types)
  return {
    meta: keys.map((id) => ({ id, name: properties.find((one) => one.id === id)?.name ?? id })),
    rows: Object.fromEntries(
      ids.map((id) => [id, Object.fromEntries(keys.map((key) => [key, cells(id, key)]))]),
    ),
  }
}
