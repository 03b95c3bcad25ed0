/**
 * What is known of a subject at the end of a load → the parts that are written, and what is record and what
 * mention.
 */

import type { FindingKind } from '../../findings.ts'
import { groupBy } from '../../model/values/group-by.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import {
  fieldsOf,
  reduceBalanced,
  isEntity,
  kindOf,
  reconcileTypes,
  mergeFragments,
  projectOnto,
  valuesOf,
  type OnConflict,
  type SubjectFragment,
  type StoredObject,
  type Subject,
} from '../../record/stored.ts'
import { bitOf, typesIn, type Mask } from '../../store/entities/entity-index.ts'
import type { Origin, Told } from './told.ts'

/** Warns of a subject; without origin where no single record is the cause. */
export type WarnOf = (
  kind: FindingKind,
  origin: Origin | undefined,
  iri: string,
  path: readonly string[],
  message: string,
) => void

/** The state of a subject when all inputs are read. */
export interface Known {
  readonly iri: string
  /** Types of records that stand by themselves, as bits. */
  readonly written: Mask
  /** Types that anything says of it, as bits. */
  readonly types: Mask
  /** Whether its graph holds more than its entity class. */
  readonly full: boolean
  /** Type to assume if nothing says one. */
  readonly assumed?: EntityType
}

export interface Settled {
  readonly types: Mask
  readonly full: boolean
  /** What is to be written, or united with what is written. */
  readonly parts: readonly SubjectFragment[]
}

const disagree =
  (warn: WarnOf, origin: Origin | undefined, iri: string): OnConflict =>
  (path, kept, dropped) =>
    warn(
      'conflicting-copies',
      origin,
      iri,
      path,
      `differs between copies: ${JSON.stringify(kept)} is kept, ${JSON.stringify(dropped)} is not`,
    )

/**
 * Settles a subject of which something was told beside its own records.
 * @param compare gets each copy of which the subject has a record that stands by itself: it adds nothing
 */
export function settle(
  model: Model,
  known: Known,
  told: readonly Told[],
  warn: WarnOf,
  compare: (copy: SubjectFragment, origin: Origin | undefined) => void,
): Settled {
  const { iri, written } = known
  const adding: Copy[] = []
  for (const { how, part, origin } of told) {
    if (how !== 'copy' || !part) continue
    const adds =
      !isEntity(part.subjectType) ||
      (part.typeIsGuessed ? written === 0 : (written & bitOf(model, part.subjectType)) === 0)
    if (adds) adding.push({ part, origin })
    else compare(part, origin)
  }
  const settled = rest(model, known, uniteCopies(adding, warn, iri), warn)
  const full =
    known.full ||
    settled.parts.some(({ subjectType: of, fields }) => isEntity(of) && Object.keys(fields).length > 0)
  const silent = told.find(({ how }) => how === 'silent')
  if (silent && !full)
    warn(
      'empty-record',
      silent.origin,
      iri,
      [],
      'tells nothing but id and type; it is a mention, not a record',
    )
  return { ...settled, full }
}

interface Copy {
  readonly part: SubjectFragment
  readonly origin: Origin | undefined
}

/** One part of each kind, the certain ones apart from the tentative. */
function uniteCopies(copies: readonly Copy[], warn: WarnOf, iri: string): SubjectFragment[] {
  const kinds = groupBy(copies, ({ part }) => `${kindOf(part.subjectType)} ${part.typeIsGuessed}`)
  const two = (a: Copy, b: Copy): Copy => ({
    part: {
      ...a.part,
      fields: uniteParts(b.part.subjectType, a.part.fields, b.part.fields, disagree(warn, b.origin, iri)),
    },
    origin: b.origin,
  })
  return [...kinds.values()].map((same) => (reduceBalanced(same, two) as Copy).part)
}

function addCopy(copies: SubjectFragment[], found: SubjectFragment, onConflict: OnConflict): void {
  const i = copies.findIndex(
    (copy) =>
      kindOf(copy.subjectType) === kindOf(found.subjectType) && copy.typeIsGuessed === found.typeIsGuessed,
  )
  const known = copies[i]
  if (!known) copies.push(found)
  else copies[i] = { ...known, fields: uniteParts(found.subjectType, known.fields, found.fields, onConflict) }
}

/** What is known of an IRI beside its own records, as parts that may be written. */
function rest(
  model: Model,
  { iri, written, types: said, assumed }: Known,
  copies: readonly SubjectFragment[],
  warn: WarnOf,
): Omit<Settled, 'full'> {
  const onConflict = disagree(warn, undefined, iri)
  const entities = copies.filter((copy) => isEntity(copy.subjectType))
  const certain = entities.filter((copy) => !copy.typeIsGuessed)
  let types = said
  for (const copy of entities.filter(({ typeIsGuessed: tentative }) => tentative)) {
    const said = typesIn(model, types)
    const as = (type: EntityType): ReturnType<typeof projectOnto> => projectOnto(valuesOf(copy), type.fields)
    const type =
      said.find((one) => as(one).others.length === 0) ?? said[0] ?? (copy.subjectType as EntityType)
    types |= bitOf(model, type)
    const { values: fields, others } = as(type)
    for (const path of others)
      warn(
        'unknown-key',
        undefined,
        iri,
        path,
        `is told of it without a type; others say that it is a ${type.name}, which has no such key or holds it in another shape; the value is left out`,
      )
    addCopy(certain, { iri, subjectType: type, fields }, onConflict)
  }
  if (types === 0 && assumed) types = bitOf(model, assumed)
  const telling = reconcileTypes(certain, onConflict)
  const mentioned = typesIn(model, types & ~written).filter(
    (type) => !telling.some((copy) => copy.subjectType === type),
  )
  return {
    types,
    parts: [
      ...telling,
      ...mentioned.map((of) => ({ iri, subjectType: of, fields: {} })),
      ...copies.filter((copy) => !isEntity(copy.subjectType)),
    ],
  }
}

function uniteParts(
  subject: Subject,
  a: StoredObject,
  b: StoredObject,
  onConflict: OnConflict,
): StoredObject {
  if (!isEntity(subject) && subject.kind === 'typedIri')
    return { class: [...new Set([...[a['class'] ?? []].flat(), ...[b['class'] ?? []].flat()])] }
  return mergeFragments(fieldsOf(subject), a, b, onConflict)
}
