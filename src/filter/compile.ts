/** Conditions → SPARQL: pure, from the conditions and what is known of the graph to the text of two queries. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { countDistinct, selectDistinct, union, type Pattern } from '../sparql/ast.ts'
import { createPrinter } from '../sparql/print.ts'
import { askAddress } from './address.ts'
import { viewOf, writeBranch, type Branch } from './branch.ts'
import type { Condition } from './condition.ts'
import type { Meaning } from './meaning.ts'
import { createNames, treeOf, type Node } from './nodes.ts'
import { createCosts, type Costs } from './order.ts'

/** Names of the variables that the queries give. */
export const ENTITY = 'entity'
export const TOTAL = 'total'

export interface Compiled {
  /** The one group of patterns of both queries. */
  readonly where: readonly Pattern[]
  /** SELECT of the distinct IRIs, without an order. */
  readonly ids: string
  /** SELECT of their number. */
  readonly count: string
}

const printers = new WeakMap<Model, ReturnType<typeof createPrinter>>()

function printerOf(model: Model): ReturnType<typeof createPrinter> {
  let printer = printers.get(model)
  if (!printer) printers.set(model, printer = createPrinter(model.vocabulary.prefixes))
  return printer
}

/** The branches of a query: one more for each identifier that it begins with and that an IRI may be instead. */
function branchesOf(root: Node, costs: Costs, given: Branch): Branch[] {
  const driver = costs.driver(root, viewOf(given))
  const node = driver?.node
  if (!node?.address || !node.parent) return [{ ...given, driver }]
  const stored = { ...given, driver, stored: new Set([node]) }
  const addressed = {
    ...given, without: new Set([...given.without, node]),
    instead: new Map([...given.instead, [node.parent, [...(given.instead.get(node.parent) ?? []), askAddress(node.address)]]]),
  }
  return [stored, ...branchesOf(root, costs, addressed)]
}

/**
 * Compiles the conditions on a list.
 * @throws Problem invalid-filter for an IRI that cannot be one and that the graph does not know
 */
export function compile(type: EntityType, conditions: readonly Condition[], meaning: Meaning): Compiled {
  const names = createNames()
  const root = treeOf(type, conditions, meaning, names)
  const costs = createCosts(type, meaning.knowledge)
  const branches = branchesOf(root, costs, { stored: new Set(), without: new Set(), instead: new Map() })
  const bodies = branches.map((branch) => writeBranch(root, branch, { type, model: meaning.model, costs, names }))
  const where = bodies.length === 1 ? bodies[0] as Pattern[] : [union(bodies)]
  const print = printerOf(meaning.model)
  return { where, ids: print(selectDistinct(ENTITY, where)), count: print(countDistinct(ENTITY, TOTAL, where)) }
}
