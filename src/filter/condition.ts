/** Conditions: what a filter text asks for, and back to the text. */

import { exactOperators, valuesIn } from '../model/rows/filter-row.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import { WORDS_KEY } from '../model/rows/word-filter.ts'
import { toNfc } from '../model/values/fold.ts'
import { licenceIri } from '../model/identifiers/licences.ts'
import { isArray } from '../model/rows/walk.ts'

/**
 * Whether records may have several values of a filter, of which one more narrows the list: contributors, topics. Of
 * one value alone, and of dates, one more widens it.
 */
export const isNarrowing = ({ path: { steps, target } }: Filter): boolean =>
  target.kind !== 'date' &&
  (steps.some(({ multiple }) => multiple) ||
    target.predicates.length > 1 ||
    (target.field !== undefined && isArray(target.field)))

/** The filter that is a bound of the same dates; undefined where there is none. */
export const boundOf = (
  { row: { path } }: Filter,
  operator: 'gte' | 'lte',
  type: EntityType,
  model: Model,
): Filter | undefined =>
  model
    .filtersOf(type)
    .all.find(({ row }) => row.operator === operator && path !== undefined && row.path === path)

/**
 * The condition of a filter that asks for a value of its facet, in whatever spelling: an id without the base, a code in
 * small letters; undefined where none does.
 */
export const conditionFor = (
  filter: Filter,
  value: string,
  conditions: readonly Condition[],
  base: string,
): Condition | undefined =>
  conditions.find(
    (one) =>
      one.filter === filter &&
      [one.value, ...valuesOf(filter, one.value)].some((other) => isSame(filter, other, value, base)),
  )

/** Whether two spellings mean the same value of a facet. */
export function isSame(filter: Filter, one: string, other: string, base: string): boolean {
  const { field, kind } = filter.path.target
  const isCaseless = (field?.kind === 'string' || field?.kind === 'vocabTerm') && field.caseInsensitive
  const comparable = field?.kind === 'iri' && field.isLicence ? licenceIri : (text: string) => text
  const [a, b] = [one, other].map((value) =>
    isCaseless ? toNfc(value).trim().toLowerCase() : comparable(value),
  )
  return a === b || (kind === 'id' && (base + a === b || a === base + b))
}

export interface Condition {
  /** The key as it was written, which may be another one of the filter. */
  readonly key: string
  readonly filter: Filter
  readonly value: string
}

/** Whether one more value narrows the list: by its row, or since two conditions must be met. */
export const asksForAll = (filter: Filter, conditions: readonly Condition[]): boolean =>
  filter.row.narrows === true || conditions.filter((one) => one.filter === filter).length > 1

/** Conditions that one and the same value must meet. */
export type OnOneValue<C extends Condition> = readonly [C, ...C[]]

/**
 * Conditions by the value that they are about: a lower and an upper bound of the same field are one range, so
 * that of several dates one must be within it. Each bound joins the newest range that lacks it.
 */
export function conditionsByValue<C extends Condition>(conditions: readonly C[]): OnOneValue<C>[] {
  const groups: [C, ...C[]][] = []
  const newest = new Map<string, [C, ...C[]]>()
  for (const condition of conditions) {
    const { key, row } = condition.filter
    const isBound = row.operator === 'gte' || row.operator === 'lte'
    const path = row.path ?? key
    const range = isBound ? newest.get(path) : undefined
    if (range?.length === 1 && range[0].filter.row.operator !== row.operator) {
      range.push(condition)
      continue
    }
    const group: [C, ...C[]] = [condition]
    groups.push(group)
    if (isBound) newest.set(path, group)
  }
  return groups
}

const encode = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replaceAll('%3A', ':').replaceAll('%2F', '/')

/**
 * Conditions as they stand in a URL: commas between them literal, commas in values encoded.
 * A single condition whose value has a comma gets one in front, which says that encoded commas are data.
 */
export function printConditions(conditions: readonly Condition[]): string {
  const texts = conditions.map(({ key, value }) => `${key}:${encode(value)}`)
  return conditions.length === 1 && conditions[0]?.value.includes(',') ? `,${texts[0]}` : texts.join(',')
}

/** The values of a condition: several in exact ones, where `|` stands between them. */
export function valuesOf(filter: Filter, value: string): string[] {
  const values = exactOperators.includes(filter.row.operator) ? valuesIn(value) : []
  return values.length > 0 ? values : [value]
}

export function wordsCondition(model: Model, type: EntityType, text: string): Condition {
  return { key: WORDS_KEY, filter: model.filtersOf(type).find(WORDS_KEY) as Filter, value: text }
}
