/** Paths of filters: JSON keys resolved to predicates, and which of their steps may lead to several nodes. */

import { RDF_TYPE } from '../context/iri.ts'
import { suggestNames } from '../values/closest-match.ts'
import { isArray } from './walk.ts'
import type { EntityType, Field, Fields, Kind, ObjectField } from './row.ts'
import type { Vocabulary } from '../context/vocabulary.ts'

/**
 * What is at the end of a path: a field, the id or type of the node itself, one side of a text with a language,
 * whether the node is only cited, or its kind.
 */
export type TargetKind = Kind | 'id' | 'type' | '@value' | '@language' | '@cited' | '@kind'

/** The value at the end of a path; without predicates it is the node itself. */
export interface PathTarget {
  readonly key: string
  readonly kind: TargetKind
  readonly predicates: readonly string[]
  readonly field?: Field
  /** Class of an entity's own type, for the leaf `entity_type`; the type that has the kinds. */
  readonly types: readonly EntityType[]
}

/** From a node to other nodes: entities, nodes without identity, or texts with a language. */
export interface Step {
  /** The step as the path writes it. */
  readonly key: string
  /** Any of them leads on. */
  readonly predicates: readonly string[]
  /** The triples point from the next node to this one. */
  readonly inverse: boolean
  /** Several nodes may be there. */
  readonly multiple: boolean
  /** Types of the entities that it leads to; none for other nodes. */
  readonly types: readonly EntityType[]
  /** Entities that the predicate reaches are excluded, because another field has them. */
  readonly excludesEntities?: true
  /** The two sides of a node that is an identifier: a value, and the scheme by which it is read. */
  readonly identifier?: { readonly value: PathTarget; readonly scheme: PathTarget }
}

export interface Path {
  readonly steps: readonly Step[]
  readonly target: PathTarget
}

/** The same text for paths that lead to the same values. @param target at the end of the steps; absent: their nodes */
export const pathKey = (
  steps: readonly Pick<Step, 'predicates' | 'inverse'>[],
  { kind, key, predicates = [] }: Partial<Pick<PathTarget, 'kind' | 'key' | 'predicates'>> = {},
): string =>
  kind === '@kind'
    ? (key ?? kind)
    : [
        ...steps.map((step) => (step.inverse ? '^' : '') + step.predicates.join('|')),
        predicates.join('|'),
      ].join(' ')

/** What resolving needs of a model. */
export interface PathResolver {
  readonly vocabulary: Pick<Vocabulary, 'iri' | 'terms'>
  typeNamed(name: string): EntityType | undefined
}

/** A path that the rows cannot follow; the message says where it ends. */
export class PathError extends Error {}

/** A path over a reference to a type that there is not, which is a fault of the field. */
export class UnknownTypeError extends PathError {}

interface FieldAt {
  readonly key: string
  readonly field: Field
}

/**
 * Where a path has come to: the fields that may follow, the entity types if it is at entities, and whether it
 * is at text or at a class.
 */
interface Cursor {
  readonly tables: readonly Fields[]
  readonly types: readonly EntityType[]
  readonly text?: true
  readonly ofClass?: true
}

const TEXT_SIDES: readonly string[] = ['@value', '@language'] satisfies TargetKind[]

/**
 * Resolves a path from the records of a type.
 * @param text as in FilterRow.path
 * @throws PathError naming the key that does not lead on
 */
export function resolvePath(names: PathResolver, type: EntityType, text: string): Path {
  const backwards = text.startsWith('^')
  const keys = text.slice(backwards ? 1 : 0).split('.')
  const steps: Step[] = []
  let place: Cursor = { tables: [type.fields], types: [type] }
  for (const [i, key] of keys.entries()) {
    if (i === keys.length - 1) return { steps, target: targetOf(names, key, place) }
    const candidates = fieldsAt(key, place)
    const [{ field }] = candidates
    if (field.kind === 'nest') {
      place = { tables: [field.fields], types: [] }
      continue
    }
    if (field.kind === 'labelledClass' && field.selfClass) {
      place = { tables: [field.fields], types: [], ofClass: true }
      continue
    }
    const step =
      backwards && !steps.some(({ inverse }) => inverse)
        ? inverseOf(stepOf(names, key, candidates), type)
        : stepOf(names, key, candidates)
    steps.push(step)
    place =
      'fields' in field
        ? { tables: [field.fields], types: [], ...(field.kind === 'labelledClass' && { ofClass: true }) }
        : field.kind === 'langString'
          ? { tables: [], types: [], text: true }
          : { tables: step.types.map(({ fields }) => fields), types: step.types }
  }
  throw new PathError('is empty')
}

const fieldNames = (tables: readonly Fields[]): Set<string> => new Set(tables.flatMap(Object.keys))

function fieldsAt(key: string, { tables }: Cursor): [FieldAt, ...FieldAt[]] {
  const candidates = key.split('|').flatMap((name) => {
    const field = tables.find((table) => Object.hasOwn(table, name))?.[name]
    return field ? [{ key: name, field }] : []
  })
  const [first] = candidates
  if (!first || candidates.length < key.split('|').length)
    throw new PathError(`has ${key}, which is not a field; ${suggestNames(key, fieldNames(tables))}`)
  if (candidates.some(({ field }) => field.kind !== first.field.kind))
    throw new PathError(`has ${key}, which are fields of different kinds`)
  return candidates as [FieldAt, ...FieldAt[]]
}

const predicatesOf = ({ vocabulary }: PathResolver, found: readonly FieldAt[]): string[] => [
  ...new Set(
    found.map(({ key, field }) => (field.kind === 'rdfType' ? RDF_TYPE : (vocabulary.iri(key) as string))),
  ),
]

function targetOf(names: PathResolver, key: string, place: Cursor): PathTarget {
  if (place.text) {
    if (!TEXT_SIDES.includes(key))
      throw new PathError(`has ${key} after a text; one of ${TEXT_SIDES.join(', ')} is expected`)
    return { key, kind: key as TargetKind, predicates: [], types: [] }
  }
  if (place.types.length > 0 && key === 'local_identifier')
    return { key, kind: 'id', predicates: [], types: place.types }
  if (place.ofClass && key === 'class') return { key, kind: 'id', predicates: [], types: [] }
  if (place.types.length > 0 && key === 'entity_type')
    return { key, kind: 'type', predicates: [RDF_TYPE], types: place.types }
  const found = fieldsAt(key, place)
  const [{ field }] = found
  if (field.kind === 'string' && field.viaNode)
    throw new PathError(`ends at ${key}, whose text is wrapped in a node`)
  return { key, kind: field.kind, predicates: predicatesOf(names, found), field, types: [] }
}

function stepOf(names: PathResolver, key: string, candidates: readonly [FieldAt, ...FieldAt[]]): Step {
  const [{ field }] = candidates
  const step = {
    key,
    predicates: predicatesOf(names, candidates),
    inverse: names.vocabulary.terms.get(key)?.reverse ?? false,
    multiple: isArray(field),
    types: [],
  }
  if (field.kind === 'labelledClass') return step
  if (field.kind === 'object')
    return {
      ...step,
      identifier: identifierOf(names, field),
      ...(Object.values(field.fields).some(isSelfClass) && { excludesEntities: true }),
    }
  if (field.kind === 'langString') return { ...step, multiple: true }
  if (field.kind !== 'reference') throw new PathError(`goes on after ${key}, which is not a node`)
  const of = new Set(candidates.flatMap(({ field: one }) => (one.kind === 'reference' ? one.range : [])))
  const types = [...of].flatMap((name) => names.typeNamed(name) ?? [])
  if (types.length < of.size)
    throw new UnknownTypeError(`goes on after ${key}, which refers to a type that is not an entity type`)
  return { ...step, types }
}

const isSelfClass = (field: Field): boolean => field.kind === 'labelledClass' && field.selfClass === true

const inverseOf = (step: Step, type: EntityType): Step => {
  if (step.types.length === 0)
    throw new PathError(`goes backwards over ${step.key}, which is not a reference`)
  return { ...step, key: `^${step.key}`, inverse: true, multiple: true, types: [type] }
}

/** The value and scheme of a node whose text is read by a scheme beside it. */
function identifierOf(names: PathResolver, { fields }: ObjectField): Step['identifier'] {
  const place: Cursor = { tables: [fields], types: [] }
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind === 'string' && field.scheme !== undefined && fields[field.scheme])
      return { value: targetOf(names, key, place), scheme: targetOf(names, field.scheme, place) }
  }
  return undefined
}
