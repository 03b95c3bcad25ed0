/** What people write into the form of a list: names of records and countries, where the filter takes ids and codes. */

import { codeNamed } from '../../../model/values/codes.ts'
import { valuesIn } from '../../../model/rows/filter-row.ts'
import type { Condition } from '../../../filter/condition.ts'
import { parseWords } from '../../../model/values/word-query.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import { ID_IN_BRACKETS } from './filter-form.ts'
import type { AmbiguousName } from './list.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { suggestionsOf } from '../../../api/lookup/autocomplete.ts'
import { identifiedRecords, looksLikeIdentifier } from '../../../api/lookup/identified.ts'
import { searchConditions } from '../../../api/lookup/word-results.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { CollectionCount } from './result-tabs.ts'

/** The record of one of the types that fits a name best; undefined where none fits. */
function bestNamed({ graph, base }: GraphContext, { path }: Filter, text: string): string | undefined {
  if (parseWords(text).words.length === 0) return undefined
  const [best] = suggestionsOf(graph.names, { text, types: path.target.types, limit: 1 })
  return best && (best.iri.startsWith(base) ? best.iri.slice(base.length) : best.iri)
}

/** The value that is meant: an id or a code as it stands, else that of the record or the country of the name. */
export async function valueMeant(context: GraphContext, filter: Filter, text: string): Promise<string> {
  const { kind, types, field } = filter.path.target
  if (field?.kind === 'string' && field.codeList !== undefined) {
    const { codeList } = field
    return codeNamed(text, codeList, context.locale.language) ?? codeNamed(text, codeList) ?? text
  }
  if (kind !== 'id' || types.length === 0) return text
  const [, id] = ID_IN_BRACKETS.exec(text) ?? []
  if (id !== undefined) return id
  const isKnown = (iri: string): boolean => context.graph.typesOf(iri).length > 0
  if (valuesIn(text).some((one) => isKnown(one) || isKnown(context.base + one))) return text
  if (looksLikeIdentifier(text) && (await identifiedRecords(text, context)).length > 0) return text
  return bestNamed(context, filter, text) ?? text
}

/** How many records of types have all words of a text. */
export const countWords = (
  context: GraphContext,
  text: string,
  types: readonly EntityType[] = context.model.types,
): Promise<CollectionCount[]> =>
  Promise.all(
    types.map(async (type) => {
      const conditions = await searchConditions(context, type, text)
      return { type, conditions, total: (await context.queries.search(type, conditions)).length }
    }),
  )

/** Names that are looked at: a form has hardly more fields for them. */
const MAX_NAMES = 12

/** What else the names of a form may have meant, for each of them of which the conditions have the best record. */
export async function ambiguousNames(
  context: GraphContext,
  conditions: readonly Condition[],
  names: readonly string[],
): Promise<AmbiguousName[]> {
  const found = [...new Set(names)].slice(0, MAX_NAMES).flatMap((text) => {
    const condition = conditions.find(
      ({ filter, value }) =>
        filter.path.target.kind === 'id' && value !== text && bestNamed(context, filter, text) === value,
    )
    return condition ? [{ text, condition }] : []
  })
  const counted = await Promise.all(
    found.map(async (one) => {
      const counts = await countWords(context, one.text, one.condition.filter.path.target.types)
      return { ...one, counts: counts.filter(({ total }) => total > 0) }
    }),
  )
  return counted.filter(({ counts }) => counts.reduce((sum, { total }) => sum + total, 0) > 1)
}
