/** Several values in one condition: `a|b|c` asks for any of them, or for the value as it stands. */

import { or, inList, operation, type Expression } from '../../sparql/ast.ts'
import { SEPARATOR, valuesIn } from '../../model/rows/filter-row.ts'
import { isTerm, type Holds, type ValueTest } from './value-test.ts'

/** Values that one condition can have. */
export const MAX_ALTERNATIVES = 100
/** The same where the filter stands in a form: ids from a table. */
export const MAX_POSTED_VALUES = 10_000

export const joinValues = (values: readonly string[]): string => values.join(SEPARATOR)

/** What the value of an exact condition may stand for: itself first, then each of its values. */
export function alternativesOf(value: string): string[] {
  return value.includes(SEPARATOR) ? [...new Set([value, ...valuesIn(value)])] : [value]
}

const sumOf = (counts: readonly (number | undefined)[]): number | undefined =>
  counts.some((count) => count === undefined) ? undefined : counts.reduce<number>((sum, one) => sum + one!, 0)

/** What is made of what tests say of a term; undefined where SPARQL alone can tell of one of them. */
export function allHold(
  tests: readonly { readonly holds?: Holds | undefined }[],
  make: (holds: readonly Holds[]) => Holds,
): Holds | undefined {
  const holds = tests.flatMap((test) => test.holds ?? [])
  return holds.length === tests.length ? make(holds) : undefined
}

/** The test that holds where one of the tests does. */
export function anyTest(tests: readonly ValueTest[]): ValueTest {
  const [only] = tests
  if (tests.length === 1 && only) return only
  const terms = tests.flatMap((test) => (test.kind === 'oneOf' ? test.terms : []))
  const positive = tests.filter((test) => test.kind === 'matches')
  const lacking = tests.filter((test) => test.kind === 'noneMatches')
  const isAny = (value: Expression): Expression =>
    or([
      ...(terms.length > 0 ? [inList(value, terms)] : []),
      ...positive.map(({ expression }) => expression(value)),
    ])
  const hasPositive = terms.length + positive.length > 0
  const isAnyTerm = allHold(
    positive,
    (holds) => (term) => terms.some((one) => isTerm(term, one)) || holds.some((isTrue) => isTrue(term)),
  )
  // No value that is neither what must be lacking nor one that the positive tests allow.
  if (lacking.length > 0)
    return {
      kind: 'noneMatches',
      expression: (value) =>
        lacking
          .map(({ expression }) => expression(value))
          .concat(hasPositive ? operation('!', isAny(value)) : [])
          .reduce((one, other) => operation('&&', one, other)),
      holds:
        isAnyTerm &&
        allHold(
          lacking,
          (holds) => (term) => holds.every((isTrue) => isTrue(term)) && !(hasPositive && isAnyTerm(term)),
        ),
    }
  if (positive.length > 0) return { kind: 'matches', expression: isAny, holds: isAnyTerm }
  return {
    kind: 'oneOf',
    terms,
    estimate: sumOf(tests.map((test) => (test.kind === 'oneOf' ? test.estimate : undefined))),
  }
}
