/** Patterns of single conditions: a value of a node, and the way from a node to the next. */

import type { Model } from '../model/model.ts'
import type { Leaf } from '../model/paths.ts'
import { RDF_TYPE, XSD } from '../model/rdf.ts'
import {
  exists,
  filter,
  isOneOf,
  operation,
  predicate,
  triple,
  values,
  variable,
  type Expression,
  type Operand,
  type Pattern,
} from '../sparql/ast.ts'
import { iriTerm, literalTerm } from '../sparql/terms.ts'
import type { Ask, Node } from './nodes.ts'
import type { View } from './order.ts'

/**
 * How terms stand in patterns. `bound`: in them, so that a query can begin with them. `free`: in filters
 * behind them,
 * so that Oxigraph does not begin with them where the entity is known already.
 */
export type Mode = 'bound' | 'free'

export interface PatternWriter {
  /** A node: its variable, or the one IRI that it may be. */
  operand(node: Node): Operand
  /**
   * @param drives whether the query begins here @param alone whether rows may multiply by the matches of a
   * list
   */
  ask(node: Node, ask: Ask, drives: boolean, alone: boolean): Pattern[]
  /** From the parent of a node to the node. */
  link(node: Node): Pattern[]
}

const TYPE = [RDF_TYPE]
const NEVER = literalTerm('false', `${XSD}boolean`)

/** Whether a node has one value there at most. */
export const isSingle = ({ field, predicates }: Leaf): boolean =>
  predicates.length <= 1 && field?.kind !== 'languages' && !(field && 'many' in field && field.many)

export const ofClass = (entity: Operand, classIri: string): Pattern =>
  triple(entity, predicate(TYPE), iriTerm(classIri))

/** @param names gives variables their names */
export function createPatternWriter(
  root: Node,
  view: View,
  model: Model,
  names: (key: string) => string,
  mode: Mode,
): PatternWriter {
  const isBound = mode === 'bound'

  function operand(node: Node): Operand {
    const own =
      node === root || !isBound
        ? undefined
        : view
            .asks(node)
            .find(({ leaf, test }) => leaf.kind === 'id' && test.kind === 'terms' && test.terms.length === 1)
    return own?.test.kind === 'terms' ? (own.test.terms[0] as Operand) : variable(node.name)
  }

  const oneOf = (name: string, value: Expression, terms: readonly Operand[], drives: boolean): Pattern =>
    drives ? values(name, terms) : filter(isOneOf(value, terms))

  /** A condition on the node itself. */
  function askOwn(node: Node, { test }: Ask, drives: boolean): Pattern[] {
    const own = operand(node)
    if (test.kind !== 'terms') return [filter(test.of(own as Expression))]
    return own === test.terms[0]
      ? []
      : [oneOf(node.name, own as Expression, test.terms, drives && own.termType === 'Variable')]
  }

  function ask(node: Node, one: Ask, drives: boolean, alone: boolean): Pattern[] {
    const { leaf, test } = one
    if (test.kind === 'terms' && test.terms.length === 0) return [filter(NEVER)]
    if (leaf.predicates.length === 0) return askOwn(node, one, drives)
    const by = predicate(leaf.predicates)
    if (isBound && test.kind === 'terms' && test.terms.length === 1)
      return [triple(operand(node), by, test.terms[0] as Operand)]
    const name = names(leaf.key)
    const value = variable(name)
    const pattern = triple(operand(node), by, value)
    if (test.kind === 'terms')
      return drives
        ? [oneOf(name, value, test.terms, true), pattern]
        : [pattern, oneOf(name, value, test.terms, false)]
    const holds = [pattern, filter(test.of(value))]
    return test.kind === 'lacks'
      ? [filter(exists(holds, true))]
      : alone || isSingle(leaf)
        ? holds
        : [filter(exists(holds))]
  }

  function link(node: Node): Pattern[] {
    const { step, parent } = node
    if (!step || !parent) return []
    const by = predicate(step.predicates)
    const way = step.inverse
      ? triple(operand(node), by, operand(parent))
      : triple(operand(parent), by, operand(node))
    if (step.noEntity) return [way, filter(exists(ofEntity(node), true))]
    if (!step.inverse) return [way]
    return [way, ...step.types.flatMap((type) => classOf(node, model.classOf(type)))]
  }

  /** That a node is an entity, of whatever type. */
  function ofEntity(node: Node): Pattern[] {
    const value = variable(names('type'))
    return [
      triple(operand(node), predicate(TYPE), value),
      filter(
        isOneOf(
          value,
          model.types.map((type) => iriTerm(model.classOf(type))),
        ),
      ),
    ]
  }

  function classOf(node: Node, classIri: string): Pattern[] {
    if (isBound) return [ofClass(operand(node), classIri)]
    const value = variable(names('type'))
    return [triple(operand(node), predicate(TYPE), value), filter(isOneOf(value, [iriTerm(classIri)]))]
  }

  return { operand, ask, link }
}

/** That something is said of an entity besides what it is: it is a record, no mention. */
export function isRecord(entity: Operand, model: Model, names: (key: string) => string): Expression {
  const [property, value] = [variable(names('property')), variable(names('said'))]
  const classes = model.types.map((type) => iriTerm(model.classOf(type)))
  const more = operation(
    '||',
    operation('!=', property, iriTerm(RDF_TYPE)),
    operation('notin', value, classes),
  )
  return exists([
    { type: 'bgp', triples: [{ subject: entity, predicate: property, object: value }] } as Pattern,
    filter(more),
  ])
}
