/** Conditions that ask for entities by their ids and external identifiers, which an index knows by value. */

import type { Condition } from '../filter/condition.ts'
import { conditionTree, type ConditionNode } from '../filter/query/condition-tree.ts'
import type { CompileContext } from '../filter/values/value-test.ts'
import type { EntityType } from '../model/rows/row.ts'

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
) => readonly string[] | undefined

/** One of the IRIs, or an owner of one of the identifiers. */
export interface Identity {
  readonly iris: readonly string[]
  readonly identifiers?: StoredIdentifiers
}

/**
 * What an entity of a type must be, each of it, to meet conditions; undefined where they ask for more.
 * @throws Problem invalid-filter for an IRI that cannot be one and that the graph does not know
 */
export function identitiesThatMeet(
  type: EntityType,
  conditions: readonly Condition[],
  context: CompileContext,
): readonly Identity[] | undefined {
  if (!conditions.every(isOfIdentity)) return undefined
  const { root } = conditionTree(type, conditions, context)
  const identities = [...root.constraints.map(identityOfId), ...root.children.map(identityOfNode)]
  return identities.every((one) => one !== undefined) ? identities : undefined
}

const isOfIdentity = ({ filter: { row, path } }: Condition): boolean => {
  const [step, ...more] = path.steps
  return (
    row.operator === 'equals' &&
    (step ? step.identifier !== undefined && more.length === 0 : path.target.kind === 'id')
  )
}

type Constraints = ConditionNode['constraints']

const termsOf = ({ test }: Constraints[number]): string[] | undefined =>
  test.kind === 'oneOf' ? test.terms.map(({ value }) => value) : undefined

function identityOfId(constraint: Constraints[number]): Identity | undefined {
  const iris = termsOf(constraint)
  return iris && { iris }
}

/** Of one node: it must have one value, and may have a scheme. */
function identityOfNode({ step, constraints, identifierIris }: ConditionNode): Identity | undefined {
  if (!step?.identifier || step.inverse || step.excludesEntities) return undefined
  const { value, scheme } = step.identifier
  const ofValue = constraints.filter(({ leaf }) => leaf.key === value.key)
  const ofScheme = constraints.filter(({ leaf }) => leaf.key === scheme.key)
  const [only] = ofValue
  const [schemeConstraint] = ofScheme
  if (
    !only ||
    ofValue.length > 1 ||
    ofScheme.length > 1 ||
    constraints.length > ofValue.length + ofScheme.length
  )
    return undefined
  const values = termsOf(only)
  const schemes = schemeConstraint && termsOf(schemeConstraint)
  if (!values || (schemeConstraint && !schemes)) return undefined
  return {
    iris: identifierIris?.iris.map(({ value: iri }) => iri) ?? [],
    identifiers: {
      nodePredicates: step.predicates,
      value: value.predicates,
      values,
      ...(schemes && { scheme: { predicates: scheme.predicates, iris: schemes } }),
    },
  }
}
