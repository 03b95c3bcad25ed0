/**
 * Conditions → SPARQL: pure, from the conditions and what is known of the graph to the text of two queries.
 */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { pageOf, selectDistinct, subquery, union, type Pattern } from '../sparql/ast.ts'
import { createPrinter } from '../sparql/print.ts'
import { literalTerm } from '../sparql/terms.ts'
import { addressed, viewOf, writeBranch, writeStage, type Branch } from './branch.ts'
import type { Condition } from './condition.ts'
import type { Meaning } from './meaning.ts'
import { createNames, treeOf, type Node } from './nodes.ts'
import { createCosts, type Costs, type View } from './order.ts'

/** Name of the variable that the queries give. */
export const ENTITY = 'entity'

export interface Compiled {
  /** SELECT of the distinct IRIs, without an order. */
  readonly ids: string
  /** SELECT of the first of them by code point, behind one of them if it is given. */
  page(limit: number, after?: string): string
}

const printers = new WeakMap<Model, ReturnType<typeof createPrinter>>()

function printerOf(model: Model): ReturnType<typeof createPrinter> {
  let printer = printers.get(model)
  if (!printer) printers.set(model, (printer = createPrinter(model.vocabulary.prefixes)))
  return printer
}

/**
 * The branches of a query: one more for each identifier that it begins with and that an IRI may be instead.
 */
function branchesOf(root: Node, costs: Costs, given: Branch): Branch[] {
  const driver = costs.driver(root, viewOf(given))
  const node = driver?.node
  if (!node?.address || !node.parent) return [{ ...given, driver }]
  return [
    { ...given, driver, stored: new Set([node]) },
    ...branchesOf(root, costs, addressed(given, node, node.address)),
  ]
}

const holds = (node: Node, inner: Node | undefined): boolean =>
  inner !== undefined && (node === inner || holds(node, inner.parent))

/**
 * The lists of an entity but one: that with which the query begins, or the one of which the least is to be
 * looked at.
 * Together in one group of patterns they would give a row for each combination of matches.
 */
function laterGroups(root: Node, costs: Costs, view: View): Node[] {
  const driver = costs.driver(root, view)?.node
  const lists = root.children
    .filter(({ step }) => step?.many)
    .map((node) => ({ node, cost: holds(node, driver) ? -1 : costs.down(node, view) }))
    .sort((a, b) => a.cost - b.cost)
  return lists.slice(1).map(({ node }) => node)
}

/**
 * Compiles the conditions on a list.
 * @throws Problem invalid-filter for an IRI that cannot be one and that the graph does not know
 */
export function compile(type: EntityType, conditions: readonly Condition[], meaning: Meaning): Compiled {
  const names = createNames()
  const root = treeOf(type, conditions, meaning, names)
  const costs = createCosts(type, meaning.knowledge)
  const writing = { type, model: meaning.model, costs, names }
  const whole: Branch = { stored: new Set(), without: new Set(), instead: new Map() }
  const later = laterGroups(root, costs, viewOf(whole))
  const bodies = branchesOf(root, costs, { ...whole, without: new Set(later) }).map((branch) =>
    writeBranch(root, branch, writing),
  )
  const first = bodies.length === 1 ? (bodies[0] as Pattern[]) : [union(bodies)]
  const where = later.reduce<Pattern[]>(
    (found, group) => [subquery(selectDistinct(ENTITY, found)), ...writeStage(root, group, writing)],
    first,
  )
  const print = printerOf(meaning.model)
  const ids = selectDistinct(ENTITY, where)
  return {
    ids: print(ids),
    page: (limit, after) =>
      print(pageOf(ids, ENTITY, limit, after === undefined ? undefined : literalTerm(after))),
  }
}
