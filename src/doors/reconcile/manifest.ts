/** The manifest of the reconciliation service, and what it completes. */

import type { EntityType } from '../../model/rows/row.ts'
import { foldWords } from '../../model/values/word-query.ts'
import { previewSize } from './preview.ts'
import { suggestionsFor } from '../../api/lookup/autocomplete.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { propertyFields } from './property-fields.ts'
import { BATCH_SIZE } from './read-queries.ts'

const RECONCILE_PATH = '/reconcile'

const SPACE = 'https://w3id.org/skg-if/ontology/'

/** Describes the service: what it has, and where. */
export function manifestOf({ graph, model, base, about, urls: { root } }: GraphContext): object {
  const service_url = root + RECONCILE_PATH
  const completion = (what: string): object => ({ service_url, service_path: `/suggest/${what}` })
  return {
    versions: ['0.2'],
    name: about.title,
    identifierSpace: base,
    schemaSpace: SPACE,
    documentation: `${root}/docs`,
    defaultTypes: model.types
      .filter((type) => graph.count(type) > 0)
      .map(({ name, label }) => ({ id: name, name: label })),
    batchSize: BATCH_SIZE,
    view: { url: `${root}/resolve?iri={{id}}` },
    preview: { url: `${service_url}/preview?id={{id}}`, ...previewSize },
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
  /** Types of a record. */
  readonly notable?: readonly { readonly id: string; readonly name: string }[]
}

export const propertiesOf = (types: readonly EntityType[]): Named[] => [
  ...new Map(
    types.flatMap(({ fields }) =>
      [...propertyFields(fields)].map(
        ([id, { field, label }]) => [id, { id, name: label, description: field.doc }] as const,
      ),
    ),
  ).values(),
]

const MAX_SUGGESTIONS = 20

/** What is completed: a text that is being typed, and how many suggestions are left out. */
export interface CompletionRequest {
  readonly kind: string
  readonly prefix: string
  readonly skip: number
}

/** What may be meant by a text that is being typed: records, fields or types. */
export async function complete(
  { kind, prefix, skip }: CompletionRequest,
  context: GraphContext,
): Promise<readonly Named[]> {
  const { types } = context.model
  if (kind === 'entity') {
    const request = { text: prefix, types, limit: skip + MAX_SUGGESTIONS }
    const found = await suggestionsFor(context, request)
    return found.slice(skip).map(({ local_identifier: id, label, description, entity_type }) => ({
      id,
      name: label,
      description,
      notable: [{ id: entity_type, name: context.model.typeNamed(entity_type)?.label ?? entity_type }],
    }))
  }
  const all =
    kind === 'type'
      ? types.map(({ name, label, doc }) => ({ id: name, name: label, description: doc }))
      : propertiesOf(types)
  const start = foldWords(prefix)
  return all
    .filter(({ id, name }) => foldWords(name).startsWith(start) || foldWords(id).startsWith(start))
    .slice(skip)
}
