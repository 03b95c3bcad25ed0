/**
 * Join order, which makes a filter fast or slow: from the value that the fewest nodes have, or from all of the
 * type.
 */

import type { EntityType } from '../../model/rows/row.ts'
import type { GraphStatistics } from '../values/value-test.ts'
import type { Constraint, ConditionNode } from './condition-tree.ts'

/** The value from which a query walks to the entity. */
export interface StartingPoint {
  readonly node: ConditionNode
  readonly constraint: Constraint
}

/** A node as one branch of a query sees it. */
export interface BranchView {
  constraintsOf(node: ConditionNode): readonly Constraint[]
  children(node: ConditionNode): readonly ConditionNode[]
}

export interface Costs {
  /** Rows that looking from a node down to a child and below takes, for each node. */
  estimateDown(child: ConditionNode, view: BranchView): number
  /** Where to begin; undefined for the records of the type. */
  startingPoint(root: ConditionNode, view: BranchView): StartingPoint | undefined
}

/** Of the texts of a predicate, about one in so many is equal to a given one. */
const TEXTS_PER_VALUE = 2000

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Estimates by what is known of the graph. */
export function createCosts(type: EntityType, knowledge: GraphStatistics): Costs {
  const triples = (predicates: readonly string[]): number =>
    total(predicates.map((predicate) => knowledge.triples(predicate)))

  function size({ step }: ConditionNode): number {
    if (!step) return Math.max(1, knowledge.records(type.name))
    return Math.max(
      1,
      step.types.length > 0
        ? total(step.types.map(({ name }) => knowledge.records(name)))
        : triples(step.predicates),
    )
  }
  const links = ({ step }: ConditionNode): number => triples(step?.predicates ?? [])
  /** Nodes of the parent that a node leads up to; a node without identity has one owner. */
  const parentsPerNode = (node: ConditionNode): number =>
    node.step?.types.length === 0 ? 1 : links(node) / size(node)
  const nodesPerParent = (node: ConditionNode): number => links(node) / size(node.parent as ConditionNode)

  const matches = ({ leaf, test }: Constraint): number =>
    test.kind === 'oneOf' ? (test.estimate ?? 1 + triples(leaf.predicates) / TEXTS_PER_VALUE) : Infinity

  /** Rows from the nodes that a constraint matches up to the entities. */
  function estimateUp(node: ConditionNode, constraint: Constraint): number {
    let rows = matches(constraint)
    let sum = rows
    for (let at = node; at.parent; at = at.parent) {
      rows *= parentsPerNode(at)
      sum += rows
    }
    return sum
  }

  const estimateDown = (child: ConditionNode, view: BranchView): number =>
    nodesPerParent(child) *
    (1 + view.constraintsOf(child).length + total(view.children(child).map((one) => estimateDown(one, view))))

  function* candidates(node: ConditionNode, view: BranchView): Generator<StartingPoint> {
    for (const constraint of view.constraintsOf(node))
      if (constraint.test.kind === 'oneOf' && constraint.test.terms.length > 0) yield { node, constraint }
    for (const child of view.children(node)) yield* candidates(child, view)
  }

  function startingPoint(root: ConditionNode, view: BranchView): StartingPoint | undefined {
    // Of each record of the type the cheapest condition is looked at first: one on the record itself costs one row.
    const conditionCosts = view.children(root).map((child) => estimateDown(child, view))
    if (view.constraintsOf(root).length > 0) conditionCosts.push(1)
    let best: StartingPoint | undefined
    let least = size(root) * (1 + (conditionCosts.length > 0 ? Math.min(...conditionCosts) : 0))
    for (const candidate of candidates(root, view)) {
      const cost = estimateUp(candidate.node, candidate.constraint)
      if (cost < least) [best, least] = [candidate, cost]
    }
    return best
  }
  return { estimateDown, startingPoint }
}
