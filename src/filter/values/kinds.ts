/** The kind of a record in SPARQL: that of the first row all of whose values it has. */

import { XSD } from '../../model/context/iri.ts'
import { KIND } from '../../model/rows/kinds.ts'
import type { Path } from '../../model/rows/paths.ts'
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
} from '../../sparql/ast.ts'
import { literal, namedNode } from '../../sparql/terms.ts'
import type { CompileContext, ValueTest } from './value-test.ts'

/** That a value is one of some words, of a class its last segment. */
function isWord(
  value: Expression,
  { target }: Path,
  words: readonly string[],
  model: CompileContext['model'],
) {
  const { vocabulary } = model
  if (target.field?.kind === 'rdfType' || target.field?.kind === 'vocabTerm')
    return inList(
      value,
      words.map((word) => namedNode(vocabulary.iri(word) ?? word)),
    )
  const text = operation('str', value)
  const read = target.kind === 'id' ? operation('replace', text, literal('^.*[/#]'), literal('')) : text
  return inList(
    read,
    words.map((word) => literal(word)),
  )
}

/** That one of some words, or any value, stands at a path. */
function isAt(
  entity: Expression,
  path: Path,
  words: readonly string[],
  { model }: CompileContext,
): Expression {
  const { steps, target } = path
  const last = { predicates: target.predicates, inverse: false }
  const links = target.predicates.length > 0 ? [...steps, last] : steps
  const at = [entity as Operand, ...links.map((_, i) => variable(`kind_${i}`))]
  const test = words.length === 0 ? [] : [filter(isWord(at.at(-1) as Expression, path, words, model))]
  // One triple in each EXISTS: engines begin with any of several, and read all that there is for each record.
  return links.reduceRight<Expression | undefined>((rest, { predicates, inverse }, i) => {
    const [from, to] = (inverse ? [at[i + 1], at[i]] : [at[i], at[i + 1]]) as [Operand, Operand]
    return exists([triple(from, predicate(predicates), to), ...(rest ? [filter(rest)] : test)])
  }, undefined) as Expression
}

/** The last row has no conditions. */
const and = (all: readonly Expression[]): Expression =>
  all.length === 0 ? literal('true', `${XSD}boolean`) : all.reduce((a, b) => operation('&&', a, b))

/** That a record is of a kind. */
export function kindTest(type: EntityType, kind: string, context: CompileContext): ValueTest {
  const paths = context.model.filtersOf(type).find(KIND)?.kindPaths
  const rows = type.kinds?.rows ?? []
  const meets = ({ has }: KindRow, entity: Expression): Expression =>
    and(
      Object.entries(has).map(([path, words]) =>
        or((paths?.get(path) ?? []).map((one) => isAt(entity, one, words, context))),
      ),
    )
  const asked = rows.slice(0, 1 + rows.findLastIndex((row) => row.kind === kind))
  return {
    kind: 'matches',
    // What the index has of a record is its kind.
    holds: ({ value }) => value === kind,
    // Without IF, in which Virtuoso takes no EXISTS.
    expression: (entity) =>
      asked.reduceRight<Expression>(
        (rest, row) => {
          const isMet = meets(row, entity)
          return row.kind === kind ? or([isMet, rest]) : operation('&&', operation('!', isMet), rest)
        },
        literal('false', `${XSD}boolean`),
      ),
  }
}
