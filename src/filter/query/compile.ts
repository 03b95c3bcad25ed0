/**
 * Conditions → SPARQL: pure, from the conditions and what is known of the graph to the text of two queries.
 */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { selectDistinct, subquery, union, type Pattern } from '../../sparql/ast.ts'
import { createPrinter } from '../../sparql/print.ts'
import {
  viewOf,
  WHOLE,
  withOwnerIri,
  writeBranch,
  writeSemiJoin,
  writeWordTest,
  type Branch,
} from './branch.ts'
import type { Condition } from '../condition.ts'
import type { CompileContext } from '../values/value-test.ts'
import { conditionTree, type ConditionNode, type ConditionTree } from './condition-tree.ts'
import { createCosts, type Costs, type BranchView } from './join-order.ts'

/** Name of the variable that the queries give. */
export const ENTITY = 'entity'

export interface Compiled {
  /** SELECT of the distinct IRIs, without an order; comments in front say what it leaves out. */
  readonly ids: string
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
function branchesOf(root: ConditionNode, costs: Costs, given: Branch): Branch[] {
  const driver = costs.startingPoint(root, viewOf(given))
  const node = driver?.node
  if (!node?.identifierIris || !node.parent) return [{ ...given, startingPoint: driver }]
  return [
    { ...given, startingPoint: driver, matchedAsLiteral: new Set([node]) },
    ...branchesOf(root, costs, withOwnerIri(given, node, node.identifierIris)),
  ]
}

const isWithin = (node: ConditionNode, inner: ConditionNode | undefined): boolean =>
  inner !== undefined && (node === inner || isWithin(node, inner.parent))

/**
 * All multi-valued steps but the one that contains the starting point (else the cheapest). Joined in one basic graph
 * pattern they would give the cross product of their matches, so that they become semi-joins.
 */
function semiJoinSteps(root: ConditionNode, costs: Costs, view: BranchView): ConditionNode[] {
  const driver = costs.startingPoint(root, view)?.node
  const lists = root.children
    .filter(({ step }) => step?.multiple)
    .map((node) => ({ node, cost: isWithin(node, driver) ? -1 : costs.estimateDown(node, view) }))
    .sort((a, b) => a.cost - b.cost)
  return lists.slice(1).map(({ node }) => node)
}

/** What a query cannot ask. */
function remarkOn(conditions: readonly Condition[]): string {
  const keys = conditions.flatMap(({ filter: { key, isOfStamp } }) => (isOfStamp ? [key] : []))
  if (keys.length === 0) return ''
  return `# Without ${[...new Set(keys)].join(' and ')}: when records changed is not in the graph.\n`
}

/**
 * Compiles the conditions on a list.
 * @throws Problem invalid-filter for an IRI that cannot be one and that the graph does not know
 */
export const compile = (
  type: EntityType,
  conditions: readonly Condition[],
  context: CompileContext,
): Compiled => compileTree(conditionTree(type, conditions, context), context)

export function compileTree(
  { type, conditions, root, names }: ConditionTree,
  context: CompileContext,
): Compiled {
  const costs = createCosts(type, context.statistics)
  const writing = { type, model: context.model, costs, names }
  const later = semiJoinSteps(root, costs, viewOf(WHOLE))
  const bodies = branchesOf(root, costs, { ...WHOLE, omittedNodes: new Set(later) }).map((branch) =>
    writeBranch(root, branch, writing),
  )
  const first = bodies.length === 1 ? (bodies[0] as Pattern[]) : [union(bodies)]
  const joined = later.reduce<Pattern[]>(
    (found, group) => [subquery(selectDistinct(ENTITY, found)), ...writeSemiJoin(root, group, writing)],
    first,
  )
  const where = (root.words ?? []).reduce<Pattern[]>(
    (found, test) => [writeWordTest(root, found, test, writing)],
    joined,
  )
  const print = printerOf(context.model)
  return { ids: remarkOn(conditions) + print(selectDistinct(ENTITY, where)) }
}
