/** What conditions ask of values: one row per operator and kind of value. */

import { exactOperators, valuesIn, type Operator } from '../../model/rows/filter-row.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { PathTarget, TargetKind } from '../../model/rows/paths.ts'
import { resolveIri } from '../../model/context/iri.ts'
import { readNumber } from '../../model/values/text.ts'
import { operation, or, type Expression } from '../../sparql/ast.ts'
import { isIriText, literal } from '../../sparql/terms.ts'
import { allHold, alternativesOf, anyTest } from './alternatives.ts'
import { exactTests } from './exact.ts'
import { fold } from '../../model/values/fold.ts'
import { groupBy } from '../../model/values/collections.ts'
import {
  asNumber,
  holdsWithin,
  instantExpression,
  instantTerm,
  isDate,
  numberOf,
  numberTerm,
} from './instants.ts'
import { intervalOf, type Interval } from '../../model/values/dates.ts'
import {
  InvalidValue,
  FORBIDDEN_IN_IRI,
  FORBIDDEN_IN_IRI_MESSAGE,
  type MakeTest,
  type CompileContext,
  type ValueTest,
} from './value-test.ts'

/** A text in small letters. The two sigmas need folding only where what is looked for has one. */
export function lowerCase(text: Expression, needle: string): Expression {
  const lower = operation('lcase', operation('str', text))
  return needle.includes('σ') ? operation('replace', lower, literal('ς'), literal('σ')) : lower
}

const contains: MakeTest = (_leaf, text) => {
  const needle = fold(text)
  return {
    kind: 'matches',
    needle,
    expression: (value) => operation('contains', lowerCase(value, needle), literal(needle)),
    holds: ({ kind, value }) => kind !== 'blank' && fold(value).includes(needle),
  }
}

/** The text is known to be a number or a date: the parser of filters refuses any other. */
const range =
  (bound: 'gte' | 'lte'): MakeTest =>
  ({ kind }, text) => {
    if (kind === 'number') {
      const number = readNumber(text) as number
      const operator = bound === 'gte' ? '>=' : '<='
      return {
        kind: 'matches',
        expression: (value) => operation(operator, asNumber(value), numberTerm(number)),
        holds: (term) => (bound === 'gte' ? numberOf(term) >= number : numberOf(term) <= number),
      }
    }
    const span = intervalOf(text) as Interval
    return {
      kind: 'matches',
      expression: (value) => operation('&&', isDate(value), isWithin(value, span, bound)),
      holds: holdsWithin(bound === 'gte' ? { from: span.from } : { ...span, from: undefined }),
    }
  }

function isWithin(value: Expression, { from, to, inclusiveEnd }: Interval, bound: 'gte' | 'lte'): Expression {
  const [operator, instant] =
    bound === 'gte' ? (['>=', from] as const) : ([inclusiveEnd ? '<=' : '<', to] as const)
  return operation(operator, instantExpression(value), instantTerm(instant))
}

/** A date within one of several years, months or days. */
const within = (texts: readonly string[]): ValueTest => {
  const spans = joinSpans(texts.map((text) => intervalOf(text) as Interval))
  const tests = spans.map((span) => ({ holds: holdsWithin(span) }))
  return {
    kind: 'matches',
    holds: allHold(tests, (holds) => (term) => holds.some((isTrue) => isTrue(term))),
    expression: (value) =>
      operation(
        '&&',
        isDate(value),
        or(spans.map((span) => operation('&&', isWithin(value, span, 'gte'), isWithin(value, span, 'lte')))),
      ),
  }
}

/** Spans that begin where another ends become one with it: years are often chosen in a row. */
function joinSpans(spans: readonly Interval[]): Interval[] {
  const byStart = groupBy(spans, ({ from }) => from)
  // A year and its first month begin together.
  const next = ({ to, inclusiveEnd }: Interval): Interval | undefined => {
    const [only, ...others] = inclusiveEnd ? [] : (byStart.get(to) ?? [])
    return others.length === 0 ? only : undefined
  }
  const continuing = new Set(spans.map(next))
  return spans
    .filter((span) => !continuing.has(span))
    .map((first) => {
      let last = first
      for (let after = next(last); after; after = next(last)) last = after
      return { ...last, from: first.from }
    })
}

/** What each of the values of an exact condition asks. @throws InvalidValue if none of them can be */
const equalTests = (leaf: PathTarget, text: string, context: CompileContext): ValueTest[] =>
  testsOf(possibleValues(leaf.kind, text), (one) => exactTests[leaf.kind](leaf, one, context))

/** What a value must meet twice over: both bounds of a range. */
export const bothTests = (one: ValueTest, other: ValueTest): ValueTest => {
  if (one.kind !== 'matches' || other.kind !== 'matches') throw new Error('only bounds of ranges are joined')
  return {
    kind: 'matches',
    expression: (value) => operation('&&', one.expression(value), other.expression(value)),
    holds: allHold([one, other], (holds) => (term) => holds.every((isTrue) => isTrue(term))),
  }
}

const makers: { readonly [O in Operator]: MakeTest } = {
  equals: (leaf, text, context) => anyTest(equalTests(leaf, text, context)),
  contains,
  within: ({ kind }, text) => within(possibleValues(kind, text, 'within')),
  gte: range('gte'),
  lte: range('lte'),
  // Words may stand in several values: the tree asks for each of them alone.
  words: () => {
    throw new Error('words are no test of one value')
  },
}

/** What a condition asks of the value at the end of its path. */
export const createTest = (
  operator: Operator,
  leaf: PathTarget,
  text: string,
  context: CompileContext,
): ValueTest => makers[operator](leaf, text, context)

const CONTROL = /[\u0000-\u001f\u007f]/

const iriFault = (text: string): string | undefined =>
  CONTROL.test(text)
    ? 'an IRI cannot hold control characters'
    : isIriText(resolveIri(text, 'http://example.org/'))
      ? undefined
      : 'an IRI is expected'

const booleanFault = (text: string): string | undefined =>
  /^(?:true|false)$/i.test(text) ? undefined : 'true or false is expected'

/** What a value must be, by the kind of the field; nothing for kinds that any text can be. */
const faults: { readonly [K in TargetKind]?: (text: string, operator: Operator) => string | undefined } = {
  number: (text) => (readNumber(text) === undefined ? 'a number is expected' : undefined),
  date: (text, operator) =>
    operator === 'equals' || intervalOf(text)
      ? undefined
      : 'a year, month, day or date-time of ISO 8601 is expected',
  boolean: booleanFault,
  '@cited': booleanFault,
  iri: (text) => iriFault(text) ?? (FORBIDDEN_IN_IRI.test(text) ? FORBIDDEN_IN_IRI_MESSAGE : undefined),
  id: iriFault,
  reference: iriFault,
}

/** The tests of values, but for those that cannot be. @throws InvalidValue if none can */
function testsOf(values: readonly string[], test: (value: string) => ValueTest): ValueTest[] {
  const tests: ValueTest[] = []
  let impossible: InvalidValue | undefined
  for (const value of values) {
    try {
      tests.push(test(value))
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      impossible = error
    }
  }
  if (impossible && tests.length === 0) throw impossible
  return tests
}

/** Those of the alternatives that a value of the kind can be. */
function possibleValues(kind: TargetKind, text: string, operator: Operator = 'equals'): string[] {
  const all = alternativesOf(text)
  const possible = all.filter((one) => faults[kind]?.(one, operator) === undefined)
  return possible.length > 0 ? possible : all
}

/** What the value would have to be; undefined if it can be asked for. */
export function validateValue({ row: { operator }, path }: Filter, value: string): string | undefined {
  const fault = (text: string): string | undefined => faults[path.target.kind]?.(text, operator)
  const whole = fault(value)
  if (!exactOperators.includes(operator)) return whole
  const values = valuesIn(value)
  return whole && values.length > 1 ? values.map(fault).find((one) => one !== undefined) : whole
}
