/** Conditions that ask for values of a facet: an index that counts these also knows who has them. */

import { valuesOf, type Condition } from '../../filter/condition.ts'
import { createTest } from '../../filter/values/operators.ts'
import { InvalidValue, type CompileContext } from '../../filter/values/value-test.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Positions } from './matches.ts'

/** The records of a type that have one of the values of a facet; undefined where they are not indexed. */
export type ValueSearch = (type: EntityType, key: string, values: readonly string[]) => Positions | undefined

/** Whether no other condition speaks of the same element of a list. */
const isAlone = ({ filter: { key, row, path } }: Condition): boolean =>
  row.facet !== undefined &&
  key.startsWith('cf.') &&
  !row.sameItem &&
  path.steps.some(({ multiple }) => multiple)

/** The values of the facet that meet the condition; undefined where they do not say it all. */
export function askedValues(condition: Condition, meaning: CompileContext): readonly string[] | undefined {
  if (!isAlone(condition)) return undefined
  const {
    filter: { row, path },
    value,
  } = condition
  const { kind, field } = path.target
  if (kind === 'date') {
    const years = valuesOf(condition.filter, value)
    return row.operator === 'within' && years.every((one) => /^\d{4}$/.test(one)) ? years : undefined
  }
  const isCaseless = field?.kind === 'string' && field.caseInsensitive === true
  if (row.operator !== 'equals' || !(kind === 'id' || isCaseless)) return undefined
  const test = testOf(condition, meaning)
  return test?.kind === 'oneOf' ? test.terms.map((term) => term.value) : undefined
}

function testOf(
  { filter, value }: Condition,
  meaning: CompileContext,
): ReturnType<typeof createTest> | undefined {
  try {
    return createTest(filter.row.operator, filter.path.target, value, meaning)
  } catch (error) {
    // Whoever compiles it says what is wrong.
    if (error instanceof InvalidValue) return undefined
    throw error
  }
}
