/** IRIs that are themselves an identifier: what a query asks of the owner instead of its identifiers. */

import type { Leaf } from '../model/paths.ts'
import { anyOf, isOneOf, operation, type Expression } from '../sparql/ast.ts'
import { literalTerm } from '../sparql/terms.ts'
import type { Address, Ask } from './nodes.ts'

/** The node itself as the value of a condition. */
const SELF: Leaf = { key: 'local_identifier', kind: 'id', predicates: [], types: [] }

const begins = (value: Expression, prefixes: readonly string[]): Expression =>
  anyOf(prefixes.map((prefix) => operation('strstarts', operation('str', value), literalTerm(prefix))))

/** That the IRI of the owner is the identifier. */
export const addressIs = ({ iris, prefixes }: Address, owner: Expression): Expression =>
  anyOf([
    ...(iris.length > 0 ? [isOneOf(owner, iris)] : []),
    ...(prefixes.length > 0 ? [begins(owner, prefixes)] : []),
  ])

/** The same as a condition on the owner. */
export const askAddress = ({ iris, prefixes }: Address): Ask => ({
  leaf: SELF,
  test:
    iris.length > 0
      ? { kind: 'terms', terms: iris, matches: iris.length }
      : { kind: 'holds', of: (value) => begins(value, prefixes) },
})
