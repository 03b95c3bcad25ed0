/** Conditions on ids that take identifiers of a scheme as well: a venue by its id, or by its ISSN. */

import { iriVariants } from '../../model/context/iri.ts'
import { joinValues } from '../values/alternatives.ts'
import { valuesOf, type Condition } from '../condition.ts'
import type { CompileContext } from '../values/value-test.ts'

/** A condition whose values are identifiers, or ids of what has them. */
export interface ConditionByIdentifier extends Condition {
  /** The values that are identifiers, as those of a condition; absent: all. */
  readonly identifiers?: string
  readonly ids?: readonly string[]
}

/** The condition by the identifiers that its values are, be there ids beside them; itself where all are ids. */
export function byIdentifiers(condition: Condition, context: CompileContext): ConditionByIdentifier {
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
