/** The entity types of a subject, from all that says one. */

import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import { isEntity } from '../../record/rdf/stored.ts'
import { bitOf, typesIn, type Mask } from '../../search-index/query/entity-index.ts'
import type { Part } from './part.ts'
import type { WarnOfSubject } from './warnings.ts'

export interface DeclaredTypes {
  /** Types that records and embedded entities state. */
  readonly stated: Mask
  /** Types of which there is a top-level record. */
  readonly ofRecords: Mask
  /** The type to assume if none is stated: the smallest by code point of those that references expect. */
  readonly assumed?: EntityType
}

/** Reports types that differ, and records of one type. */
export function declaredTypes(
  model: Model,
  iri: string,
  parts: readonly Part[],
  warn: WarnOfSubject,
): DeclaredTypes {
  let [stated, ofRecords]: [Mask, Mask] = [0, 0]
  let assumed: string | undefined
  const assume = (name: string): void => {
    if (assumed === undefined || compareCodePoints(name, assumed) < 0) assumed = name
  }
  for (const part of parts) {
    if (part.kind === 'reference') assume(part.expected.at(-1) as string)
    if (part.kind !== 'record' && part.kind !== 'embedded') continue
    const { subjectType: type, typeIsGuessed, fields } = part.fragment
    if (!isEntity(type)) continue
    if (typeIsGuessed) {
      if (Object.keys(fields).length === 0) assume(type.name)
      continue
    }
    const bit = bitOf(model, type)
    if (stated !== 0 && !(stated & bit)) {
      const names = typesIn(model, stated | bit).map(({ name }) => name)
      warn('conflicting-types', part.origin, iri, [], `is used for two kinds: ${names.sort().join(' and ')}`)
    }
    stated |= bit
    if (part.kind !== 'record') continue
    if (ofRecords & bit && !part.origin.isAddition)
      warn('duplicate-record', part.origin, iri, [], `is there twice as ${type.name}; the two are united`)
    ofRecords |= bit
  }
  return { stated, ofRecords, assumed: assumed === undefined ? undefined : model.typeNamed(assumed) }
}
