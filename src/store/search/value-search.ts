/** Conditions that ask for values of a facet: an index that counts these also knows who has them. */

import { alternativesOf } from '../../filter/alternatives.ts'
import { valuesOf, type Condition } from '../../filter/condition.ts'
import { languageTag } from '../../filter/values/exact.ts'
import { byIdentifiers } from '../../filter/values/identifier-values.ts'
import { equalTests } from '../../filter/values/operators.ts'
import { InvalidValue, type CompileContext, type ValueTest } from '../../filter/values/value-test.ts'
import type { Facet } from '../../model/facets.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Positions } from './matches.ts'

/**
 * Finds the records of a type that have one of some values of a facet; undefined where its values are not
 * indexed.
 */
export type ValueSearch = (
  type: EntityType,
  key: string,
  values: readonly string[],
) => Promise<Positions> | undefined

/** Whether no other condition can speak of the same element of a list. */
const isAlone = ({ filter: { key, row, path } }: Condition): boolean =>
  path.steps.length === 0 || (key.startsWith('cf.') && !row.sameItem && !path.steps.at(-1)?.identifier)

/** Whether the values are no identifiers, which the values of the facet do not tell. */
const areIds = (condition: Condition, context: CompileContext): boolean =>
  byIdentifiers(condition, context) === condition

/** The values of the facet that meet a condition; undefined where they do not say it all. */
export function valuesThatMeet(
  condition: Condition,
  facet: Facet,
  context: CompileContext,
): readonly string[] | undefined {
  if (!isAlone(condition) || !areIds(condition, context)) return undefined
  const {
    filter: { row, path },
    value,
  } = condition
  if (path.target.kind === 'date') return row.operator === 'within' ? yearsOf(condition) : undefined
  if (row.operator !== 'equals') return undefined
  if (path.target.kind === '@language')
    return alternativesOf(value).flatMap((one) =>
      facet.valuesOf([{ kind: 'literal', value: one, language: languageTag(one) || undefined }]),
    )
  const values = testsOf(condition, context).map((test) => valuesOfTest(test, facet))
  return values.length > 0 && values.every((some) => some !== undefined) ? values.flat() : undefined
}

/** The years of a condition; undefined if it has other dates. */
function yearsOf({ filter, value }: Condition): readonly string[] | undefined {
  const years = valuesOf(filter, value)
  return years.every((one) => /^\d{4}$/.test(one)) ? years : undefined
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
