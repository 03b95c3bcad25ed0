/** One branch of a query: its patterns in the order in which they look least. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import {
  bind,
  filter,
  inList,
  operation,
  optional,
  predicate,
  selectDistinct,
  selectGroups,
  subquery,
  triple,
  union,
  variable,
  type Expression,
  type Pattern,
  or,
} from '../../sparql/ast.ts'
import type { PathTarget } from '../../model/rows/paths.ts'
import { literal } from '../../sparql/terms.ts'
import type { WordTest } from '../values/word-tests.ts'
import type { IdentifierIris, Constraint, ConditionNode } from './condition-tree.ts'
import type { Costs, StartingPoint, BranchView } from './join-order.ts'
import { isRecord, isSingle, ofClass, PatternWriter } from './patterns.ts'

/** The node itself as the value of a condition. */
const SELF: PathTarget = { key: 'local_identifier', kind: 'id', predicates: [], types: [] }

const startsWithAny = (value: Expression, prefixes: readonly string[]): Expression =>
  or(prefixes.map((prefix) => operation('strstarts', operation('str', value), literal(prefix))))

const ownerIriEquals = ({ iris, prefixes }: IdentifierIris, owner: Expression): Expression =>
  or([
    ...(iris.length > 0 ? [inList(owner, iris)] : []),
    ...(prefixes.length > 0 ? [startsWithAny(owner, prefixes)] : []),
  ])

/** The same as a condition on the owner. */
const ownerIriConstraint = ({ iris, prefixes }: IdentifierIris): Constraint => ({
  leaf: SELF,
  test:
    iris.length > 0
      ? { kind: 'oneOf', terms: iris, estimate: iris.length }
      : { kind: 'matches', expression: (value) => startsWithAny(value, prefixes) },
})

/** How a branch sees the tree. */
export interface Branch {
  /** Identifiers that are looked for as such, and not as the IRI of their owner. */
  readonly matchedAsLiteral: ReadonlySet<ConditionNode>
  readonly omittedNodes: ReadonlySet<ConditionNode>
  /** The constraints on nodes that stand for omitted ones. */
  readonly replacements: ReadonlyMap<ConditionNode, readonly Constraint[]>
  readonly startingPoint?: StartingPoint | undefined
}

/** The tree as it is. */
export const WHOLE: Branch = { matchedAsLiteral: new Set(), omittedNodes: new Set(), replacements: new Map() }

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

export interface CompileState {
  readonly type: EntityType
  readonly model: Model
  readonly costs: Costs
  readonly names: (key: string) => string
}

/** Whether a node shows that its parent is more than a mention: it is the object of a triple of the parent. */
const isOwn = ({ step }: ConditionNode): boolean => !step?.inverse || step.types.length === 0

/** The patterns of a branch, from where it begins up to the entity and down again. */
export const writeBranch = (root: ConditionNode, branch: Branch, writing: CompileState): Pattern[] =>
  new BranchWriter(root, branch, writing).patterns()

class BranchWriter {
  readonly #root: ConditionNode
  readonly #branch: Branch
  readonly #writing: CompileState
  readonly #view: BranchView
  readonly #write: PatternWriter
  readonly #patterns: Pattern[] = []
  readonly #optionals: Pattern[] = []
  /** Whether a pattern shows that the entity is more than a mention. */
  #impliesRecord = false

  constructor(root: ConditionNode, branch: Branch, writing: CompileState) {
    const { model, names } = writing
    this.#root = root
    this.#branch = branch
    this.#writing = writing
    this.#view = viewOf(branch)
    this.#write = new PatternWriter({ root, view: this.#view, model, names, mode: 'inline' })
  }

  patterns(): Pattern[] {
    const { startingPoint } = this.#branch
    if (startingPoint) this.#writeUp(startingPoint)
    else this.#writeNode(this.#root)
    const { model, names } = this.#writing
    if (!this.#impliesRecord) this.#patterns.push(filter(isRecord(variable(this.#root.name), model, names)))
    return [...this.#patterns, ...this.#optionals]
  }

  #writeUp({ node, constraint }: StartingPoint): void {
    this.#patterns.push(...this.#write.constraintPatterns(node, constraint, true, true))
    let child: ConditionNode | undefined
    for (let at: ConditionNode | undefined = node; at; child = at, at = at.parent) {
      if (child) {
        if (at === this.#root && isOwn(child)) this.#impliesRecord = true
        this.#patterns.push(...this.#write.stepPattern(child))
      }
      this.#writeNode(at, child)
    }
  }

  /** @param except the child from which the patterns come */
  #writeNode(node: ConditionNode, except?: ConditionNode): void {
    const { model, type, costs } = this.#writing
    if (node === this.#root) this.#patterns.push(ofClass(variable(node.name), model.classOf(type)))
    this.#writeConstraints(node)
    const children = this.#view
      .children(node)
      .filter((child) => child !== except)
      .map((child) => ({ child, cost: costs.estimateDown(child, this.#view) }))
    for (const { child } of children.sort((a, b) => a.cost - b.cost)) this.#writeDown(child)
  }

  #writeConstraints(node: ConditionNode): void {
    const isRoot = node === this.#root
    const { startingPoint } = this.#branch
    // A list beside another would multiply the rows by its matches.
    let alone = !isRoot || (!startingPoint && this.#view.children(node).length === 0)
    for (const constraint of this.#view.constraintsOf(node)) {
      const { leaf, test } = constraint
      if (isRoot && leaf.predicates.length > 0 && leaf.kind !== 'type' && test.kind !== 'noneMatches')
        this.#impliesRecord = true
      if (constraint === startingPoint?.constraint) continue
      this.#patterns.push(...this.#write.constraintPatterns(node, constraint, false, alone))
      if (test.kind === 'matches' && !isSingle(leaf)) alone = false
    }
  }

  #writeDown(node: ConditionNode): void {
    if (node.identifierIris && !this.#branch.matchedAsLiteral.has(node)) {
      this.#writeOptional(node, node.identifierIris)
      return
    }
    if (node.parent === this.#root && isOwn(node)) this.#impliesRecord = true
    this.#patterns.push(...this.#write.stepPattern(node))
    this.#writeNode(node)
  }

  /** An identifier that the owner's IRI may be instead. */
  #writeOptional(node: ConditionNode, iris: IdentifierIris): void {
    const tests = this.#view.constraintsOf(node).flatMap(({ leaf, test }) => {
      const value = variable(this.#writing.names(leaf.key))
      const is = test.kind === 'oneOf' ? inList(value, test.terms) : test.expression(value)
      return [triple(this.#write.operand(node), predicate(leaf.predicates), value), filter(is)]
    })
    const owner = this.#write.operand(node.parent as ConditionNode) as Expression
    this.#optionals.push(
      optional([...this.#write.stepPattern(node), ...tests]),
      filter(operation('||', operation('bound', variable(node.name)), ownerIriEquals(iris, owner))),
    )
  }
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
    [WHOLE],
  )

/**
 * A semi-join: tests a further multi-valued step of the entities that the sub-select has bound already, as
 * OPTIONAL { … } FILTER(BOUND(?step)). This avoids the cross product of two multi-valued joins, and Oxigraph
 * starts from the entity.
 */
export function writeSemiJoin(
  root: ConditionNode,
  group: ConditionNode,
  { model, names }: CompileState,
): Pattern[] {
  const bodies = choicesOf(nodesWithIris(group).filter((node) => node !== group)).map((branch) => {
    const view = viewOf(branch)
    const write = new PatternWriter({ root, view, model, names, mode: 'filtered' })
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

/**
 * The entities of a sub-select whose texts have all words. The texts are looked through once: a group for each word
 * would take as long as all of them.
 */
export function writeWordTest(
  root: ConditionNode,
  found: readonly Pattern[],
  { places, words, hasAll }: WordTest,
  { model, names }: CompileState,
): Pattern {
  const write = new PatternWriter({ root, view: viewOf(WHOLE), model, names, mode: 'inline' })
  const [text, kind, inText] = [names('text'), names('kind'), names('words')]
  const where = [
    subquery(selectDistinct(root.name, found)),
    union(write.textPatterns(root, places, text, kind)),
    bind(inText, words(variable(text))),
  ]
  return subquery(selectGroups(root.name, where, hasAll(variable(inText), variable(kind))))
}
