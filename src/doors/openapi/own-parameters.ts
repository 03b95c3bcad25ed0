/** The parameters of lists and records that are skeg's own, in an OpenAPI document. */

import {
  DESCENDING,
  FACET_SIZE,
  FACETS,
  FIELDS,
  NAMED,
  parameters,
  SAMPLE,
  SEED,
  SORT,
} from '../../config/parameters.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Field, Fields } from '../../model/rows/row.ts'
import { NODE_KEYS } from '../../record/json/select-fields.ts'
import { RELEVANCE } from '../../search-index/query/relevance.ts'
import { ordersOf } from '../../search-index/query/stamps.ts'
import { isRanked } from '../../search-index/query/text-search.ts'
import { type Schema, parameter } from './json-schema.ts'

/** @param rows names, each with what it is */
const bullets = (rows: readonly (readonly [name: string, text: string])[]): string =>
  rows.map(([name, text]) => `- \`${name}\`: ${text}`).join('\n')

export function sortParameters(type: EntityType, model: Model): Schema[] {
  const orders = ordersOf(type)
  const names = Object.keys(orders)
  const hasTexts = model.filtersOf(type).all.some((filter) => isRanked({ filter }))
  const relevance =
    'how well the records fit the texts that the filter searches for, the best first, then the ' +
    'newest; it takes no `:desc`'
  const rows = bullets([
    ...Object.entries(orders).map(([name, { doc }]) => [name, doc] as const),
    ...(hasTexts ? [[RELEVANCE, relevance] as const] : []),
  ])
  const orderNames = names.flatMap((name) => [name, `${name}${DESCENDING}`])
  return [
    parameter(
      SORT,
      { enum: [...orderNames, ...(hasTexts ? [RELEVANCE] : [])] },
      `${parameters[SORT].help} The orders:\n\n${rows}\n\n`,
    ),
  ]
}

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
  parameter(
    FIELDS,
    { pattern: listPattern([...NODE_KEYS, ...fieldNames(fields, model)]) },
    `${parameters[FIELDS].help} The fields:\n\n` +
      `${bullets(Object.entries(fields).map(([key, { doc }]) => [key, doc]))}\n\n`,
  )

function facetParameters(type: EntityType, model: Model): Schema[] {
  const facets = model.filtersOf(type).all.filter(({ row }) => row.facet !== undefined)
  if (facets.length === 0) return []
  const rows = bullets(facets.map(({ key, row }) => [key, row.facet as string]))
  return [
    parameter(
      FACETS,
      { pattern: listPattern(facets.map(({ key }) => key.replaceAll('.', '[.]'))) },
      `${parameters[FACETS].help} The facets:\n\n${rows}\n\n`,
    ),
    parameter(FACET_SIZE),
  ]
}

export const ownListParameters = (type: EntityType, model: Model): Schema[] => [
  ...sortParameters(type, model),
  parameter(SAMPLE),
  parameter(SEED),
  fieldsParameter(type, model),
  ...facetParameters(type, model),
  parameter(NAMED),
]
