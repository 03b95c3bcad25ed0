/** One branch of a query: its patterns in the order in which they look least. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import {
  filter,
  inList,
  operation,
  optional,
  predicate,
  triple,
  union,
  variable,
  type Expression,
  type Pattern,
} from '../../sparql/ast.ts'
import { ownerIriEquals, ownerIriConstraint } from './identifier-iri.ts'
import type { IdentifierIris, Constraint, ConditionNode } from './condition-tree.ts'
import type { Costs, StartingPoint, BranchView } from './join-order.ts'
import { createPatternWriter, isRecord, isSingle, ofClass } from './patterns.ts'

/** How a branch sees the tree. */
export interface Branch {
  /** Identifiers that are looked for as such, and not as the IRI of their owner. */
  readonly matchedAsLiteral: ReadonlySet<ConditionNode>
  /** Nodes that are left out. */
  readonly omittedNodes: ReadonlySet<ConditionNode>
  /** The constraints on nodes that stand for omitted ones. */
  readonly replacements: ReadonlyMap<ConditionNode, readonly Constraint[]>
  readonly startingPoint?: StartingPoint | undefined
}

export const viewOf = ({ omittedNodes, replacements }: Branch): BranchView => ({
  constraintsOf: (node) => [...node.constraints, ...(replacements.get(node) ?? [])],
  children: (node) => node.children.filter((child) => !omittedNodes.has(child)),
})

/** The branch in which an identifier is the IRI of its owner. */
export function withOwnerIri(branch: Branch, node: ConditionNode, address: IdentifierIris): Branch {
  const owner = node.parent as ConditionNode
  const asks = [...(branch.replacements.get(owner) ?? []), ownerIriConstraint(address)]
  return {
    ...branch,
    omittedNodes: new Set([...branch.omittedNodes, node]),
    replacements: new Map([...branch.replacements, [owner, asks]]),
  }
}

export interface Writing {
  readonly type: EntityType
  readonly model: Model
  readonly costs: Costs
  readonly names: (key: string) => string
}

/** Whether a node shows that its parent is more than a mention: it is the object of a triple of the parent. */
const isOwn = ({ step }: ConditionNode): boolean => !step?.inverse || step.types.length === 0

/** The patterns of a branch, from where it begins up to the entity and down again. */
export function writeBranch(
  root: ConditionNode,
  branch: Branch,
  { type, model, costs, names }: Writing,
): Pattern[] {
  const view = viewOf(branch)
  const { startingPoint, matchedAsLiteral } = branch
  const write = createPatternWriter(root, view, model, names, 'inline')
  const patterns: Pattern[] = []
  const last: Pattern[] = []
  /** Whether a pattern shows that the entity is more than a mention. */
  let impliesRecord = false

  /** An identifier that the owner's IRI may be instead. */
  function writeOptional(node: ConditionNode): void {
    const tests = view.constraintsOf(node).flatMap(({ leaf, test }) => {
      const value = variable(names(leaf.key))
      const is = test.kind === 'oneOf' ? inList(value, test.terms) : test.expression(value)
      return [triple(write.operand(node), predicate(leaf.predicates), value), filter(is)]
    })
    const is = ownerIriEquals(
      node.identifierIris as IdentifierIris,
      write.operand(node.parent as ConditionNode) as Expression,
    )
    last.push(
      optional([...write.stepPattern(node), ...tests]),
      filter(operation('||', operation('bound', variable(node.name)), is)),
    )
  }

  function writeDown(node: ConditionNode): void {
    if (node.identifierIris && !matchedAsLiteral.has(node)) {
      writeOptional(node)
      return
    }
    if (node.parent === root && isOwn(node)) impliesRecord = true
    patterns.push(...write.stepPattern(node))
    writeHere(node)
  }

  function writeAsks(node: ConditionNode): void {
    // A list beside another would multiply the rows by its matches.
    let alone = node !== root || (!startingPoint && view.children(root).length === 0)
    for (const ask of view.constraintsOf(node)) {
      if (
        node === root &&
        ask.leaf.predicates.length > 0 &&
        ask.leaf.kind !== 'type' &&
        ask.test.kind !== 'noneMatches'
      )
        impliesRecord = true
      if (ask === startingPoint?.constraint) continue
      patterns.push(...write.constraintPatterns(node, ask, false, alone))
      if (ask.test.kind === 'matches' && !isSingle(ask.leaf)) alone = false
    }
  }

  function writeHere(node: ConditionNode, from?: ConditionNode): void {
    if (node === root) patterns.push(ofClass(variable(root.name), model.classOf(type)))
    writeAsks(node)
    const down = view
      .children(node)
      .filter((child) => child !== from)
      .map((child) => ({ child, cost: costs.estimateDown(child, view) }))
    for (const { child } of down.sort((a, b) => a.cost - b.cost)) writeDown(child)
  }

  if (!startingPoint) writeHere(root)
  else {
    patterns.push(...write.constraintPatterns(startingPoint.node, startingPoint.constraint, true, true))
    let from: ConditionNode | undefined
    for (let at: ConditionNode | undefined = startingPoint.node; at; from = at, at = at.parent) {
      if (from) {
        if (at === root && isOwn(from)) impliesRecord = true
        patterns.push(...write.stepPattern(from))
      }
      writeHere(at, from)
    }
  }
  return impliesRecord
    ? [...patterns, ...last]
    : [...patterns, filter(isRecord(variable(root.name), model, names)), ...last]
}

/** The identifiers at and below a node that the IRI of their owner may be instead. */
const nodesWithIris = (node: ConditionNode): ConditionNode[] => [
  ...(node.identifierIris ? [node] : []),
  ...node.children.flatMap(nodesWithIris),
]

/** Every choice between those identifiers and the IRIs of their owners. */
const choicesOf = (identifiers: readonly ConditionNode[]): Branch[] =>
  identifiers.reduce<Branch[]>(
    (branches, node) =>
      branches.flatMap((branch) => [
        { ...branch, matchedAsLiteral: new Set([...branch.matchedAsLiteral, node]) },
        withOwnerIri(branch, node, node.identifierIris as IdentifierIris),
      ]),
    [{ matchedAsLiteral: new Set(), omittedNodes: new Set(), replacements: new Map() }],
  )

/**
 * A semi-join: tests a further multi-valued step of the entities that the sub-select has bound already, as
 * OPTIONAL { … } FILTER(BOUND(?step)). This avoids the cross product of two multi-valued joins, and Oxigraph
 * starts from the entity.
 */
export function writeSemiJoin(
  root: ConditionNode,
  group: ConditionNode,
  { model, names }: Writing,
): Pattern[] {
  const bodies = choicesOf(nodesWithIris(group).filter((node) => node !== group)).map((branch) => {
    const view = viewOf(branch)
    const write = createPatternWriter(root, view, model, names, 'filtered')
    const down = (node: ConditionNode): Pattern[] => [
      ...write.stepPattern(node),
      ...view.constraintsOf(node).flatMap((ask) => write.constraintPatterns(node, ask, false, true)),
      ...view.children(node).flatMap(down),
    ]
    return down(group)
  })
  const found = operation('bound', variable(group.name))
  const is = group.identifierIris
    ? operation('||', found, ownerIriEquals(group.identifierIris, variable(root.name)))
    : found
  return [optional(bodies.length === 1 ? (bodies[0] as Pattern[]) : [union(bodies)]), filter(is)]
}
