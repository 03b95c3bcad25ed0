/** Conditions → a tree of nodes: which conditions speak of the same contribution, identifier or entity. */

import type { Operator } from '../model/rows/filter-row.ts'
import type { EntityType, FieldOf } from '../model/rows/row.ts'
import type { PathTarget, Step } from '../model/rows/paths.ts'
import { createTermExpander } from '../model/context/vocab-terms.ts'
import type { Operand } from '../sparql/ast.ts'
import { namedNode } from '../sparql/terms.ts'
import { comparableValue, type Condition } from './condition.ts'
import { identifierTest, decodings } from './exact.ts'
import { invalidValue } from './errors.ts'
import { InvalidValue, type CompileContext, type ValueTest } from './value-test.ts'
import { createTest } from './operators.ts'

/** What is asked of one value of a node. */
export interface Constraint {
  readonly leaf: PathTarget
  readonly test: ValueTest
}

export interface ConditionNode {
  /** How it is reached; absent for the entity that is looked for. */
  readonly step?: Step
  readonly parent?: ConditionNode
  /** Name of its variable. */
  readonly name: string
  readonly constraints: Constraint[]
  readonly children: ConditionNode[]
  /** Of an identifier: IRIs of its owner that say the same. */
  identifierIris?: IdentifierIris
}

/** IRIs that are themselves an identifier: some, or all that begin with one of the prefixes. */
export interface IdentifierIris {
  readonly iris: readonly Operand[]
  readonly prefixes: readonly string[]
}

interface ParsedConstraint {
  readonly leaf: PathTarget
  readonly operator: Operator
  readonly text: string
  readonly condition: Condition
}
interface TreeNodeBuilder extends ConditionNode {
  readonly parsed: ParsedConstraint[]
  readonly children: TreeNodeBuilder[]
  readonly parent?: TreeNodeBuilder
}

/** A node of a step that may lead to several, and what is asked of it and below: value by filter. */
interface Group {
  readonly node: TreeNodeBuilder
  readonly valueByFilter: Map<string, string>
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
function groupConditions(conditions: readonly Condition[], names: (key: string) => string): TreeNodeBuilder {
  const root: TreeNodeBuilder = { name: names('entity'), constraints: [], children: [], parsed: [] }
  /** For each node the groups below it, in the order in which they were opened. */
  const groups = new Map<TreeNodeBuilder, Group[]>()
  const newest = new Map<string, Group>()

  function addChild(parent: TreeNodeBuilder, step: Step): TreeNodeBuilder {
    const node: TreeNodeBuilder = {
      step,
      parent,
      name: names(step.key),
      constraints: [],
      children: [],
      parsed: [],
    }
    parent.children.push(node)
    return node
  }
  const reuseChild = (parent: TreeNodeBuilder, step: Step): TreeNodeBuilder =>
    parent.children.find((child) => child.step?.key === step.key) ?? addChild(parent, step)

  function openItem(parent: TreeNodeBuilder, step: Step): Group {
    const opened = { node: addChild(parent, step), valueByFilter: new Map<string, string>() }
    groups.set(parent, [...(groups.get(parent) ?? []), opened])
    return opened
  }
  function joinItem(parent: TreeNodeBuilder, step: Step, condition: Condition): TreeNodeBuilder {
    const { key, row } = condition.filter
    const ownItem = isConvenience(key) && !row.sameItem
    const place = `${parent.name} ${step.key}`
    let found = ownItem ? undefined : newest.get(place)
    if (!found || found.asked.has(key)) {
      found = openItem(parent, step)
      if (!ownItem) newest.set(place, found)
    }
    found.asked.set(key, comparableValue(condition))
    return found.node
  }

  for (const condition of conditions) {
    const { filter, value } = condition
    const { steps, leaf } = filter.path
    const first = steps.findIndex(({ many }) => many)
    const node = steps.reduce(
      (at, step, i) => (i === first ? joinItem(at, step, condition) : reuseChild(at, step)),
      root,
    )
    if (
      node.told.some(
        (one) =>
          one.condition.filter === filter && comparableValue(one.condition) === comparableValue(condition),
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
      if (opened.some((other) => isSubsumed(group, other, opened)))
        parent.children.splice(parent.children.indexOf(group.node), 1)
  }
  return root
}

/** Whether all that is asked of a group is asked of another as well; of two alike the first stays. */
function isSubsumed(group: Group, other: Group, opened: readonly Group[]): boolean {
  if (other === group || other.node.step?.key !== group.node.step?.key) return false
  if (![...group.valueByFilter].every(([key, value]) => other.valueByFilter.get(key) === value)) return false
  return other.valueByFilter.size > group.valueByFilter.size || opened.indexOf(other) < opened.indexOf(group)
}

/** The scheme that is asked of an identifier, as a word. */
function schemeOf({ step, parsed }: TreeNodeBuilder, { model, base }: CompileContext): string | undefined {
  const leaf = step?.identifier?.scheme
  const text = parsed.find((one) => one.leaf.key === leaf?.key)?.text
  if (!leaf || text === undefined) return undefined
  return model.vocabulary
    .compactIri(
      createTermExpander(model.vocabulary, base, leaf.field as FieldOf<'vocabTerm'>)(text.trim()),
      base,
    )
    .toLowerCase()
}

const isEntity = ({ step }: ConditionNode): boolean => step === undefined || step.types.length > 0

function identifierIrisOf(
  node: TreeNodeBuilder,
  scheme: string | undefined,
  type: EntityType,
  { model, statistics }: CompileContext,
): IdentifierIris | undefined {
  const { step, parsed, parent } = node
  if (!step?.identifier || !parent || !isEntity(parent)) return undefined
  const ofValue = parsed.filter(({ leaf }) => leaf.key === step.identifier?.value.key)
  // A part of an identifier is looked for in identifiers alone.
  if (ofValue.some(({ operator }) => operator !== 'equals')) return undefined
  const text = ofValue[0]?.text
  const addresses =
    text === undefined ? [] : decodings(text).flatMap((one) => model.identifiers.entityIris(one, scheme))
  const iris = [...new Set(addresses.flatMap((address) => statistics.irisOfIdentifier(address)))].map(
    namedNode,
  )
  const prefixes =
    text === undefined && scheme !== undefined
      ? statistics.iriPrefixesOfScheme(
          scheme,
          (parent.step?.types ?? [type]).map(({ name }) => name),
        )
      : []
  return iris.length + prefixes.length > 0 ? { iris, prefixes } : undefined
}

function constraintTest(
  { leaf, operator, text, condition }: ParsedConstraint,
  scheme: string | undefined,
  node: TreeNodeBuilder,
  type: EntityType,
  meaning: CompileContext,
): ValueTest {
  try {
    return operator === 'equals' && leaf.key === node.step?.identifier?.value.key
      ? identifierTest(text, scheme, meaning)
      : createTest(operator, leaf, text, meaning)
  } catch (error) {
    if (error instanceof InvalidValue)
      throw invalidValue(meaning.model, type, condition.key, condition.value, error.message)
    throw error
  }
}

function resolveConstraints(node: TreeNodeBuilder, type: EntityType, meaning: CompileContext): void {
  const scheme = schemeOf(node, meaning)
  for (const told of node.parsed)
    node.constraints.push({ leaf: told.leaf, test: constraintTest(told, scheme, node, type, meaning) })
  const address = identifierIrisOf(node, scheme, type, meaning)
  if (address) node.identifierIris = address
  for (const child of node.children) resolveConstraints(child, type, meaning)
}

/**
 * The tree of conditions on records of a type.
 * @param names gives the variables their names
 * @throws Problem invalid-filter for an IRI that cannot be one
 */
export function conditionTree(
  type: EntityType,
  conditions: readonly Condition[],
  meaning: CompileContext,
  names: (key: string) => string,
): ConditionNode {
  const root = groupConditions(conditions, names)
  resolveConstraints(root, type, meaning)
  return root
}
