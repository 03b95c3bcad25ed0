/** The parameter `skeg_fields`: which fields of its records a response has. */

import { Problem } from '../../config/errors.ts'
import { offersOf, type MediaType } from '../../config/media.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Field, Fields } from '../../model/rows/row.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import { NODE_KEYS, selectionOf, type FieldSelection } from '../../record/json/select-fields.ts'
import { FIELDS } from '../../config/parameters.ts'
import { singleValue, type Query } from './query-parameters.ts'

const MAX_FIELDS = 100

/** The requested fields: their names as they stand in a URL, and what they select. */
export interface RequestedFields {
  readonly names: readonly string[]
  readonly selection: FieldSelection
}

/** Names that may follow in a path, and the field that each stands for; `undefined` for one without parts. */
type Parts = ReadonlyMap<string, Field | undefined>

const partsOf = (fields: Fields, ...keys: readonly string[]): Parts =>
  new Map<string, Field | undefined>([
    ...keys.map((key) => [key, undefined] as const),
    ...Object.entries(fields),
  ])

/** What a reference shows of the entities of the types that it may name. */
function partsOfReference(range: readonly string[], model: Model): Parts {
  const types = range.flatMap((name) => model.typeNamed(name) ?? [])
  const fields = types.flatMap((type) =>
    type.referenceFields.map((key) => [key, type.fields[key] as Field] as const),
  )
  return partsOf(Object.fromEntries(fields), ...NODE_KEYS)
}

/** The parts of a field; none of a field whose values are texts, numbers or bare ids. */
function partsOfField(field: Field | undefined, model: Model): Parts | undefined {
  if (!field) return undefined
  if (field.kind === 'reference')
    return field.serializeAs === 'id' ? undefined : partsOfReference(field.range, model)
  if (field.kind === 'labelledClass') return partsOf(field.fields, 'class')
  return 'fields' in field ? partsOf(field.fields) : undefined
}

const short = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text)

/** @throws Problem invalid-parameter, naming the fields that there are where the path leads no further */
function readPath(name: string, type: EntityType, model: Model): string[] {
  const path = name.split('.').map((key) => key.trim())
  let fieldsHere = partsOf(type.fields, ...NODE_KEYS)
  path.forEach((key, i) => {
    const before = path.slice(0, i).join('.')
    if (!fieldsHere.has(key)) {
      const keys = [...fieldsHere.keys()]
      const unknown = `${short(name)} is not a field of ${type.plural.toLowerCase()}`
      const print = (guess: string): string => [...path.slice(0, i), guess].join('.')
      throw new Problem(
        'invalid-parameter',
        `${withSuggestion(unknown, key, keys, print)} ${
          before === '' ? 'The fields are' : `The fields of ${before} are`
        } ${keys.join(', ')}.`,
      )
    }
    const inner = partsOfField(fieldsHere.get(key), model)
    if (!inner && i < path.length - 1)
      throw new Problem(
        'invalid-parameter',
        `${short(name)} is not a field of ${type.plural.toLowerCase()}: ` +
          `${path.slice(0, i + 1).join('.')} has no fields of its own.`,
      )
    fieldsHere = inner ?? new Map()
  })
  return path
}

/**
 * The fields that a query names.
 * @throws Problem invalid-parameter, naming those that there are; or the formats that can be had in part
 */
export function readFields(
  query: Query,
  type: EntityType,
  model: Model,
  mediaType: MediaType,
): RequestedFields | undefined {
  const text = singleValue(query, FIELDS)
  if (text === undefined) return undefined
  const names = [...new Set(text.split(',').map((name) => name.replace(/\s+/g, '')))].filter(Boolean)
  if (names.length === 0 || names.length > MAX_FIELDS)
    throw new Problem(
      'invalid-parameter',
      `${FIELDS} takes 1 to ${MAX_FIELDS} fields, with commas between them.`,
    )
  const selection = selectionOf(names.map((name) => readPath(name, type, model)))
  if (!hasFields(mediaType) && mediaType.name !== 'html')
    throw new Problem(
      'invalid-parameter',
      `${FIELDS} selects from ${offersOf('entity', 'list', 'download')
        .filter(hasFields)
        .map(({ name }) => name)
        .join(
          ', ',
        )}; the format ${mediaType.name} has whole records. Leave ${FIELDS} out, or take another format.`,
    )
  return { names, selection }
}

/** Whether a format can hold parts of records; of the others, a page alone is sent in spite of it, whole. */
export const hasFields = (format: object): boolean => 'fields' in format

/** The fields as they stand in a URL. */
export const printFields = ({ names }: RequestedFields): string => `${FIELDS}=${names.join(',')}`
