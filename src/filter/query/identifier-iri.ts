/** IRIs that are themselves an identifier: what a query asks of the owner instead of its identifiers. */

import type { PathTarget } from '../../model/rows/paths.ts'
import { or, inList, operation, type Expression } from '../../sparql/ast.ts'
import { literal } from '../../sparql/terms.ts'
import type { IdentifierIris, Constraint } from './condition-tree.ts'

/** The node itself as the value of a condition. */
const SELF: PathTarget = { key: 'local_identifier', kind: 'id', predicates: [], types: [] }

const startsWithAny = (value: Expression, prefixes: readonly string[]): Expression =>
  or(prefixes.map((prefix) => operation('strstarts', operation('str', value), literal(prefix))))

/** That the IRI of the owner is the identifier. */
export const ownerIriEquals = ({ iris, prefixes }: IdentifierIris, owner: Expression): Expression =>
  or([
    ...(iris.length > 0 ? [inList(owner, iris)] : []),
    ...(prefixes.length > 0 ? [startsWithAny(owner, prefixes)] : []),
  ])

/** The same as a condition on the owner. */
export const ownerIriConstraint = ({ iris, prefixes }: IdentifierIris): Constraint => ({
  leaf: SELF,
  test:
    iris.length > 0
      ? { kind: 'oneOf', terms: iris, estimate: iris.length }
      : { kind: 'matches', expression: (value) => startsWithAny(value, prefixes) },
})
