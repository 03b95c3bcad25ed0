/** Conditions: what a filter text asks for, and back to the text. */

import type { Filter } from '../model/rows/filters.ts'
import { fold } from './fold.ts'

export interface Condition {
  /** The key as it was written, which may be another one of the filter. */
  readonly key: string
  readonly filter: Filter
  readonly value: string
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

/** The same text for values that ask for the same: those that differ in case alone. */
export function comparableValue({
  filter: {
    path: { target },
    row,
  },
  value,
}: Condition): string {
  if (row.operator === 'contains') return fold(value)
  const { field } = target
  return (field?.kind === 'string' || field?.kind === 'vocabTerm') && field.caseInsensitive
    ? value.trim().toLowerCase()
    : value
}

/** The same text for conditions that mean the same: each filter by its own key. */
export const canonicalKey = (conditions: readonly Condition[]): string =>
  printConditions(
    conditions.map((condition) => ({
      key: condition.filter.key,
      filter: condition.filter,
      value: comparableValue(condition),
    })),
  )

/** Conditions in English, after the plural of their entity type. */
export const describeConditions = (conditions: readonly Condition[]): string =>
  conditions.map(({ filter, value }) => filter.row.doc.replace('{value}', () => `“${value}”`)).join(' and ')
