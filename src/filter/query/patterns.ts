/** Patterns of single conditions: a value of a node, and the way from a node to the next. */

import type { Model } from '../../model/model.ts'
import { isArray } from '../../model/rows/cardinality.ts'
import type { PathTarget } from '../../model/rows/paths.ts'
import { RDF_TYPE, XSD } from '../../model/context/rdf.ts'
import {
  exists,
  filter,
  inList,
  operation,
  predicate,
  triple,
  values,
  variable,
  type Expression,
  type Operand,
  type Pattern,
} from '../../sparql/ast.ts'
import { namedNode, literal } from '../../sparql/terms.ts'
import type { Constraint, ConditionNode } from './condition-tree.ts'
import type { BranchView } from './join-order.ts'

/**
 * How terms stand in patterns. `inline`: in them, so that a query can begin with them. `filtered`: in filters
 * behind them,
 * so that Oxigraph does not begin with them where the entity is known already.
 */
export type Mode = 'inline' | 'filtered'

export interface PatternWriter {
  /** A node: its variable, or the one IRI that it may be. */
  operand(node: ConditionNode): Operand
  /**
   * @param drives whether the query begins here
   * @param alone whether rows may multiply by the matches of a list
   */
  constraintPatterns(node: ConditionNode, ask: Constraint, drives: boolean, alone: boolean): Pattern[]
  /** From the parent of a node to the node. */
  stepPattern(node: ConditionNode): Pattern[]
}

const TYPE = [RDF_TYPE]
const NEVER = literal('false', `${XSD}boolean`)

/** Whether a node has one value there at most. */
export const isSingle = ({ field, predicates }: PathTarget): boolean =>
  predicates.length <= 1 && field?.kind !== 'langString' && !(field && isArray(field))

export const ofClass = (entity: Operand, classIri: string): Pattern =>
  triple(entity, predicate(TYPE), namedNode(classIri))

/** @param names gives variables their names */
export function createPatternWriter(
  root: ConditionNode,
  view: BranchView,
  model: Model,
  names: (key: string) => string,
  mode: Mode,
): PatternWriter {
  const isInline = mode === 'inline'

  function operand(node: ConditionNode): Operand {
    const own =
      node === root || !isInline
        ? undefined
        : view
            .constraintsOf(node)
            .find(({ leaf, test }) => leaf.kind === 'id' && test.kind === 'oneOf' && test.terms.length === 1)
    return own?.test.kind === 'oneOf' ? (own.test.terms[0] as Operand) : variable(node.name)
  }

  const oneOf = (name: string, value: Expression, terms: readonly Operand[], drives: boolean): Pattern =>
    drives ? values(name, terms) : filter(inList(value, terms))

  /** A condition on the node itself. */
  function askOwn(node: ConditionNode, { test }: Constraint, drives: boolean): Pattern[] {
    const own = operand(node)
    if (test.kind !== 'oneOf') return [filter(test.expression(own as Expression))]
    return own === test.terms[0]
      ? []
      : [oneOf(node.name, own as Expression, test.terms, drives && own.termType === 'Variable')]
  }

  function ask(node: ConditionNode, one: Constraint, drives: boolean, alone: boolean): Pattern[] {
    const { leaf, test } = one
    if (test.kind === 'oneOf' && test.terms.length === 0) return [filter(NEVER)]
    if (leaf.predicates.length === 0) return askOwn(node, one, drives)
    const by = predicate(leaf.predicates)
    if (isInline && test.kind === 'oneOf' && test.terms.length === 1)
      return [triple(operand(node), by, test.terms[0] as Operand)]
    const name = names(leaf.key)
    const value = variable(name)
    const pattern = triple(operand(node), by, value)
    if (test.kind === 'oneOf')
      return drives
        ? [oneOf(name, value, test.terms, true), pattern]
        : [pattern, oneOf(name, value, test.terms, false)]
    const holds = [pattern, filter(test.expression(value))]
    return test.kind === 'noneMatches'
      ? [filter(exists(holds, true))]
      : alone || isSingle(leaf)
        ? holds
        : [filter(exists(holds))]
  }

  function link(node: ConditionNode): Pattern[] {
    const { step, parent } = node
    if (!step || !parent) return []
    const by = predicate(step.predicates)
    const triplePattern = step.inverse
      ? triple(operand(node), by, operand(parent))
      : triple(operand(parent), by, operand(node))
    if (step.excludesEntities) return [triplePattern, filter(exists(ofEntity(node), true))]
    if (!step.inverse) return [triplePattern]
    return [triplePattern, ...step.types.flatMap((type) => classOf(node, model.classOf(type)))]
  }

  /** That a node is an entity, of whatever type. */
  function ofEntity(node: ConditionNode): Pattern[] {
    const value = variable(names('type'))
    return [
      triple(operand(node), predicate(TYPE), value),
      filter(
        inList(
          value,
          model.types.map((type) => namedNode(model.classOf(type))),
        ),
      ),
    ]
  }

  function classOf(node: ConditionNode, classIri: string): Pattern[] {
    if (isInline) return [ofClass(operand(node), classIri)]
    const value = variable(names('type'))
    return [triple(operand(node), predicate(TYPE), value), filter(inList(value, [namedNode(classIri)]))]
  }

  return { operand, constraintPatterns: ask, stepPattern: link }
}

/** That something is said of an entity besides what it is: it is a record, no mention. */
export function isRecord(entity: Operand, model: Model, names: (key: string) => string): Expression {
  const [property, value] = [variable(names('property')), variable(names('said'))]
  const classes = model.types.map((type) => namedNode(model.classOf(type)))
  const isMoreThanType = operation(
    '||',
    operation('!=', property, namedNode(RDF_TYPE)),
    operation('notin', value, classes),
  )
  return exists([
    { type: 'bgp', triples: [{ subject: entity, predicate: property, object: value }] } as Pattern,
    filter(isMoreThanType),
  ])
}
