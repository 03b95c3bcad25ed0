/** Embedded copies of a subject that has no record of their type → one fragment of each type. */

import { withArticle } from '../../model/values/text.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { groupBy } from '../../model/values/collections.ts'
import {
  fieldsOf,
  isEntity,
  kindOf,
  mergeFragments,
  projectOnto,
  reconcileTypes,
  reduceBalanced,
  valuesOf,
  type OnConflict,
  type StoredObject,
  type Subject,
  type SubjectFragment,
} from '../../record/rdf/stored.ts'
import { bitOf, typesIn, type Mask } from '../../search-index/query/entity-index.ts'
import type { DeclaredTypes } from './declared-types.ts'
import type { EmbeddedPart } from './part.ts'
import { mergeByType } from './record-sources.ts'
import type { Conflicts, WarnOfSubject } from './warnings.ts'

export interface MergedEmbedded {
  /** All types of the subject, those of its records too. */
  readonly types: Mask
  readonly fragments: readonly SubjectFragment[]
}

export function mergeEmbedded(
  model: Model,
  iri: string,
  { stated, ofRecords, assumed }: DeclaredTypes,
  copies: readonly EmbeddedPart[],
  warn: WarnOfSubject,
  conflicts: Conflicts,
): MergedEmbedded {
  const merged = mergeCopies(copies, conflicts)
  const entities = merged.filter(({ subjectType }) => isEntity(subjectType))
  const typed = entities.filter(({ typeIsGuessed }) => !typeIsGuessed)
  let types = stated
  for (const guessed of entities.filter(({ typeIsGuessed }) => typeIsGuessed)) {
    const { type, fields, others: unmatchedPaths } = chooseType(model, types, guessed)
    types |= bitOf(model, type)
    for (const path of unmatchedPaths)
      warn(
        'unknown-key',
        undefined,
        iri,
        path,
        `is given without a type; elsewhere the entity is ${withArticle(type.name)}, which has no such key or ` +
          'has it in another form; the value is ignored',
      )
    typed.push({ iri, subjectType: type, fields })
  }
  if (types === 0 && assumed) types = bitOf(model, assumed)
  const filled = reconcileTypes(mergeByType(model, typed, conflicts.add), conflicts.add)
  const mentioned = typesIn(model, types & ~ofRecords).filter(
    (type) => !filled.some(({ subjectType }) => subjectType === type),
  )
  return {
    types,
    fragments: [
      ...filled,
      ...mentioned.map((subjectType) => ({ iri, subjectType, fields: {} })),
      ...merged.filter(({ subjectType }) => !isEntity(subjectType)),
    ],
  }
}

/** One fragment of each type, those of guessed types by themselves. */
export function mergeCopies(copies: readonly EmbeddedPart[], conflicts?: Conflicts): SubjectFragment[] {
  const kinds = groupBy(copies, ({ fragment }) => `${kindOf(fragment.subjectType)} ${fragment.typeIsGuessed}`)
  const two = (a: EmbeddedPart, b: EmbeddedPart): EmbeddedPart => {
    const onConflict: OnConflict = (...values) => conflicts?.add(...values, b.origin)
    const fields = mergeFields(b.fragment.subjectType, a.fragment.fields, b.fragment.fields, onConflict)
    return { ...b, fragment: { ...b.fragment, fields } }
  }
  return Array.from(kinds.values(), (same) => (reduceBalanced(same, two) as EmbeddedPart).fragment)
}

/** The stated type that holds most of what is said without one. */
function chooseType(
  model: Model,
  types: Mask,
  guessed: SubjectFragment,
): { type: EntityType; fields: StoredObject; others: readonly (readonly string[])[] } {
  const stated = typesIn(model, types)
  const on = (type: EntityType): ReturnType<typeof projectOnto> => projectOnto(valuesOf(guessed), type.fields)
  const type =
    stated.find((one) => on(one).unmatchedPaths.length === 0) ??
    stated[0] ??
    (guessed.subjectType as EntityType)
  const { values: fields, unmatchedPaths } = on(type)
  return { type, fields, others: unmatchedPaths }
}

function mergeFields(
  subject: Subject,
  a: StoredObject,
  b: StoredObject,
  onConflict: OnConflict,
): StoredObject {
  if (!isEntity(subject) && subject.kind === 'typedIri')
    return { class: [...new Set([...[a['class'] ?? []].flat(), ...[b['class'] ?? []].flat()])].sort() }
  return mergeFragments(fieldsOf(subject), a, b, onConflict)
}
