/** Where the rows have identifiers: nodes in which a text is read by the scheme that stands beside it. */

import type { EntityType, Field } from './rows/row.ts'
import { walkFields, type Model } from './model.ts'

/** Predicate IRIs. */
export interface IdentifierPredicates {
  /** From the owner to the node. */
  readonly hasIdentifier: string
  readonly scheme: string
  readonly value: string
  /** The owner is the entity itself, not a node below it. */
  readonly ofEntity: boolean
}

export function identifiersOf({ vocabulary }: Model, type: EntityType): IdentifierPredicates[] {
  const iri = (key: string): string => vocabulary.iri(key) as string
  return [...walkFields(type.fields)].flatMap(({ path, field }) => {
    if (field.kind !== 'object') return []
    return Object.entries(field.fields).flatMap(([key, inner]) =>
      inner.kind === 'string' && inner.scheme !== undefined
        ? [
            {
              hasIdentifier: iri(path.at(-1) as string),
              scheme: iri(inner.scheme),
              value: iri(key),
              ofEntity: path.length === 1,
            },
          ]
        : [],
    )
  })
}

/** Whether a field is of identifiers, each with its scheme. */
export const holdsIdentifiers = (field: Field | undefined): boolean =>
  field?.kind === 'object' &&
  Object.values(field.fields).some((inner) => inner.kind === 'string' && inner.scheme !== undefined)
