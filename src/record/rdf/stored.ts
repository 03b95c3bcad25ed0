/**
 * Stored records: a record as the graph holds it, in the shape of its rows; IRIs instead of words, ids
 * instead of embedded entities.
 */

import { hash } from 'node:crypto'
import { isArray } from '../../model/rows/walk.ts'
import type { LabelledClassField, EntityType, Field, Fields } from '../../model/rows/row.ts'
import { groupBy } from '../../model/values/collections.ts'
import { compareCodePoints, sortCodePoints } from '../../model/values/sorting.ts'

export type StoredValue = string | number | boolean | StoredObject | StoredValue[]
export interface StoredObject {
  [key: string]: StoredValue
}

/** What a graph is named after: an entity, a class with its labels, or something that has only a class. */
export type Subject = EntityType | Pick<LabelledClassField, 'kind' | 'fields'> | { readonly kind: 'typedIri' }

/** The part of one subject that one record tells. */
export interface SubjectFragment {
  readonly iri: string
  readonly subjectType: Subject
  readonly fields: StoredObject
  /** The entity type is a guess that what others say of the IRI outweighs. */
  readonly typeIsGuessed?: boolean
}

export const isEntity = (subject: Subject): subject is EntityType => 'path' in subject

/** Name under which parts of one IRI unite. */
export const kindOf = (subject: Subject): string => (isEntity(subject) ? subject.name : `(${subject.kind})`)

export const fieldsOf = (subject: Subject): Fields => ('fields' in subject ? subject.fields : {})

/** 128 bits of a text, as 32 hexadecimal digits. Equal text, equal digits; not for secrets. */
export const digest = (text: string): string => hash('md5', text)

/** Key of the class that a node with these fields may be itself. */
export const selfClassKey = (fields: Fields): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.kind === 'labelledClass' && fields[key].selfClass)

/** Values without repetitions, in code point order of their JSON. */
export function unique<T extends StoredValue>(values: readonly T[]): T[] {
  if (values.length < 2) return [...values]
  if (values.every((value) => typeof value === 'string'))
    return sortCodePoints([...new Set(values as readonly StoredValue[] as string[])]) as unknown as T[]
  const byText = new Map(
    values.map((value) => [typeof value === 'string' ? value : JSON.stringify(value), value] as const),
  )
  return sortCodePoints([...byText.keys()]).map((text) => byText.get(text) as T)
}

const smaller = <T extends StoredValue>(a: T, b: T): T => {
  const [x, y] =
    typeof a === 'string' && typeof b === 'string' ? [a, b] : [JSON.stringify(a), JSON.stringify(b)]
  return compareCodePoints(x, y) <= 0 ? a : b
}

/** Called for each single value on which two copies differ. */
export type OnConflict = (path: readonly string[], used: StoredValue, dropped: StoredValue) => void

function mergeValue(
  field: Field,
  a: StoredValue,
  b: StoredValue,
  path: readonly string[],
  onConflict: OnConflict,
): StoredValue {
  if (field.kind === 'nest')
    return mergeFragments(field.fields, a as StoredObject, b as StoredObject, onConflict, path)
  if (field.kind === 'langString')
    return mergeLanguages(field.multiple === true, a as StoredObject, b as StoredObject, path, onConflict)
  if (isArray(field)) return uniteLists(field, [...(a as StoredValue[]), ...(b as StoredValue[])])
  return mergeSingle(a, b, path, onConflict)
}

/** The values of both lists, each once; of nodes, those that agree in all keys of their identity as one. */
function uniteLists(field: Field, values: readonly StoredValue[]): StoredValue[] {
  if (field.kind !== 'object' || !field.identity) return unique(values)
  const { fields, identity } = field
  const textOf = (node: StoredObject): string => JSON.stringify(identity.map((key) => node[key] ?? null))
  const nodes = [...groupBy(values as readonly StoredObject[], textOf).values()]
  return unique(nodes.map((same) => same.reduce((a, b) => mergeFragments(fields, a, b))))
}

function mergeSingle(
  a: StoredValue,
  b: StoredValue,
  path: readonly string[],
  onConflict: OnConflict,
): StoredValue {
  if (a === b || JSON.stringify(a) === JSON.stringify(b)) return a
  const chosen = smaller(a, b)
  onConflict(path, chosen, chosen === a ? b : a)
  return chosen
}

function mergeLanguages(
  lists: boolean,
  a: StoredObject,
  b: StoredObject,
  path: readonly string[],
  onConflict: OnConflict,
): StoredObject {
  const united: StoredObject = {}
  for (const language of unique([...Object.keys(a), ...Object.keys(b)])) {
    const [x, y] = [a[language], b[language]]
    if (x === undefined || y === undefined) united[language] = (x ?? y) as StoredValue
    else
      united[language] = lists
        ? unique([...(x as string[]), ...(y as string[])])
        : mergeSingle(x, y, [...path, language], onConflict)
  }
  return united
}

/**
 * Unites two copies of one record: lists by value, equal nodes once, of differing single values the smallest
 * by code point. Commutative and associative, so that nothing depends on the order of loading.
 */
export function mergeFragments(
  fields: Fields,
  a: StoredObject,
  b: StoredObject,
  onConflict: OnConflict = () => {},
  path: readonly string[] = [],
): StoredObject {
  const united: StoredObject = {}
  for (const [key, field] of Object.entries(fields)) {
    const [x, y] = [a[key], b[key]]
    if (x !== undefined && y !== undefined) united[key] = mergeValue(field, x, y, [...path, key], onConflict)
    else if ((x ?? y) !== undefined) united[key] = (x ?? y) as StoredValue
  }
  return united
}

/** Reduces by balanced pairs: O(n log n) instead of O(n²) where many fragments are merged. */
export function reduceBalanced<T>(values: readonly T[], unite: (a: T, b: T) => T): T | undefined {
  if (values.length < 2) return values[0]
  const half = (values.length + 1) >> 1
  return unite(
    reduceBalanced(values.slice(0, half), unite) as T,
    reduceBalanced(values.slice(half), unite) as T,
  )
}

/**
 * Whether values of two fields have one shape, so that they can be united; of nodes and groups, in each key
 * that both have.
 */
function hasSameShape(a: Field, b: Field): boolean {
  if (a.kind !== b.kind || isArray(a) !== isArray(b)) return false
  if (a.kind === 'langString') return a.multiple === (b as typeof a).multiple
  if (!('fields' in a)) return true
  const { fields } = b as typeof a
  return Object.entries(a.fields).every(
    ([key, field]) => fields[key] === undefined || hasSameShape(field, fields[key]),
  )
}

/** Fields, and the values that a record has in them. */
interface Values {
  readonly table: Fields
  readonly fields: StoredObject
}

export const valuesOf = ({ subjectType, fields }: SubjectFragment): Values => ({
  table: fieldsOf(subjectType),
  fields,
})

/**
 * The values of a record, united with those that another type has of the same keys; where the types have
 * different shapes, each keeps its own.
 */
function mergeShared(
  { table, fields }: Values,
  other: Values,
  onConflict: OnConflict,
  path: readonly string[] = [],
): StoredObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const [ownField, field, otherValue] = [table[key] as Field, other.table[key], other.fields[key]]
      const at = [...path, key]
      if (otherValue === undefined || !field) return [key, value]
      if (ownField.kind === 'nest' && field.kind === 'nest')
        return [
          key,
          mergeShared(
            { table: ownField.fields, fields: value as StoredObject },
            { table: field.fields, fields: otherValue as StoredObject },
            onConflict,
            at,
          ),
        ]
      return [
        key,
        hasSameShape(ownField, field) ? mergeValue(ownField, value, otherValue, at, onConflict) : value,
      ]
    }),
  )
}

/**
 * Records of several types share one graph: of single values that they have in common the smallest holds for
 * all.
 */
export function reconcileTypes(parts: readonly SubjectFragment[], onConflict: OnConflict): SubjectFragment[] {
  return parts.map((fragment, i) => ({
    ...fragment,
    // Each pair is compared twice; what differs is reported once.
    fields: parts.reduce(
      (fields, other, j) =>
        i === j
          ? fields
          : mergeShared({ ...valuesOf(fragment), fields }, valuesOf(other), i < j ? onConflict : () => {}),
      fragment.fields,
    ),
  }))
}

/**
 * The values of a record that other fields hold in the same shape, and the paths of those that they do not.
 */
export function projectOnto(
  { table, fields }: Values,
  targetFields: Fields,
  path: readonly string[] = [],
): { values: StoredObject; unmatchedPaths: (readonly string[])[] } {
  const values: StoredObject = {}
  const unmatchedPaths: (readonly string[])[] = []
  for (const [key, value] of Object.entries(fields)) {
    const [ownField, field] = [table[key] as Field, targetFields[key]]
    if (ownField.kind === 'nest' && field?.kind === 'nest') {
      const inner = projectOnto({ table: ownField.fields, fields: value as StoredObject }, field.fields, [
        ...path,
        key,
      ])
      if (Object.keys(inner.values).length > 0) values[key] = inner.values
      unmatchedPaths.push(...inner.unmatchedPaths)
    } else if (field && hasSameShape(ownField, field)) values[key] = value
    else unmatchedPaths.push([...path, key])
  }
  return { values, unmatchedPaths }
}
