/** Patterns of single conditions: a value of a node, and the way from a node to the next. */

import type { Model } from '../../model/model.ts'
import { isArray } from '../../model/rows/walk.ts'
import type { PathTarget } from '../../model/rows/paths.ts'
import { RDF_TYPE, XSD } from '../../model/context/iri.ts'
import {
  bind,
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
import type { WordPlace } from '../../model/rows/word-filter.ts'

/**
 * How terms stand in patterns. `inline`: in them, so that a query can begin with them. `filtered`: in filters behind
 * them, so that Oxigraph does not begin with them where the entity is known already.
 */
type Mode = 'inline' | 'filtered'

interface PatternContext {
  readonly root: ConditionNode
  readonly view: BranchView
  readonly model: Model
  readonly names: (key: string) => string
  readonly mode: Mode
}

const TYPE = [RDF_TYPE]
const INTEGER = `${XSD}integer`
const NEVER = literal('false', `${XSD}boolean`)

/** Whether a node has one value there at most. */
export const isSingle = ({ field, predicates }: PathTarget): boolean =>
  predicates.length <= 1 && field?.kind !== 'langString' && !(field && isArray(field))

export const ofClass = (entity: Operand, classIri: string): Pattern =>
  triple(entity, predicate(TYPE), namedNode(classIri))

const yearOf = (date: Expression): Expression =>
  operation('substr', operation('str', date), literal('1', INTEGER), literal('4', INTEGER))

export class PatternWriter {
  readonly #context: PatternContext
  readonly #isInline: boolean

  constructor(context: PatternContext) {
    this.#context = context
    this.#isInline = context.mode === 'inline'
  }

  /** A node: its variable, or the one IRI that it may be. */
  operand(node: ConditionNode): Operand {
    const { root, view } = this.#context
    if (node === root || !this.#isInline) return variable(node.name)
    const id = view
      .constraintsOf(node)
      .find(({ leaf, test }) => leaf.kind === 'id' && test.kind === 'oneOf' && test.terms.length === 1)
    return id?.test.kind === 'oneOf' ? (id.test.terms[0] as Operand) : variable(node.name)
  }

  /**
   * @param drives whether the query begins here
   * @param alone whether rows may multiply by the matches of a list
   */
  constraintPatterns(
    node: ConditionNode,
    constraint: Constraint,
    drives: boolean,
    alone: boolean,
  ): Pattern[] {
    const { leaf, test } = constraint
    if (test.kind === 'oneOf' && test.terms.length === 0) return [filter(NEVER)]
    if (leaf.predicates.length === 0) return this.#nodePatterns(node, constraint, drives)
    const by = predicate(leaf.predicates)
    if (this.#isInline && test.kind === 'oneOf' && test.terms.length === 1)
      return [triple(this.operand(node), by, test.terms[0] as Operand)]
    const name = this.#context.names(leaf.key)
    const value = variable(name)
    const pattern = triple(this.operand(node), by, value)
    if (test.kind === 'oneOf')
      return drives
        ? [oneOf(name, value, test.terms, true), pattern]
        : [pattern, oneOf(name, value, test.terms, false)]
    const matches = [pattern, filter(test.expression(value))]
    return test.kind === 'noneMatches'
      ? [filter(exists(matches, true))]
      : alone || isSingle(leaf)
        ? matches
        : [filter(exists(matches))]
  }

  /** The ways to the texts of a node, each with the kind of its place. @param text, kind names of variables */
  textPatterns(node: ConditionNode, places: readonly WordPlace[], text: string, kind: string): Pattern[][] {
    return places.map(({ path: { steps, target }, kind: ofPlace }) => {
      const patterns: Pattern[] = []
      let from = this.operand(node)
      for (const { key, predicates, inverse } of steps) {
        const to = variable(this.#context.names(key))
        patterns.push(triple(inverse ? to : from, predicate(predicates), inverse ? from : to))
        from = to
      }
      const isYear = ofPlace === 'year'
      const value = variable(isYear ? this.#context.names(target.key) : text)
      return [
        ...patterns,
        triple(from, predicate(target.predicates), value),
        ...(isYear ? [bind(text, yearOf(value))] : []),
        bind(kind, literal(ofPlace)),
      ]
    })
  }

  stepPattern(node: ConditionNode): Pattern[] {
    const { step, parent } = node
    if (!step || !parent) return []
    const by = predicate(step.predicates)
    const link = step.inverse
      ? triple(this.operand(node), by, this.operand(parent))
      : triple(this.operand(parent), by, this.operand(node))
    const { model } = this.#context
    if (step.excludesEntities) {
      const entityClasses = model.types.map((type) => model.classOf(type))
      return [link, filter(exists(this.#filteredClass(node, entityClasses), true))]
    }
    if (!step.inverse) return [link]
    return [link, ...step.types.flatMap((type) => this.#classPatterns(node, model.classOf(type)))]
  }

  #nodePatterns(node: ConditionNode, { test }: Constraint, drives: boolean): Pattern[] {
    const operand = this.operand(node)
    if (test.kind !== 'oneOf') return [filter(test.expression(operand as Expression))]
    return operand === test.terms[0]
      ? []
      : [oneOf(node.name, operand as Expression, test.terms, drives && operand.termType === 'Variable')]
  }

  #classPatterns(node: ConditionNode, classIri: string): Pattern[] {
    return this.#isInline ? [ofClass(this.operand(node), classIri)] : this.#filteredClass(node, [classIri])
  }

  /** That a node is of one of the classes, which stand in a filter. */
  #filteredClass(node: ConditionNode, classIris: readonly string[]): Pattern[] {
    const value = variable(this.#context.names('type'))
    return [
      triple(this.operand(node), predicate(TYPE), value),
      filter(inList(value, classIris.map(namedNode))),
    ]
  }
}

const oneOf = (name: string, value: Expression, terms: readonly Operand[], drives: boolean): Pattern =>
  drives ? values(name, terms) : filter(inList(value, terms))

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
