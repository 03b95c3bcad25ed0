/** Conditions → a tree of nodes: which conditions speak of the same contribution, identifier or entity. */

import { type Operator, valuesIn } from '../../model/rows/filter-row.ts'
import type { EntityType, FieldOf } from '../../model/rows/row.ts'
import type { PathTarget, Step } from '../../model/rows/paths.ts'
import { createTermExpander } from '../../model/vocab-terms.ts'
import type { Operand } from '../../sparql/ast.ts'
import { namedNode } from '../../sparql/terms.ts'
import { conditionsByValue, type Condition, type OnOneValue, valuesOf } from '../condition.ts'
import { alternativesOf, anyTest, joinValues } from '../values/alternatives.ts'
import { identifierTest, idTerms, readingsOfAll } from '../values/exact.ts'
import { invalidValue } from '../errors.ts'
import { InvalidValue, type CompileContext, type ValueTest } from '../values/value-test.ts'
import { bothTests, createTest } from '../values/operators.ts'
import { wordTest, type WordTest } from '../values/word-tests.ts'
import { iriVariants } from '../../model/context/iri.ts'

/** A test that one value of a node must pass. */
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
  /** What must stand in one of the texts of the entity that is looked for. */
  words?: readonly WordTest[]
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
  /** What one and the same value must meet. */
  readonly parts: readonly ConstraintPart[]
}
interface ConstraintPart {
  readonly operator: Operator
  readonly text: string
  readonly condition: ConditionByIdentifier
}
interface TreeNodeBuilder extends ConditionNode {
  readonly parsed: ParsedConstraint[]
  readonly children: TreeNodeBuilder[]
  readonly parent?: TreeNodeBuilder
}

/** A node of a multi-valued step, and the values of the conditions on it and below it, by filter. */
interface Group {
  readonly node: TreeNodeBuilder
  readonly valueByFilter: Map<string, string>
}

/** Whether a condition asks for one value of the graph. */
const isOfGraph = ({ filter: { words, isOfStamp } }: Condition): boolean => !words && !isOfStamp

const isConvenience = (key: string): boolean => key.startsWith('cf.')

/** Names variables after keys, a number behind those that come again. */
function createNames(): (key: string) => string {
  const used = new Map<string, number>()
  return (key) => {
    const name = (key.split('|')[0] as string).replace(/[^a-z0-9_]/gi, '')
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  }
}

/**
 * Groups conditions by list item. The first multi-valued step of a path (such as contributions) is the item. Conditions
 * under the same step share the item that was opened last, unless it already has a condition of the same filter, which
 * opens a new item. Filters cf.* have an item of their own, unless the row says `sameItem`.
 */
function groupConditions(
  conditions: readonly ConditionByIdentifier[],
  names: (key: string) => string,
): TreeNodeBuilder {
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
  function joinItem(parent: TreeNodeBuilder, step: Step, conditions: OnOneValue<Condition>): TreeNodeBuilder {
    const { key, row } = conditions[0].filter
    const ownItem = isConvenience(key) && !row.sameItem
    const place = `${parent.name} ${step.key}`
    let found = ownItem ? undefined : newest.get(place)
    if (!found || conditions.some(({ filter }) => found?.valueByFilter.has(filter.key))) {
      found = openItem(parent, step)
      if (!ownItem) newest.set(place, found)
    }
    for (const one of conditions) found.valueByFilter.set(one.filter.key, one.value)
    return found.node
  }

  for (const onOneValue of conditionsByValue(conditions)) {
    const [condition] = onOneValue
    const { steps, target } = condition.filter.path
    const first = steps.findIndex(({ multiple }) => multiple)
    const node = steps.reduce(
      (at, step, i) => (i === first ? joinItem(at, step, onOneValue) : reuseChild(at, step)),
      root,
    )
    const parts = onOneValue.map((one) => ({
      operator: one.filter.row.operator,
      text: one.identifiers ?? one.value,
      condition: one,
    }))
    if (node.parsed.some((other) => areSame(other.parts, parts))) continue
    node.parsed.push({ leaf: target, parts })
    const scheme = node.step?.identifier?.scheme
    if (condition.filter.row.scheme !== undefined && scheme)
      node.parsed.push({
        leaf: scheme,
        parts: [{ operator: 'equals', text: condition.filter.row.scheme, condition }],
      })
  }
  for (const [parent, opened] of groups) {
    for (const group of opened)
      if (opened.some((other) => isSubsumed(group, other, opened)))
        parent.children.splice(parent.children.indexOf(group.node), 1)
  }
  return root
}

const areSame = (some: readonly ConstraintPart[], others: readonly ConstraintPart[]): boolean =>
  some.length === others.length &&
  some.every(({ condition }, i) => {
    const other = others[i]?.condition
    return other?.filter === condition.filter && other.value === condition.value
  })

/** Whether another item has all constraints of this one; of two with the same constraints the first stays. */
function isSubsumed(group: Group, other: Group, opened: readonly Group[]): boolean {
  if (other === group || other.node.step?.key !== group.node.step?.key) return false
  if (![...group.valueByFilter].every(([key, value]) => other.valueByFilter.get(key) === value)) return false
  return other.valueByFilter.size > group.valueByFilter.size || opened.indexOf(other) < opened.indexOf(group)
}

/** The schemes that the conditions on an identifier require, as words of the vocabulary. */
function schemesOf({ step, parsed }: TreeNodeBuilder, { model, base }: CompileContext): string[] {
  const leaf = step?.identifier?.scheme
  const text = parsed.find((one) => one.leaf.key === leaf?.key)?.parts[0]?.text
  if (!leaf || text === undefined) return []
  const iriOf = createTermExpander(model.vocabulary, base, leaf.field as FieldOf<'vocabTerm'>)
  return alternativesOf(text).map((one) => model.vocabulary.compactIri(iriOf(one.trim()), base).toLowerCase())
}

const isEntity = ({ step }: ConditionNode): boolean => step === undefined || step.types.length > 0

/** The IRIs of what has an identifier, of the values of its condition that are ids. */
const ownerIris = (
  condition: ConditionByIdentifier,
  type: EntityType,
  context: CompileContext,
): readonly Operand[] =>
  (condition.ids ?? []).flatMap((id) => explainInvalid(condition, type, context, () => idTerms(id, context)))

function identifierIrisOf(
  node: TreeNodeBuilder,
  schemes: readonly string[],
  type: EntityType,
  context: CompileContext,
): IdentifierIris | undefined {
  const { model, statistics } = context
  const { step, parsed, parent } = node
  if (!step?.identifier || !parent || !isEntity(parent)) return undefined
  const ofValue = parsed
    .filter(({ leaf }) => leaf.key === step.identifier?.value.key)
    .flatMap(({ parts }) => parts)
  // A part of an identifier is looked for in identifiers alone.
  if (ofValue.some(({ operator }) => operator !== 'equals')) return undefined
  const text = ofValue[0]?.text
  const addresses = (text === undefined ? [] : readingsOfAll(text)).flatMap((one) =>
    (schemes.length > 0 ? schemes : [undefined]).flatMap((scheme) =>
      model.identifiers.entityIris(one, scheme),
    ),
  )
  const iris = [
    ...[...new Set(addresses.flatMap((address) => statistics.irisOfIdentifier(address)))].map(namedNode),
    ...ofValue.flatMap(({ condition }) => ownerIris(condition, type, context)),
  ]
  const names = (parent.step?.types ?? [type]).map(({ name }) => name)
  const prefixes =
    text === undefined ? schemes.flatMap((scheme) => statistics.iriPrefixesOfScheme(scheme, names)) : []
  return iris.length + prefixes.length > 0 ? { iris, prefixes } : undefined
}

/** What is made of a condition. @throws Problem invalid-filter for a value that it cannot have */
function explainInvalid<T>(
  { key, value }: Condition,
  type: EntityType,
  { model }: CompileContext,
  make: () => T,
): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof InvalidValue) throw invalidValue(model, type, key, value, error.message)
    throw error
  }
}

function constraintTest(
  { leaf, parts }: ParsedConstraint,
  schemes: readonly string[],
  node: TreeNodeBuilder,
  type: EntityType,
  context: CompileContext,
): ValueTest {
  const identifier = node.step?.identifier
  const tests = parts.map(({ operator, text, condition }) =>
    explainInvalid(condition, type, context, () => {
      if (operator !== 'equals') return createTest(operator, leaf, text, context)
      if (leaf.key === identifier?.value.key) return identifierTest(text, schemes, context)
      // The schemes of a row are words alone: no scheme has a bar in its name.
      const isOfRow = text === condition.filter.row.scheme && leaf.key === identifier?.scheme.key
      return isOfRow
        ? anyTest(valuesIn(text).map((one) => createTest(operator, leaf, one, context)))
        : createTest(operator, leaf, text, context)
    }),
  )
  return tests.reduce(bothTests)
}

function resolveConstraints(node: TreeNodeBuilder, type: EntityType, context: CompileContext): void {
  const schemes = schemesOf(node, context)
  for (const constraint of node.parsed)
    node.constraints.push({
      leaf: constraint.leaf,
      test: constraintTest(constraint, schemes, node, type, context),
    })
  const address = identifierIrisOf(node, schemes, type, context)
  if (address) node.identifierIris = address
  for (const child of node.children) resolveConstraints(child, type, context)
}

/** What conditions ask of the records of a type, read once: for queries, for the index, and for keys of caches. */
export interface ConditionTree {
  readonly type: EntityType
  readonly conditions: readonly Condition[]
  readonly root: ConditionNode
  readonly names: (key: string) => string
}

/**
 * The tree of conditions on records of a type.
 * @throws Problem invalid-filter for an IRI that cannot be one
 */
export function conditionTree(
  type: EntityType,
  conditions: readonly Condition[],
  context: CompileContext,
): ConditionTree {
  const names = createNames()
  const root = groupConditions(
    conditions.flatMap((condition) => (isOfGraph(condition) ? byIdentifiers(condition, context) : [])),
    names,
  )
  resolveConstraints(root, type, context)
  root.words = conditions.flatMap(({ filter, value }) => (filter.words ? wordTest(filter.words, value) : []))
  return { type, conditions, root, names }
}

/** A condition whose values are identifiers, or ids of what has them. */
interface ConditionByIdentifier extends Condition {
  /** The values that are identifiers, as those of a condition; absent: all. */
  readonly identifiers?: string
  readonly ids?: readonly string[]
}

/** The condition by the identifiers that its values are, be there ids beside them; itself where all are ids. */
function byIdentifiers(condition: Condition, context: CompileContext): ConditionByIdentifier {
  const { filter, value } = condition
  const { byIdentifier, row } = filter
  if (!byIdentifier || !row.orIdentifier) return condition
  const { scheme } = row.orIdentifier
  const values = valuesOf(filter, value)
  const identifiers = values.filter((text) => isIdentifier(text, scheme, context))
  if (identifiers.length === 0) return condition
  return {
    ...condition,
    filter: byIdentifier,
    identifiers: joinValues(identifiers),
    ids: values.filter((text) => !identifiers.includes(text)),
  }
}

/** Whether a text has the form of the scheme and is no id of the graph; a wrong check digit may be in data, too. */
function isIdentifier(text: string, scheme: string, { model, base, statistics }: CompileContext): boolean {
  const value = text.trim()
  return (
    model.identifiers.faultOf(scheme, value)?.kind !== 'bad-identifier' &&
    !iriVariants(value, base).some((iri) => statistics.hasSubject(iri))
  )
}
