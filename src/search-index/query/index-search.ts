/**
 * Conditions answered by the index: the values of columns that meet them, and from entities that do to the records
 * that name these.
 */

import type { Task } from '../../admission/task.ts'
import type { Constraint, ConditionNode, ConditionTree } from '../../filter/query/condition-tree.ts'
import { isTerm, type GraphTerm, type ValueTest } from '../../filter/values/value-test.ts'
import { pathKey, type PathTarget, type Step } from '../../model/rows/paths.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { XSD } from '../../model/context/iri.ts'
import type { Operand } from '../../sparql/ast.ts'
import { quote } from '../../record/rdf/triples.ts'
import { forwards, type ColumnReader, type Columns, type ColumnValues } from './columns.ts'
import type { EntityIndex } from './entity-index.ts'
import { intersect, unite, type Positions } from './matches.ts'
import type { TextSearch } from './text-search.ts'

/** External identifiers, as they are stored: one of the values, on a node that has one of the schemes. */
export interface StoredIdentifiers {
  /** Predicates from the owner to the node, and from there to the value. */
  readonly nodePredicates: readonly string[]
  readonly value: readonly string[]
  readonly values: readonly string[]
  /** Absent: of any scheme. */
  readonly scheme?: { readonly predicates: readonly string[]; readonly iris: readonly string[] }
}

/**
 * The owners of identifiers, among the entities that may be; undefined where these are not indexed, or are so
 * many that an engine should look for them.
 */
export type IdentifierSearch = (
  identifiers: StoredIdentifiers,
  mayBe: (iri: string) => boolean,
  task: Task,
) => readonly string[] | undefined

export interface SearchedIndex {
  readonly model: Model
  readonly index: EntityIndex
  readonly texts: TextSearch
  readonly columns: Columns
  readonly withIdentifier: IdentifierSearch
}

/** Finds records; it is made before anything is looked for, as one part that the index does not tell is enough. */
type Find = () => Promise<Positions>

/** Thrown where an engine is needed. */
class NotIndexed extends Error {}

/** The records that meet all conditions of a tree; undefined where SPARQL alone can tell. */
export async function findInIndex(
  { type, root }: ConditionTree,
  searched: SearchedIndex,
  task: Task,
): Promise<Positions | undefined> {
  try {
    return await new Planner(searched, root, task).entity(type, root)()
  } catch (error) {
    if (error instanceof NotIndexed) return undefined
    throw error
  }
}

/** Plain strings and truth values have one form, so that equal terms are equal texts. */
function textOfTerm(term: Operand): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`
  if (term.termType !== 'Literal') throw new NotIndexed()
  const { value } = term.datatype
  if (value === `${XSD}boolean`) return `${quote(term.value)}^^<${value}>`
  if (value !== `${XSD}string`) throw new NotIndexed()
  return quote(term.value)
}

function valuesOfTest(test: ValueTest): ColumnValues {
  if (test.kind === 'oneOf') return test.terms.map(textOfTerm)
  if (!test.holds) throw new NotIndexed()
  return test.holds
}

const isTrueOf = (term: GraphTerm, { test }: Constraint): boolean =>
  test.kind === 'oneOf' ? test.terms.some((one) => isTerm(term, one)) : (test.holds?.(term) ?? false)

const valuesOf = (constraints: readonly Constraint[], key: string): Constraint[] =>
  constraints.filter(({ leaf }) => leaf.key === key)

const iriTerms = ({ test }: Constraint): string[] => {
  if (test.kind !== 'oneOf') throw new NotIndexed()
  return test.terms.map(({ value }) => value)
}

class Planner {
  readonly #searched: SearchedIndex
  readonly #root: ConditionNode
  readonly #task: Task

  constructor(searched: SearchedIndex, root: ConditionNode, task: Task) {
    this.#searched = searched
    this.#root = root
    this.#task = task
  }

  /** The records of a type that meet the conditions of a node. */
  entity(type: EntityType, node: ConditionNode): Find {
    const finds = [
      ...node.constraints.map((constraint) => this.#constraint(type, node, [], constraint)),
      ...node.children.map((child) => this.#child(type, [], child)),
    ]
    return async () => {
      const lists: Positions[] = []
      for (const find of finds) lists.push(await find())
      return lists.reduce(intersect)
    }
  }

  /** @param leaf at the end of the steps; absent: their nodes are the values */
  #column(type: EntityType, steps: readonly Step[], leaf?: PathTarget): ColumnReader {
    const column = this.#searched.columns(type, pathKey(steps, leaf))
    if (!column) throw new NotIndexed()
    return column
  }

  /** A condition on a value of a node. @param steps from the entity to the node */
  #constraint(type: EntityType, node: ConditionNode, steps: readonly Step[], constraint: Constraint): Find {
    const { leaf, test } = constraint
    const records = this.#searched.index.records(type)
    if (steps.length === 0 && leaf.kind === 'id') {
      const iris = iriTerms(constraint)
      return () => records.positionsOf(iris, this.#task)
    }
    const { texts } = this.#searched
    const { needle } = test.kind === 'matches' ? test : {}
    if (steps.length === 0 && needle !== undefined && texts.answers(type, leaf.predicates))
      return () => texts.find(type, leaf.predicates, needle, this.#task)
    const column = this.#column(type, steps, leaf)
    const values = valuesOfTest(test)
    const find: Find = async () => column.having(column.numbersOf(values, this.#task), this.#task)
    if (test.kind !== 'noneMatches') return find
    // Of what is referred to, what is no record lacks everything, too.
    if (node !== this.#root) throw new NotIndexed()
    return async () => {
      const has = new Uint8Array(records.length)
      for (const position of await find()) has[position] = 1
      return Uint32Array.from(has.keys()).filter((position) => has[position] === 0)
    }
  }

  /** @param before the steps from the entity to the parent of the node */
  #child(type: EntityType, before: readonly Step[], node: ConditionNode): Find {
    const step = node.step as Step
    const steps = [...before, step]
    if (step.excludesEntities) throw new NotIndexed()
    if (step.types.length > 0)
      return step.inverse ? this.#inverse(type, before, node, step) : this.#reference(type, steps, node)
    const { constraints, children } = node
    if (step.identifier && before.length === 0 && !step.inverse) {
      const find = this.#identifier(type, node, step)
      if (find) return find
    }
    if (children.length === 0 && constraints.every(({ leaf }) => leaf.predicates.length === 0)) {
      const column = this.#column(type, steps)
      const values = constraints.map(({ test }) => valuesOfTest(test))
      const isMeant = (term: GraphTerm): boolean => constraints.every((one) => isTrueOf(term, one))
      const [only] = values
      return async () =>
        column.having(column.numbersOf(only && values.length === 1 ? only : isMeant, this.#task), this.#task)
    }
    // Two conditions on one node without an IRI: which values stand on one, columns do not say.
    if (constraints.length + children.length !== 1) throw new NotIndexed()
    const [constraint] = constraints
    return constraint
      ? this.#constraint(type, node, steps, constraint)
      : this.#child(type, steps, children[0] as ConditionNode)
  }

  /** Who has an identifier, or is one; undefined for conditions on a part of it. */
  #identifier(
    type: EntityType,
    { constraints, children, identifierIris }: ConditionNode,
    step: Step,
  ): Find | undefined {
    const { value, scheme } = step.identifier as NonNullable<Step['identifier']>
    const [ofValue, ofScheme] = [value, scheme].map(({ key }) => valuesOf(constraints, key))
    const [[one], [other]] = [ofValue ?? [], ofScheme ?? []]
    const parts = [one, other].filter((part) => part !== undefined)
    if (parts.length < constraints.length || children.length > 0) return undefined
    if (parts.some(({ test }) => test.kind !== 'oneOf')) return undefined
    const { index, withIdentifier } = this.#searched
    const records = index.records(type)
    const iris = identifierIris?.iris.map((iri) => iri.value) ?? []
    if (one) {
      const identifiers: StoredIdentifiers = {
        nodePredicates: step.predicates,
        value: value.predicates,
        values: iriTerms(one),
        ...(other && { scheme: { predicates: scheme.predicates, iris: iriTerms(other) } }),
      }
      const owners = withIdentifier(identifiers, (iri) => index.entryOf(iri).types.includes(type), this.#task)
      if (!owners) throw new NotIndexed()
      return () => records.positionsOf([...iris, ...owners], this.#task)
    }
    const column = this.#column(type, [step], scheme)
    const schemes = valuesOfTest((other as Constraint).test)
    return async () =>
      [
        await records.positionsOf(iris, this.#task),
        ...(identifierIris?.prefixes ?? []).map((prefix) => records.startingWith(prefix)),
      ].reduce(unite, column.having(column.numbersOf(schemes, this.#task), this.#task))
  }

  /** Records that name an entity which meets the conditions of a node. */
  #reference(type: EntityType, steps: readonly Step[], node: ConditionNode): Find {
    const column = this.#column(type, steps)
    const { constraints, children } = node
    const isOfIds = constraints.every(
      ({ leaf, test }) => leaf.predicates.length === 0 && test.kind === 'oneOf',
    )
    if (isOfIds && children.length === 0) {
      const [first = [], ...others] = constraints.map(({ test }) => valuesOfTest(test) as readonly string[])
      const terms = first.filter((term) => others.every((list) => list.includes(term)))
      return async () => column.having(column.numbersOf(terms, this.#task), this.#task)
    }
    if (constraints.some(({ leaf, test }) => leaf.kind === 'type' || test.kind === 'noneMatches'))
      throw new NotIndexed()
    const finds = column.types.map((name) => {
      const target = this.#searched.model.typeNamed(name)
      if (!target) throw new NotIndexed()
      return [target, this.entity(target, node)] as const
    })
    // What is only mentioned has an IRI, which may be an identifier, and nothing else.
    const mayBeMentions = isOfIds && children.every(({ identifierIris }) => identifierIris)
    return async () => {
      const numbers = mayBeMentions ? column.numbersOf((term) => meetsByIri(term, node), this.#task) : []
      for (const [target, find] of finds) {
        const found = await find()
        if (found.length === 0) continue
        const isFound = new Uint8Array(this.#searched.index.records(target).length + 1)
        for (const position of found) isFound[position + 1] = 1
        const targets = column.targets(target)
        for (let number = 0; number < targets.length; number++)
          if (isFound[targets[number] as number]) numbers.push(number)
      }
      return column.having(numbers, this.#task)
    }
  }

  /** Records that an entity names which meets the conditions of a node. */
  #inverse(type: EntityType, before: readonly Step[], node: ConditionNode, step: Step): Find {
    const [source, ...more] = step.types
    if (!source || more.length > 0 || before.length > 0 || node.parent !== this.#root) throw new NotIndexed()
    const column = this.#column(source, [forwards(step, [type])])
    const find = this.entity(source, node)
    return async () => {
      const numbers = column.numbersAt(await find(), this.#task)
      const targets = column.targets(type)
      const positions = numbers.map((number) => targets[number] as number).filter((place) => place > 0)
      return Uint32Array.from(positions, (place) => place - 1).sort()
    }
  }
}

/** Whether an entity meets conditions by its IRI alone. */
const meetsByIri = ({ kind, value }: GraphTerm, { constraints, children }: ConditionNode): boolean =>
  kind === 'iri' &&
  constraints.every((constraint) => isTrueOf({ kind, value }, constraint)) &&
  children.every(
    ({ identifierIris }) =>
      identifierIris?.iris.some((iri) => iri.value === value) ||
      identifierIris?.prefixes.some((prefix) => value.startsWith(prefix)),
  )
