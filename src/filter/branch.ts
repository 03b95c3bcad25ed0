/** One branch of a query: its patterns in the order in which they look least. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import {
  filter,
  isOneOf,
  operation,
  optional,
  predicate,
  triple,
  union,
  variable,
  type Expression,
  type Pattern,
} from '../sparql/ast.ts'
import { addressIs, askAddress } from './address.ts'
import type { Address, Ask, Node } from './nodes.ts'
import type { Costs, Driver, View } from './order.ts'
import { createPatternWriter, isRecord, isSingle, ofClass } from './patterns.ts'

/** How a branch sees the tree. */
export interface Branch {
  /** Identifiers that are looked for as such, and not as the IRI of their owner. */
  readonly stored: ReadonlySet<Node>
  /** Nodes that are left out. */
  readonly without: ReadonlySet<Node>
  /** What is asked of nodes in place of those. */
  readonly instead: ReadonlyMap<Node, readonly Ask[]>
  readonly driver?: Driver | undefined
}

export const viewOf = ({ without, instead }: Branch): View => ({
  asks: (node) => [...node.asks, ...(instead.get(node) ?? [])],
  children: (node) => node.children.filter((child) => !without.has(child)),
})

/** The branch in which an identifier is the IRI of its owner. */
export function addressed(branch: Branch, node: Node, address: Address): Branch {
  const owner = node.parent as Node
  const asks = [...(branch.instead.get(owner) ?? []), askAddress(address)]
  return {
    ...branch,
    without: new Set([...branch.without, node]),
    instead: new Map([...branch.instead, [owner, asks]]),
  }
}

export interface Writing {
  readonly type: EntityType
  readonly model: Model
  readonly costs: Costs
  readonly names: (key: string) => string
}

/** Whether a node shows that its parent is more than a mention: it is named by it, or hangs on it. */
const isOwn = ({ step }: Node): boolean => !step?.inverse || step.types.length === 0

/** The patterns of a branch, from where it begins up to the entity and down again. */
export function writeBranch(root: Node, branch: Branch, { type, model, costs, names }: Writing): Pattern[] {
  const view = viewOf(branch)
  const { driver, stored } = branch
  const write = createPatternWriter(root, view, model, names, 'bound')
  const patterns: Pattern[] = []
  const last: Pattern[] = []
  /** Whether a pattern shows that the entity is more than a mention. */
  let told = false

  /** An identifier that the owner's IRI may be instead. */
  function writeOptional(node: Node): void {
    const asks = view.asks(node).flatMap(({ leaf, test }) => {
      const value = variable(names(leaf.key))
      const is = test.kind === 'terms' ? isOneOf(value, test.terms) : test.of(value)
      return [triple(write.operand(node), predicate(leaf.predicates), value), filter(is)]
    })
    const is = addressIs(node.address as Address, write.operand(node.parent as Node) as Expression)
    last.push(
      optional([...write.link(node), ...asks]),
      filter(operation('||', operation('bound', variable(node.name)), is)),
    )
  }

  function writeDown(node: Node): void {
    if (node.address && !stored.has(node)) {
      writeOptional(node)
      return
    }
    if (node.parent === root && isOwn(node)) told = true
    patterns.push(...write.link(node))
    writeHere(node)
  }

  function writeAsks(node: Node): void {
    // A list beside another would multiply the rows by its matches.
    let alone = node !== root || (!driver && view.children(root).length === 0)
    for (const ask of view.asks(node)) {
      if (
        node === root &&
        ask.leaf.predicates.length > 0 &&
        ask.leaf.kind !== 'type' &&
        ask.test.kind !== 'lacks'
      )
        told = true
      if (ask === driver?.ask) continue
      patterns.push(...write.ask(node, ask, false, alone))
      if (ask.test.kind === 'holds' && !isSingle(ask.leaf)) alone = false
    }
  }

  function writeHere(node: Node, from?: Node): void {
    if (node === root) patterns.push(ofClass(variable(root.name), model.classOf(type)))
    writeAsks(node)
    const down = view
      .children(node)
      .filter((child) => child !== from)
      .map((child) => ({ child, cost: costs.down(child, view) }))
    for (const { child } of down.sort((a, b) => a.cost - b.cost)) writeDown(child)
  }

  if (!driver) writeHere(root)
  else {
    patterns.push(...write.ask(driver.node, driver.ask, true, true))
    let from: Node | undefined
    for (let at: Node | undefined = driver.node; at; from = at, at = at.parent) {
      if (from) {
        if (at === root && isOwn(from)) told = true
        patterns.push(...write.link(from))
      }
      writeHere(at, from)
    }
  }
  return told
    ? [...patterns, ...last]
    : [...patterns, filter(isRecord(variable(root.name), model, names)), ...last]
}

/** The identifiers at and below a node that the IRI of their owner may be instead. */
const addressedAt = (node: Node): Node[] => [
  ...(node.address ? [node] : []),
  ...node.children.flatMap(addressedAt),
]

/** Every choice between those identifiers and the IRIs of their owners. */
const choicesOf = (identifiers: readonly Node[]): Branch[] =>
  identifiers.reduce<Branch[]>(
    (branches, node) =>
      branches.flatMap((branch) => [
        { ...branch, stored: new Set([...branch.stored, node]) },
        addressed(branch, node, node.address as Address),
      ]),
    [{ stored: new Set(), without: new Set(), instead: new Map() }],
  )

/**
 * What a list of an entity that is known by then must have, as OPTIONAL and a filter: each entity is looked
 * at once,
 * however many nodes of its other lists match, and Oxigraph begins with the entity.
 */
export function writeStage(root: Node, group: Node, { model, names }: Writing): Pattern[] {
  const bodies = choicesOf(addressedAt(group).filter((node) => node !== group)).map((branch) => {
    const view = viewOf(branch)
    const write = createPatternWriter(root, view, model, names, 'free')
    const down = (node: Node): Pattern[] => [
      ...write.link(node),
      ...view.asks(node).flatMap((ask) => write.ask(node, ask, false, true)),
      ...view.children(node).flatMap(down),
    ]
    return down(group)
  })
  const found = operation('bound', variable(group.name))
  const is = group.address ? operation('||', found, addressIs(group.address, variable(root.name))) : found
  return [optional(bodies.length === 1 ? (bodies[0] as Pattern[]) : [union(bodies)]), filter(is)]
}
