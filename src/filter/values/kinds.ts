/** The kind of a record in SPARQL: what a row asks for is there, and what the rows before it ask for is not. */

import { KIND } from '../../model/rows/kinds.ts'
import type { Path, PathTarget } from '../../model/rows/paths.ts'
import type { EntityType, KindRow } from '../../model/rows/row.ts'
import {
  exists,
  filter,
  inList,
  operation,
  or,
  predicate,
  triple,
  variable,
  type Expression,
  type Operand,
  type Pattern,
} from '../../sparql/ast.ts'
import { literal } from '../../sparql/terms.ts'
import { anyTest } from './alternatives.ts'
import type { CompileContext, ValueTest } from './value-test.ts'

type Has = KindRow['has']
/** What is asked of a word at the end of a path. */
type WordTest = (target: PathTarget, word: string) => ValueTest

const and = (all: readonly Expression[]): Expression => all.reduce((a, b) => operation('&&', a, b))
const not = (one: Expression): Expression => operation('!', one)

const isIri = (word: string): boolean => /[/#]/.test(word)

/** That a class is, or ends with, one of some words. */
function isClassIn(words: readonly string[], value: Expression): Expression {
  const text = operation('str', value)
  const segment = operation('replace', text, literal('^.*[/#]'), literal(''))
  const [iris, segments] = [words.filter(isIri), words.filter((word) => !isIri(word))]
  return or([
    ...(iris.length > 0
      ? [
          inList(
            text,
            iris.map((iri) => literal(iri)),
          ),
        ]
      : []),
    ...(segments.length > 0
      ? [
          inList(
            segment,
            segments.map((one) => literal(one)),
          ),
        ]
      : []),
  ])
}

/** That one of some words, or any value, stands at a path. */
function isAt(
  entity: Expression,
  { steps, target }: Path,
  words: readonly string[],
  test: WordTest,
): Expression {
  const patterns: Pattern[] = []
  let from = entity as Operand
  for (const [i, { predicates, inverse }] of steps.entries()) {
    const to = variable(`kind_${i}`)
    patterns.push(triple(inverse ? to : from, predicate(predicates), inverse ? from : to))
    from = to
  }
  if (target.predicates.length === 0)
    return exists([...patterns, ...(words.length > 0 ? [filter(isClassIn(words, from as Expression))] : [])])
  const value = variable('kind_value')
  patterns.push(triple(from, predicate(target.predicates), value))
  if (words.length === 0) return exists(patterns)
  if (target.kind === 'langString')
    return exists([
      ...patterns,
      filter(
        inList(
          operation('str', value),
          words.map((word) => literal(word)),
        ),
      ),
    ])
  const one = anyTest(words.map((word) => test(target, word)))
  if (one.kind === 'oneOf') return exists([...patterns, filter(inList(value, one.terms))])
  return exists([...patterns, filter(one.expression(value))], one.kind === 'noneMatches')
}

/** Rows of which each asks for words at one and the same place are one with the words of all. */
function joinRows(rows: readonly KindRow[]): Has[] {
  const single = new Map<string, readonly string[]>()
  const others: Has[] = []
  for (const { has } of rows) {
    const [[path, words] = ['', []], second] = Object.entries(has)
    if (second || words.length === 0) others.push(has)
    else single.set(path, [...(single.get(path) ?? []), ...words])
  }
  return [...[...single].map(([path, words]) => ({ [path]: words })), ...others]
}

/** That a record is of a kind. */
export function kindTest(
  type: EntityType,
  kind: string,
  { model }: CompileContext,
  test: WordTest,
): ValueTest {
  const paths = model.filtersOf(type).find(KIND)?.kindPaths
  const rows = type.kinds?.rows ?? []
  return {
    kind: 'matches',
    expression(entity) {
      const hasAll = (has: Has): Expression =>
        and(
          Object.entries(has).map(([path, words]) =>
            or((paths?.get(path) ?? []).map((one) => isAt(entity, one, words, test))),
          ),
        )
      return or(
        rows.flatMap((row, i) => {
          if (row.kind !== kind) return []
          const before = joinRows(rows.slice(0, i).filter((other) => other.kind !== kind))
          const has = Object.keys(row.has).length > 0 ? [hasAll(row.has)] : []
          return [and([...has, ...before.map((one) => not(hasAll(one)))])]
        }),
      )
    },
  }
}
