/** Conditions → a tree of nodes: which conditions speak of the same contribution, identifier or entity. */

import type { Operator } from '../model/filter-row.ts'
import type { EntityType, FieldOf } from '../model/row.ts'
import type { Leaf, Step } from '../model/paths.ts'
import { termIris } from '../model/words.ts'
import type { Operand } from '../sparql/ast.ts'
import { iriTerm } from '../sparql/terms.ts'
import { sameText, type Condition } from './condition.ts'
import { identifier, readingsOf } from './exact.ts'
import { wrongValue } from './faults.ts'
import { ImpossibleValue, type Meaning, type Test } from './meaning.ts'
import { testOf } from './values.ts'

/** What is asked of one value of a node. */
export interface Ask {
  readonly leaf: Leaf
  readonly test: Test
}

export interface Node {
  /** How it is reached; absent for the entity that is looked for. */
  readonly step?: Step
  readonly parent?: Node
  /** Name of its variable. */
  readonly name: string
  readonly asks: Ask[]
  readonly children: Node[]
  /** Of an identifier: IRIs of its owner that say the same. */
  address?: Address
}

/** IRIs that are themselves an identifier: some, or all that begin with one of the prefixes. */
export interface Address {
  readonly iris: readonly Operand[]
  readonly prefixes: readonly string[]
}

interface Told {
  readonly leaf: Leaf
  readonly operator: Operator
  readonly text: string
  readonly condition: Condition
}
interface Draft extends Node {
  readonly told: Told[]
  readonly children: Draft[]
  readonly parent?: Draft
}

/** A node of a step that may lead to several, and what is asked of it and below: value by filter. */
interface Group {
  readonly node: Draft
  readonly asked: Map<string, string>
}

const isConvenience = (key: string): boolean => key.startsWith('cf.')

/** Names variables after keys, a number behind those that come again. */
export function createNames(): (key: string) => string {
  const used = new Map<string, number>()
  return (key) => {
    const name = (key.split('|')[0] as string).replace(/[^a-z0-9_]/gi, '')
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  }
}

/**
 * Nodes are those of the first step of a path that may lead to several, and of the steps below it. A
 * condition joins the
 * newest such node; a filter that the node already has opens a new one. Convenience filters have nodes of
 * their own.
 */
function draw(conditions: readonly Condition[], names: (key: string) => string): Draft {
  const root: Draft = { name: names('entity'), asks: [], children: [], told: [] }
  /** For each node the groups below it, in the order in which they were opened. */
  const groups = new Map<Draft, Group[]>()
  const newest = new Map<string, Group>()

  function grow(parent: Draft, step: Step): Draft {
    const node: Draft = { step, parent, name: names(step.key), asks: [], children: [], told: [] }
    parent.children.push(node)
    return node
  }
  const shared = (parent: Draft, step: Step): Draft =>
    parent.children.find((child) => child.step?.key === step.key) ?? grow(parent, step)

  function open(parent: Draft, step: Step): Group {
    const opened = { node: grow(parent, step), asked: new Map<string, string>() }
    groups.set(parent, [...(groups.get(parent) ?? []), opened])
    return opened
  }
  function join(parent: Draft, step: Step, condition: Condition): Draft {
    const { key, row } = condition.filter
    const alone = isConvenience(key) && !row.joins
    const place = `${parent.name} ${step.key}`
    let found = alone ? undefined : newest.get(place)
    if (!found || found.asked.has(key)) {
      found = open(parent, step)
      if (!alone) newest.set(place, found)
    }
    found.asked.set(key, sameText(condition))
    return found.node
  }

  for (const condition of conditions) {
    const { filter, value } = condition
    const { steps, leaf } = filter.path
    const first = steps.findIndex(({ many }) => many)
    const node = steps.reduce(
      (at, step, i) => (i === first ? join(at, step, condition) : shared(at, step)),
      root,
    )
    if (
      node.told.some(
        (one) => one.condition.filter === filter && sameText(one.condition) === sameText(condition),
      )
    )
      continue
    node.told.push({ leaf, operator: filter.row.operator, text: value, condition })
    const scheme = node.step?.identifier?.scheme
    if (filter.row.scheme !== undefined && scheme)
      node.told.push({ leaf: scheme, operator: 'equals', text: filter.row.scheme, condition })
  }
  for (const [parent, opened] of groups) {
    for (const group of opened)
      if (opened.some((other) => isImplied(group, other, opened)))
        parent.children.splice(parent.children.indexOf(group.node), 1)
  }
  return root
}

/** Whether all that is asked of a group is asked of another as well; of two alike the first stays. */
function isImplied(group: Group, other: Group, opened: readonly Group[]): boolean {
  if (other === group || other.node.step?.key !== group.node.step?.key) return false
  if (![...group.asked].every(([key, value]) => other.asked.get(key) === value)) return false
  return other.asked.size > group.asked.size || opened.indexOf(other) < opened.indexOf(group)
}

/** The scheme that is asked of an identifier, as a word. */
function schemeOf({ step, told }: Draft, { model, base }: Meaning): string | undefined {
  const leaf = step?.identifier?.scheme
  const text = told.find((one) => one.leaf.key === leaf?.key)?.text
  if (!leaf || text === undefined) return undefined
  return model.vocabulary
    .word(termIris(model.vocabulary, base, leaf.field as FieldOf<'term'>)(text.trim()), base)
    .toLowerCase()
}

const isEntity = ({ step }: Node): boolean => step === undefined || step.types.length > 0

function addressesOf(
  node: Draft,
  scheme: string | undefined,
  type: EntityType,
  { model, knowledge }: Meaning,
): Address | undefined {
  const { step, told, parent } = node
  if (!step?.identifier || !parent || !isEntity(parent)) return undefined
  const ofValue = told.filter(({ leaf }) => leaf.key === step.identifier?.value.key)
  // A part of an identifier is looked for in identifiers alone.
  if (ofValue.some(({ operator }) => operator !== 'equals')) return undefined
  const text = ofValue[0]?.text
  const addresses =
    text === undefined ? [] : readingsOf(text).flatMap((one) => model.identifiers.entityIris(one, scheme))
  const iris = [...new Set(addresses.flatMap((address) => knowledge.spellingsOf(address)))].map(iriTerm)
  const prefixes =
    text === undefined && scheme !== undefined
      ? knowledge.prefixesOf(
          scheme,
          (parent.step?.types ?? [type]).map(({ name }) => name),
        )
      : []
  return iris.length + prefixes.length > 0 ? { iris, prefixes } : undefined
}

function testOfTold(
  { leaf, operator, text, condition }: Told,
  scheme: string | undefined,
  node: Draft,
  type: EntityType,
  meaning: Meaning,
): Test {
  try {
    return operator === 'equals' && leaf.key === node.step?.identifier?.value.key
      ? identifier(text, scheme, meaning)
      : testOf(operator, leaf, text, meaning)
  } catch (error) {
    if (error instanceof ImpossibleValue)
      throw wrongValue(meaning.model, type, condition.key, condition.value, error.message)
    throw error
  }
}

function settle(node: Draft, type: EntityType, meaning: Meaning): void {
  const scheme = schemeOf(node, meaning)
  for (const told of node.told)
    node.asks.push({ leaf: told.leaf, test: testOfTold(told, scheme, node, type, meaning) })
  const address = addressesOf(node, scheme, type, meaning)
  if (address) node.address = address
  for (const child of node.children) settle(child, type, meaning)
}

/**
 * The tree of conditions on records of a type.
 * @param names gives the variables their names
 * @throws Problem invalid-filter for an IRI that cannot be one
 */
export function treeOf(
  type: EntityType,
  conditions: readonly Condition[],
  meaning: Meaning,
  names: (key: string) => string,
): Node {
  const root = draw(conditions, names)
  settle(root, type, meaning)
  return root
}
