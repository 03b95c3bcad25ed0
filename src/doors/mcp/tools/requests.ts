/** Arguments of tools as the API reads its parameters: the same readers, the same limits, the same messages. */

import { Problem } from '../../../config/errors.ts'
import { joinValues } from '../../../filter/values/alternatives.ts'
import type { Condition } from '../../../filter/condition.ts'
import { unknownFilter } from '../../../filter/errors.ts'
import { MAX_CONDITIONS, parseFilter } from '../../../filter/parse.ts'
import { isObject, itemsOf, type Json } from '../../../model/values/json.ts'
import { ONLY_CITED } from '../../../model/rows/added-filters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { defaultConditions } from '../../../pages/shared/list-url.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { identifiedRecords } from '../../../api/lookup/identified.ts'
import { isById } from '../../../api/lookup/missing-ids.ts'
import { keysOf, type RecordKey } from '../../../api/representation/records.ts'
import { asksForChanges } from '../../../api/request/list-request.ts'
import { readSort } from '../../../api/request/sorting.ts'
import { typesNamed } from '../../../api/request/search-parameters.ts'
import type { Query } from '../../../api/request/query-parameters.ts'
import { clean } from './text.ts'

/** Parameters as they stand in a URL. */
export const queryOf = (parameters: Readonly<Record<string, unknown>>): Query =>
  new Map(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [encodeURIComponent(String(value))]] as const],
    ),
  )

/** @throws Problem invalid-parameter */
export const typeNamed = ({ model }: GraphContext, name: string): EntityType =>
  typesNamed([name], model)[0] as EntityType

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function textOf(key: string, value: unknown): string {
  const values = itemsOf(value)
  if (values.length === 0 || !values.every(isPlain))
    throw new Problem(
      'invalid-parameter',
      `The filter ${key.slice(0, 64)} takes a text, a number, or a list of them (any of which is met)` +
        `${isObject(value) ? '; a range has two keys, one that ends in .from and one in .to' : ''}.`,
    )
  return joinValues(values.map(String))
}

/**
 * Conditions that are given as an object of keys and values.
 * @throws Problem invalid-filter, invalid-parameter, as a list does
 */
export function readConditions(filters: unknown, type: EntityType, { model }: GraphContext): Condition[] {
  const entries = Object.entries((filters ?? {}) as Json)
  if (entries.length > MAX_CONDITIONS)
    throw new Problem(
      'invalid-parameter',
      `There are ${entries.length} filters; ${MAX_CONDITIONS} are the most.`,
    )
  return entries.flatMap(([key, value]) => {
    if (!KEY.test(key)) throw unknownFilter(model, type, key, false)
    // A comma in front says that those in values are data; each alone, no value can be taken for a key.
    const text = `,${key}:${encodeURIComponent(textOf(key, value).toWellFormed())}`
    return parseFilter([text], type, model)
  })
}

/** Conditions that ask for records whatever they are: for those with some ids, or what a record names. */
const asksForAny = (condition: Condition): boolean =>
  condition.filter.key === ONLY_CITED ||
  isById(condition) ||
  condition.filter.path.steps.some(({ inverse }) => inverse)

/** Conditions as a list of pages has them: without what is only cited, unless they may ask for it. */
export const withDefaults = (
  conditions: readonly Condition[],
  type: EntityType,
  context: GraphContext,
): readonly Condition[] =>
  conditions.some(asksForAny) ? conditions : [...defaultConditions(context, type), ...conditions]

/** How many records meet conditions, and how many more of them are only cited. */
export async function countText(
  type: EntityType,
  conditions: readonly Condition[],
  context: GraphContext,
): Promise<string> {
  const { length } = await context.queries.search(type, withDefaults(conditions, type, context))
  const more = (await context.queries.search(type, conditions)).length - length
  return more > 0 ? `${length} (and ${more} that are only cited, by ${ONLY_CITED}: true)` : String(length)
}

/** What the key of a filter may look like. */
const KEY = /^[\w.]+$/

/** Whether a call that was answered asks when records changed, by its filters or its order. */
export function asksWhenChanged({ type: name, filters, sort: given }: Json, context: GraphContext): boolean {
  if (filters === undefined && given === undefined) return false
  const type = typeNamed(context, String(name))
  const conditions = readConditions(filters as object | undefined, type, context)
  const sort = readSort(queryOf({ sort: given }), type, conditions, context.model, 'sort')
  return asksForChanges({ conditions, sort })
}

/** The records that ids mean, each once, and the ids that mean none. @throws Problem no-record if all mean none */
export async function recordsNamed(
  context: GraphContext,
  ids: readonly string[],
): Promise<{ readonly keys: readonly RecordKey[]; readonly unknown: readonly string[] }> {
  const found = await Promise.all(
    ids.map(async (id) => keysOf(context, await identifiedRecords(id, context))),
  )
  const unknown = ids.filter((_, i) => found[i]?.length === 0)
  const keys = new Map(found.flat().map((key) => [`${key.type.name} ${key.iri}`, key]))
  if (keys.size > 0) return { keys: [...keys.values()], unknown }
  throw new Problem('no-record', withoutRecord(unknown))
}

/** What is said of ids that no record has. */
export const withoutRecord = (ids: readonly string[]): string =>
  `The graph has no record with the id ${ids.map((id) => clean(id.slice(0, 200))).join(' or ')}. ` +
  'Ids are those in the answers of search, whole IRIs, or external identifiers such as a DOI, an ORCID or a ROR.'
