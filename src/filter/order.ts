/** Where a query begins: from the value that the fewest nodes have, or from the records of the type. */

import type { EntityType } from '../model/row.ts'
import type { Knowledge } from './knowledge.ts'
import type { Ask, Node } from './nodes.ts'

/** The value from which a query walks to the entity. */
export interface Driver {
  readonly node: Node
  readonly ask: Ask
}

/** A node as one branch of a query sees it. */
export interface View {
  asks(node: Node): readonly Ask[]
  children(node: Node): readonly Node[]
}

export interface Costs {
  /** Rows that looking from a node down to a child and below takes, for each node. */
  down(child: Node, view: View): number
  /** Where to begin; undefined for the records of the type. */
  driver(root: Node, view: View): Driver | undefined
}

/** Of the texts of a predicate, about one in so many is equal to a given one. */
const TEXTS_PER_VALUE = 2000

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Estimates by what is known of the graph. */
export function createCosts(type: EntityType, knowledge: Knowledge): Costs {
  const triples = (predicates: readonly string[]): number =>
    total(predicates.map((predicate) => knowledge.triples(predicate)))

  function size({ step }: Node): number {
    if (!step) return Math.max(1, knowledge.records(type.name))
    return Math.max(
      1,
      step.types.length > 0
        ? total(step.types.map(({ name }) => knowledge.records(name)))
        : triples(step.predicates),
    )
  }
  const links = ({ step }: Node): number => triples(step?.predicates ?? [])
  /** Nodes of the parent that a node leads up to; a node without identity has one owner. */
  const above = (node: Node): number => (node.step?.types.length === 0 ? 1 : links(node) / size(node))
  const below = (node: Node): number => links(node) / size(node.parent as Node)

  const matches = ({ leaf, test }: Ask): number =>
    test.kind === 'terms' ? (test.matches ?? 1 + triples(leaf.predicates) / TEXTS_PER_VALUE) : Infinity

  function up(node: Node, ask: Ask): number {
    let rows = matches(ask)
    let sum = rows
    for (let at = node; at.parent; at = at.parent) {
      rows *= above(at)
      sum += rows
    }
    return sum
  }

  const down = (child: Node, view: View): number =>
    below(child) * (1 + view.asks(child).length + total(view.children(child).map((one) => down(one, view))))

  function* candidates(node: Node, view: View): Generator<Driver> {
    for (const ask of view.asks(node))
      if (ask.test.kind === 'terms' && ask.test.terms.length > 0) yield { node, ask }
    for (const child of view.children(node)) yield* candidates(child, view)
  }

  function driver(root: Node, view: View): Driver | undefined {
    const cheapest = Math.min(
      ...view.asks(root).map(() => 1),
      ...view.children(root).map((child) => down(child, view)),
    )
    let best: Driver | undefined
    let least = size(root) * (1 + (Number.isFinite(cheapest) ? cheapest : 0))
    for (const candidate of candidates(root, view)) {
      const cost = up(candidate.node, candidate.ask)
      if (cost < least) [best, least] = [candidate, cost]
    }
    return best
  }
  return { down, driver }
}
