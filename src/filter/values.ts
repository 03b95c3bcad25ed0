/** What conditions ask of values: one row per operator and kind of value. */

import type { Operator } from '../model/filter-row.ts'
import type { Filter } from '../model/filters.ts'
import type { Leaf, LeafKind } from '../model/paths.ts'
import { resolveIri } from '../model/iri.ts'
import { readNumber } from '../model/numbers.ts'
import { operation, type Expression } from '../sparql/ast.ts'
import { isIriText, literalTerm } from '../sparql/terms.ts'
import { exactTests } from './exact.ts'
import { fold } from './fold.ts'
import { asInstant, asNumber, instantTerm, isDate, numberTerm, spanOf, type Span } from './instants.ts'
import { NEVER_IN_IRI, NEVER_IN_IRI_FAULT, type MakeTest, type Meaning, type Test } from './meaning.ts'

/** Contains, whatever the case. The two sigmas need folding only where the text looked for has one. */
const contains: MakeTest = (_leaf, text) => {
  const needle = fold(text)
  const lower = (value: Expression): Expression => operation('lcase', operation('str', value))
  const folded = (value: Expression): Expression =>
    needle.includes('σ')
      ? operation('replace', lower(value), literalTerm('ς'), literalTerm('σ'))
      : lower(value)
  return { kind: 'holds', of: (value) => operation('contains', folded(value), literalTerm(needle)) }
}

/** The text has been looked at already: `valueFault` lets no other through. */
const range =
  (bound: 'from' | 'to'): MakeTest =>
  ({ kind }, text) => {
    if (kind === 'number') {
      const number = numberTerm(readNumber(text) as number)
      return {
        kind: 'holds',
        of: (value) => operation(bound === 'from' ? '>=' : '<=', asNumber(value), number),
      }
    }
    const { from, to, closed } = spanOf(text) as Span
    const [operator, instant] =
      bound === 'from' ? (['>=', from] as const) : ([closed ? '<=' : '<', to] as const)
    return {
      kind: 'holds',
      of: (value) =>
        operation('&&', isDate(value), operation(operator, asInstant(value), instantTerm(instant))),
    }
  }

const makers: { readonly [O in Operator]: MakeTest } = {
  equals: (leaf, text, meaning) => exactTests[leaf.kind](leaf, text, meaning),
  contains,
  from: range('from'),
  to: range('to'),
}

/** What a condition asks of the value at the end of its path. */
export const testOf = (operator: Operator, leaf: Leaf, text: string, meaning: Meaning): Test =>
  makers[operator](leaf, text, meaning)

const CONTROL = /[\u0000-\u001f\u007f]/

const iriFault = (text: string): string | undefined =>
  CONTROL.test(text)
    ? 'an IRI cannot hold control characters'
    : isIriText(resolveIri(text, 'http://example.org/'))
      ? undefined
      : 'an IRI is expected'

/** What a value must be, by the kind of the field; nothing for kinds that any text can be. */
const faults: { readonly [K in LeafKind]?: (text: string, operator: Operator) => string | undefined } = {
  number: (text) => (readNumber(text) === undefined ? 'a number is expected' : undefined),
  date: (text, operator) =>
    operator === 'equals' || spanOf(text)
      ? undefined
      : 'a year, month, day or date-time of ISO 8601 is expected',
  boolean: (text) => (/^(?:true|false)$/i.test(text) ? undefined : 'true or false is expected'),
  link: (text) => iriFault(text) ?? (NEVER_IN_IRI.test(text) ? NEVER_IN_IRI_FAULT : undefined),
  id: iriFault,
  entity: iriFault,
}

/** What the value would have to be; undefined if it can be asked for. */
export const valueFault = ({ row, path }: Filter, value: string): string | undefined =>
  faults[path.leaf.kind]?.(value, row.operator)
