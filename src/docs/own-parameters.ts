/** The parameters of lists and records that are skeg's own, in an OpenAPI document. */

import {
  DEFAULT_FACET_SIZE,
  DESCENDING,
  FACET_SIZE,
  FACETS,
  FIELDS,
  MAX_FACET_SIZE,
  MAX_SAMPLE,
  SAMPLE,
  SEED,
  SEED_DIGITS,
  SORT,
} from '../parameters.ts'
import type { Model } from '../model/model.ts'
import type { EntityType, Field, Fields } from '../model/rows/row.ts'
import { NODE_KEYS } from '../record/json/select-fields.ts'
import { RELEVANCE } from '../store/search/relevance.ts'
import { isTextSearch } from '../store/search/text-search.ts'
import { parameter } from './endpoint-parameters.ts'
import type { Schema } from './json-schema.ts'

const ADDITION = 'An addition to the specification.'

/** A parameter of the query, marked as an addition. */
const ownParameter = (
  name: string,
  type: 'string' | 'integer',
  help: string,
  schema: Schema = {},
): Schema => ({
  ...parameter(name, { in: 'query', type, help: `${help} ${ADDITION}` }, schema),
  'x-addition': true,
})

/** @param rows names, each with what it is */
const bullets = (rows: readonly (readonly [name: string, text: string])[]): string =>
  rows.map(([name, text]) => `- \`${name}\`: ${text}`).join('\n')

function sortParameters(type: EntityType, model: Model): Schema[] {
  const { orders = {} } = type
  const names = Object.keys(orders)
  if (names.length === 0) return []
  const hasTexts = model.filtersOf(type).all.some((filter) => isTextSearch({ filter }))
  const relevance =
    'how well the records fit the texts that the filter searches for, the best first, then the ' +
    'newest; it takes no `:desc`'
  const rows = bullets([
    ...Object.entries(orders).map(([name, { doc }]) => [name, doc] as const),
    ...(hasTexts ? [[RELEVANCE, relevance] as const] : []),
  ])
  return [
    ownParameter(
      SORT,
      'string',
      `What the list is sorted by, \`:desc\` behind it for the other direction; what has no such ` +
        `value comes last:\n\n${rows}\n\n`,
      {
        enum: [...names.flatMap((name) => [name, `${name}${DESCENDING}`]), ...(hasTexts ? [RELEVANCE] : [])],
      },
    ),
  ]
}

const sampleParameters = (): Schema[] => [
  ownParameter(
    SAMPLE,
    'integer',
    'Records of a random sample of the list, in the order of the list. Facets count the list from which it is drawn.',
    { minimum: 1, maximum: MAX_SAMPLE },
  ),
  ownParameter(
    SEED,
    'integer',
    'The same seed gives the same sample of a version of the graph, and a larger sample has the ' +
      'records of a smaller one. Without it one is chosen, which the URLs of `meta` name. It needs ' +
      '`skeg_sample`.',
    { minimum: 0, maximum: 10 ** SEED_DIGITS - 1 },
  ),
]

/**
 * What the names of fields look like: each, with the names of its parts behind dots.
 * @param around kinds of records in which a reference stands: what they refer to has no parts a second time
 */
function fieldNames(fields: Fields, model: Model, around: readonly string[] = []): string[] {
  return Object.entries(fields).map(([key, field]) => {
    const parts = partNames(field, model, around)
    return parts.length > 0 ? `${key}(?:[.](?:${parts.join('|')}))?` : key
  })
}

function partNames(field: Field, model: Model, around: readonly string[]): string[] {
  if (field.kind === 'labelledClass') return ['class', ...fieldNames(field.fields, model, around)]
  if ('fields' in field) return fieldNames(field.fields, model, around)
  if (field.kind !== 'reference' || field.serializeAs === 'id') return []
  const types = field.range.flatMap((name) => (around.includes(name) ? [] : (model.typeNamed(name) ?? [])))
  const fields = types.flatMap((type) => type.referenceFields.map((key) => [key, type.fields[key] as Field]))
  return [
    ...NODE_KEYS,
    ...fieldNames(Object.fromEntries(fields) as Fields, model, [...around, ...field.range]),
  ]
}

/** Texts with commas between them. @param names patterns of each */
export const listPattern = (names: readonly string[]): string => {
  const one = `(?:${names.join('|')})`
  return `^${one}(?:,${one})*$`
}

export const fieldsParameter = ({ fields }: EntityType, model: Model): Schema =>
  ownParameter(
    FIELDS,
    'string',
    'Fields of the records, with commas between them; a part of a field stands behind a dot. The other fields ' +
      'are left out, but for `local_identifier` and `entity_type`. For JSON, JSON-LD and CSV. The fields:\n\n' +
      `${bullets(Object.entries(fields).map(([key, { doc }]) => [key, doc]))}\n\n`,
    { pattern: listPattern([...NODE_KEYS, ...fieldNames(fields, model)]) },
  )

function facetParameters(type: EntityType, model: Model): Schema[] {
  const facets = model.filtersOf(type).all.filter(({ row }) => row.facet !== undefined)
  if (facets.length === 0) return []
  const rows = bullets(facets.map(({ key, row }) => [key, row.facet as string]))
  return [
    ownParameter(
      FACETS,
      'string',
      `Facets, with commas between them, whose most frequent values \`meta.skeg_facets\` counts:\n\n${rows}\n\n`,
      { pattern: listPattern(facets.map(({ key }) => key.replaceAll('.', '[.]'))) },
    ),
    ownParameter(FACET_SIZE, 'integer', 'Values of each facet; of no account without `skeg_facets`.', {
      minimum: 1,
      maximum: MAX_FACET_SIZE,
      default: DEFAULT_FACET_SIZE,
    }),
  ]
}

export const ownListParameters = (type: EntityType, model: Model): Schema[] => [
  ...sortParameters(type, model),
  ...sampleParameters(),
  fieldsParameter(type, model),
  ...facetParameters(type, model),
]
