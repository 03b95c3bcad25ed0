/** What conditions ask of values: one row per operator and kind of value. */

import type { Operator } from '../model/rows/filter-row.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { PathTarget, TargetKind } from '../model/rows/paths.ts'
import { resolveIri } from '../model/context/iri.ts'
import { readNumber } from '../model/values/numbers.ts'
import { operation, type Expression } from '../sparql/ast.ts'
import { isIriText, literal } from '../sparql/terms.ts'
import { exactTests } from './exact.ts'
import { fold } from './fold.ts'
import {
  instantExpression,
  asNumber,
  instantTerm,
  isDate,
  numberTerm,
  intervalOf,
  type Interval,
} from './instants.ts'
import {
  FORBIDDEN_IN_IRI,
  FORBIDDEN_IN_IRI_MESSAGE,
  type MakeTest,
  type CompileContext,
  type ValueTest,
} from './value-test.ts'

/** Contains, whatever the case. The two sigmas need folding only where the text looked for has one. */
const contains: MakeTest = (_leaf, text) => {
  const needle = fold(text)
  const lower = (value: Expression): Expression => operation('lcase', operation('str', value))
  const folded = (value: Expression): Expression =>
    needle.includes('σ') ? operation('replace', lower(value), literal('ς'), literal('σ')) : lower(value)
  return { kind: 'matches', of: (value) => operation('contains', folded(value), literal(needle)) }
}

/** The text has been looked at already: `valueFault` lets no other through. */
const range =
  (bound: 'gte' | 'lte'): MakeTest =>
  ({ kind }, text) => {
    if (kind === 'number') {
      const number = numberTerm(readNumber(text) as number)
      return {
        kind: 'matches',
        of: (value) => operation(bound === 'gte' ? '>=' : '<=', asNumber(value), number),
      }
    }
    const { from, to, inclusiveEnd } = intervalOf(text) as Interval
    const [operator, instant] =
      bound === 'gte' ? (['>=', from] as const) : ([inclusiveEnd ? '<=' : '<', to] as const)
    return {
      kind: 'matches',
      of: (value) =>
        operation('&&', isDate(value), operation(operator, instantExpression(value), instantTerm(instant))),
    }
  }

const makers: { readonly [O in Operator]: MakeTest } = {
  equals: (leaf, text, meaning) => exactTests[leaf.kind](leaf, text, meaning),
  contains,
  gte: range('gte'),
  lte: range('lte'),
}

/** What a condition asks of the value at the end of its path. */
export const createTest = (
  operator: Operator,
  leaf: PathTarget,
  text: string,
  meaning: CompileContext,
): ValueTest => makers[operator](leaf, text, meaning)

const CONTROL = /[\u0000-\u001f\u007f]/

const iriFault = (text: string): string | undefined =>
  CONTROL.test(text)
    ? 'an IRI cannot hold control characters'
    : isIriText(resolveIri(text, 'http://example.org/'))
      ? undefined
      : 'an IRI is expected'

/** What a value must be, by the kind of the field; nothing for kinds that any text can be. */
const faults: { readonly [K in TargetKind]?: (text: string, operator: Operator) => string | undefined } = {
  number: (text) => (readNumber(text) === undefined ? 'a number is expected' : undefined),
  date: (text, operator) =>
    operator === 'equals' || intervalOf(text)
      ? undefined
      : 'a year, month, day or date-time of ISO 8601 is expected',
  boolean: (text) => (/^(?:true|false)$/i.test(text) ? undefined : 'true or false is expected'),
  iri: (text) => iriFault(text) ?? (FORBIDDEN_IN_IRI.test(text) ? FORBIDDEN_IN_IRI_MESSAGE : undefined),
  id: iriFault,
  reference: iriFault,
}

/** What the value would have to be; undefined if it can be asked for. */
export const validateValue = ({ row, path }: Filter, value: string): string | undefined =>
  faults[path.target.kind]?.(value, row.operator)
