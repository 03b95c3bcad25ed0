/** Conditions on ids that take identifiers of a scheme as well: a venue by its id, or by its ISSN. */

import { iriVariants } from '../../model/context/iri.ts'
import { valuesOf, type Condition } from '../condition.ts'
import { InvalidValue, type CompileContext } from './value-test.ts'

/**
 * The condition by the identifiers that its values are; itself where they are ids.
 * @throws InvalidValue for ids and identifiers in one condition
 */
export function byIdentifiers(condition: Condition, context: CompileContext): Condition {
  const { filter, value } = condition
  const { byIdentifier, row } = filter
  if (!byIdentifier || !row.orIdentifier) return condition
  const { scheme } = row.orIdentifier
  const values = valuesOf(filter, value)
  const identifiers = values.filter((text) => isIdentifier(text, scheme, context))
  if (identifiers.length === 0) return condition
  if (identifiers.length < values.length)
    throw new InvalidValue(`ids and identifiers of the scheme ${scheme} need a condition each`)
  return { ...condition, filter: byIdentifier }
}

/** Whether a text has the form of the scheme and is no id of the graph; a wrong check digit may be in data, too. */
function isIdentifier(text: string, scheme: string, { model, base, statistics }: CompileContext): boolean {
  const value = text.trim()
  return (
    model.identifiers.faultOf(scheme, value)?.kind !== 'bad-identifier' &&
    !iriVariants(value, base).some((iri) => statistics.hasSubject(iri))
  )
}
