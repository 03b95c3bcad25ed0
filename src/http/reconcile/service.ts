/** What the reconciliation service says of itself, and what it completes and tells of records. */

import { itemsOf, type Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { plainText } from '../../record/citation/field-values.ts'
import { foldName } from '../../store/names/name-text.ts'
import { labelOf } from '../../pages/shared/labels.ts'
import { loadRecords } from '../representation/records.ts'
import { suggestionsFor } from '../lookup/suggestions.ts'
import type { NameSearch } from '../../store/names/name-search.ts'
import type { StageTimer } from '../middleware/server-timing.ts'
import type { GraphContext } from '../graph-context.ts'

const RECONCILE_PATH = '/reconcile'

const SPACE = 'https://w3id.org/skg-if/ontology/'

/**
 * The manifest of the service. Pages stand in no frame, so that there is no preview in one: `view` leads to
 * them.
 */
export function manifestOf({ model, base, about, urls: { root } }: GraphContext): object {
  const service_url = root + RECONCILE_PATH
  const completion = (what: string): object => ({ service_url, service_path: `/suggest/${what}` })
  return {
    versions: ['0.2'],
    name: about.title,
    identifierSpace: base,
    schemaSpace: SPACE,
    documentation: `${root}/docs`,
    defaultTypes: model.types.map(({ name, label }) => ({ id: name, name: label })),
    view: { url: `${root}/resolve?iri={{id}}` },
    suggest: {
      entity: completion('entity'),
      property: completion('property'),
      type: completion('type'),
    },
    extend: { propose_properties: { service_url, service_path: '/properties' }, property_settings: [] },
  }
}

interface Named {
  readonly id: string
  readonly name: string
  readonly description?: string
}

/** The fields of types, by their keys. */
export const propertiesOf = (types: readonly EntityType[]): Named[] => [
  ...new Map(
    types.flatMap(({ fields }) =>
      Object.entries(fields).map(
        ([id, field]) => [id, { id, name: labelOf(id, field), description: field.doc }] as const,
      ),
    ),
  ).values(),
]

const MAX_SUGGESTIONS = 20

/** What may be meant by a text that is being typed: records, fields or types. */
export async function complete(
  what: string,
  prefix: string,
  context: GraphContext,
  names: NameSearch,
  timer: StageTimer,
): Promise<readonly Named[]> {
  const { types } = context.model
  if (what === 'entity') {
    const found = await suggestionsFor(context, names, { text: prefix, types, limit: MAX_SUGGESTIONS }, timer)
    return found.map(({ local_identifier: id, label, description }) => ({ id, name: label, description }))
  }
  const all =
    what === 'type'
      ? types.map(({ name, label, doc }) => ({ id: name, name: label, description: doc }))
      : propertiesOf(types)
  const start = foldName(prefix)
  return all.filter(({ id, name }) => foldName(name).startsWith(start) || foldName(id).startsWith(start))
}

/** Values of fields of records, by id and field; nothing for what is no record. */
export async function extend(
  context: GraphContext,
  ids: readonly string[],
  keys: readonly string[],
): Promise<object> {
  const known = ids.flatMap((iri) =>
    context
      .typesOf(iri)
      .slice(0, 1)
      .map((type) => ({ iri, type })),
  )
  const records = await loadRecords(context, known)
  const byId = new Map(known.map(({ iri, type }, i) => [iri, { type, record: records[i] as Json }]))
  const cells = (id: string, key: string): object[] => {
    const found = byId.get(id)
    const field = found?.type.fields[key]
    if (!found || !field) return []
    return itemsOf(found.record[key]).flatMap((value): object[] => {
      const text = plainText({ value, field }, context.model)
      if (text === '') return []
      if (field.kind === 'reference') {
        const iri = typeof value === 'string' ? value : (value as Json).local_identifier
        return [{ id: iri, name: text }]
      }
      return [field.kind === 'date' ? { date: text } : { str: text }]
    })
  }
  const properties = propertiesOf(context.model.types)
  return {
    meta: keys.map((id) => ({ id, name: properties.find((one) => one.id === id)?.name ?? id })),
    rows: Object.fromEntries(
      ids.map((id) => [id, Object.fromEntries(keys.map((key) => [key, cells(id, key)]))]),
    ),
  }
}
