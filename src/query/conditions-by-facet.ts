/** Conditions that ask for values of a facet: an index that counts these also knows who has them. */

import type { Task } from '../admission/task.ts'
import { alternativesOf } from '../filter/values/alternatives.ts'
import { valuesOf, type Condition, type OnOneValue } from '../filter/condition.ts'
import { languageTag } from '../filter/values/exact.ts'
import { byIdentifiers } from '../filter/query/identifier-values.ts'
import { equalTests } from '../filter/values/operators.ts'
import { InvalidValue, type CompileContext, type ValueTest } from '../filter/values/value-test.ts'
import type { Facet } from './count-facet-values.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Positions } from './matches.ts'

/** Values of a facet: a list, or what says of each whether it is meant. */
export type FacetValues = readonly string[] | ((value: string) => boolean)

/**
 * Finds the records of a type that have one of some values of a facet; undefined where its values are not
 * indexed.
 */
export type ValueSearch = (
  type: EntityType,
  key: string,
  values: FacetValues,
  task: Task,
) => Promise<Positions> | undefined

/**
 * The filters that a facet answers, all at the same path: its own, others that ask for a value, and for years those
 * from and up to one.
 */
export function filtersAnsweredBy({ filter }: Facet, filters: readonly Filter[]): Filter[] {
  const pathOf = ({ row, key }: Filter): string => row.path ?? key
  const operators = filter.path.target.kind === 'date' ? ['gte', 'lte'] : [filter.row.operator]
  const asks = ({ row }: Filter): boolean => operators.includes(row.operator) && row.scheme === undefined
  return [
    filter,
    ...filters.filter((other) => other !== filter && asks(other) && pathOf(other) === pathOf(filter)),
  ]
}

const hasOwnItem = ({ filter: { key, row } }: Condition): boolean => key.startsWith('cf.') && !row.sameItem

/** Whether no other condition of a filter speaks of the same element of a list. */
function isAlone(condition: Condition, conditions: readonly Condition[]): boolean {
  const { filter } = condition
  const [first] = filter.path.steps
  if (!first) return true
  if (filter.path.steps.at(-1)?.identifier) return false
  // A second condition of one filter opens an item of its own.
  const isSeparate = (other: Condition): boolean =>
    other.filter.path.steps[0]?.key !== first.key ||
    hasOwnItem(other) ||
    (other.filter === filter && first.multiple)
  return hasOwnItem(condition) || conditions.every((other) => other === condition || isSeparate(other))
}

/** Whether the values are no identifiers, which the values of the facet do not tell. */
const areIds = (condition: Condition, context: CompileContext): boolean =>
  byIdentifiers(condition, context) === condition

/**
 * The values of the facet that meet conditions on one value; undefined where they do not say it all.
 * @param all conditions of the filter
 */
export function valuesThatMeet(
  conditions: OnOneValue<Condition>,
  facet: Facet,
  all: readonly Condition[],
  context: CompileContext,
): FacetValues | undefined {
  if (!conditions.every((condition) => isAlone(condition, all))) return undefined
  const some = conditions.map((condition) => valuesThatMeetOne(condition, facet, context))
  return some.reduce((one, other) => one && other && inBoth(one, other))
}

function inBoth(one: FacetValues, other: FacetValues): FacetValues {
  const isIn = (values: FacetValues, value: string): boolean =>
    typeof values === 'function' ? values(value) : values.includes(value)
  return (value) => isIn(one, value) && isIn(other, value)
}

function valuesThatMeetOne(
  condition: Condition,
  facet: Facet,
  context: CompileContext,
): FacetValues | undefined {
  if (!areIds(condition, context)) return undefined
  const {
    filter: { row, path },
    value,
  } = condition
  if (path.target.kind === 'date') return yearsThatMeet(condition)
  if (path.target.kind === '@kind') return valuesOf(condition.filter, condition.value)
  if (row.operator !== 'equals') return undefined
  if (path.target.kind === '@language')
    return alternativesOf(value).flatMap((one) =>
      facet.valuesOf([{ kind: 'literal', value: one, language: languageTag(one) || undefined }]),
    )
  const values = testsOf(condition, context).map((test) => valuesOfTest(test, facet))
  return values.length > 0 && values.every((some) => some !== undefined) ? values.flat() : undefined
}

/** The years that meet a condition; undefined if it has dates that are no years. */
function yearsThatMeet({ filter, value }: Condition): FacetValues | undefined {
  const years = valuesOf(filter, value)
  if (!years.every((year) => /^\d{4}$/.test(year))) return undefined
  switch (filter.row.operator) {
    case 'within':
      return years
    case 'gte':
      return (other) => years.some((year) => Number(other) >= Number(year))
    case 'lte':
      return (other) => years.some((year) => Number(other) <= Number(year))
    default:
      return undefined
  }
}

function testsOf({ filter, value }: Condition, context: CompileContext): readonly ValueTest[] {
  try {
    return equalTests(filter.path.target, value, context)
  } catch (error) {
    // Compiling the condition says what is wrong.
    if (error instanceof InvalidValue) return []
    throw error
  }
}

function valuesOfTest(test: ValueTest, facet: Facet): readonly string[] | undefined {
  if (test.kind === 'noneMatches') return facet.valuesOf([])
  if (test.kind !== 'oneOf') return undefined
  const values = test.terms.map(({ termType, value }) =>
    facet.valuesOf([{ kind: termType === 'NamedNode' ? 'iri' : 'literal', value }]),
  )
  // A term that is no value of the facet can still be in the graph.
  return values.every(({ length }) => length > 0) ? values.flat() : undefined
}
