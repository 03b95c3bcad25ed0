/** Identifiers of entities: those that their records say, and the one that their own IRI is. */

import type { Model } from '../../model/model.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { decodePercent } from '../../model/values/text.ts'
import {
  isEntity,
  type StoredObject,
  type StoredValue,
  type SubjectFragment,
} from '../../record/rdf/stored.ts'

interface Identifier {
  /** Word of the scheme, in lower case. */
  readonly scheme: string
  readonly value: string
  /** As a record has it; absent: it is made of the scheme and the value. */
  readonly node?: StoredObject
}

/** The field of a type that holds its identifiers, with the keys of a node in it. */
interface IdentifierField {
  readonly key: string
  readonly scheme: string
  readonly value: string
}

function identifierField({ fields }: EntityType): IdentifierField | undefined {
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind !== 'object' || !holdsIdentifiers(field)) continue
    for (const [value, inner] of Object.entries<Field>(field.fields))
      if (inner.kind === 'string' && inner.scheme !== undefined) return { key, scheme: inner.scheme, value }
  }
  return undefined
}

export interface OwnIdentifiers {
  /** What the IRI of an entity says by itself. */
  ofIri(iri: string): Identifier | undefined
  /** What a fragment says. */
  ofFragment(fragment: SubjectFragment): Identifier[]
  /** The field of a type with this identifier; empty for a type without identifiers. */
  asField(type: EntityType, identifier: Identifier): StoredObject
}

/** @param base of the graph, against which words of schemes resolve that the contexts do not know */
export function createOwnIdentifiers(
  { types, vocabulary, identifiers }: Model,
  base: string,
): OwnIdentifiers {
  const fieldsByType = new Map(types.map((type) => [type, identifierField(type)]))
  return {
    ofIri(iri) {
      const scheme = identifiers.readIri(iri)?.scheme
      return scheme === undefined
        ? undefined
        : { scheme, value: identifiers.normalise(scheme, decodePercent(iri)) }
    },
    ofFragment({ subjectType, fields }) {
      const field = isEntity(subjectType) ? fieldsByType.get(subjectType) : undefined
      const nodes = field && (fields[field.key] as StoredValue[] | undefined)
      if (!field || !nodes) return []
      return nodes.flatMap((node) => {
        const { [field.scheme]: scheme, [field.value]: value } = node as StoredObject
        if (typeof scheme !== 'string' || typeof value !== 'string') return []
        return {
          scheme: vocabulary.compactIri(scheme, base).toLowerCase(),
          value,
          node: node as StoredObject,
        }
      })
    },
    asField(type, { scheme, value, node }) {
      const field = fieldsByType.get(type)
      if (!field) return {}
      const made = { [field.scheme]: vocabulary.expandTerm(scheme, base), [field.value]: value }
      return { [field.key]: [node ?? made] }
    },
  }
}
