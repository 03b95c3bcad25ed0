/**
 * Stored records: a record as the graph holds it, in the shape of its rows; IRIs instead of words, ids
 * instead of embedded entities.
 */

import { hash } from 'node:crypto'
import type { ConceptField, EntityType, Field, Fields } from '../model/row.ts'
import { compareCodePoints, sortCodePoints } from '../model/order.ts'

export type StoredValue = string | number | boolean | StoredObject | StoredValue[]
export interface StoredObject {
  [key: string]: StoredValue
}

/** What a graph is named after: an entity, a class with its labels, or something that has only a class. */
export type Subject = EntityType | Pick<ConceptField, 'kind' | 'fields'> | { readonly kind: 'typed' }

/** The part of one subject that one record tells. */
export interface Part {
  readonly iri: string
  readonly of: Subject
  readonly fields: StoredObject
  /** The entity type is a guess that what others say of the IRI outweighs. */
  readonly tentative?: boolean
}

export const isEntity = (subject: Subject): subject is EntityType => 'path' in subject

/** Name under which parts of one IRI unite. */
export const kindOf = (subject: Subject): string => (isEntity(subject) ? subject.name : `(${subject.kind})`)

export const fieldsOf = (subject: Subject): Fields => ('fields' in subject ? subject.fields : {})

/** 128 bits of a text, as 32 hexadecimal digits. Equal text, equal digits; not for secrets. */
export const digest = (text: string): string => hash('md5', text)

/** Key of the class that a node with these fields may be itself. */
export const itselfIn = (fields: Fields): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.kind === 'concept' && fields[key].itself)

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
export type OnConflict = (path: readonly string[], kept: StoredValue, dropped: StoredValue) => void

const isList = (field: Field): boolean => 'many' in field && field.many === true

function uniteValue(
  field: Field,
  a: StoredValue,
  b: StoredValue,
  path: readonly string[],
  onConflict: OnConflict,
): StoredValue {
  if (field.kind === 'group')
    return unite(field.fields, a as StoredObject, b as StoredObject, onConflict, path)
  if (field.kind === 'languages')
    return uniteLanguages(field.each === 'list', a as StoredObject, b as StoredObject, path, onConflict)
  if (isList(field)) return unique([...(a as StoredValue[]), ...(b as StoredValue[])])
  return uniteSingle(a, b, path, onConflict)
}

function uniteSingle(
  a: StoredValue,
  b: StoredValue,
  path: readonly string[],
  onConflict: OnConflict,
): StoredValue {
  if (a === b || JSON.stringify(a) === JSON.stringify(b)) return a
  const kept = smaller(a, b)
  onConflict(path, kept, kept === a ? b : a)
  return kept
}

function uniteLanguages(
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
        : uniteSingle(x, y, [...path, language], onConflict)
  }
  return united
}

/**
 * Unites two copies of one record: lists by value, equal nodes once, of differing single values the smallest
 * by
 * code point. Commutative and associative, so that nothing depends on the order of loading.
 */
export function unite(
  fields: Fields,
  a: StoredObject,
  b: StoredObject,
  onConflict: OnConflict = () => {},
  path: readonly string[] = [],
): StoredObject {
  const united: StoredObject = {}
  for (const [key, field] of Object.entries(fields)) {
    const [x, y] = [a[key], b[key]]
    if (x !== undefined && y !== undefined) united[key] = uniteValue(field, x, y, [...path, key], onConflict)
    else if ((x ?? y) !== undefined) united[key] = (x ?? y) as StoredValue
  }
  return united
}

/**
 * Values united two by two: what many tell is gone through as often as their number can be halved, not once
 * for each.
 */
export function inPairs<T>(values: readonly T[], unite: (a: T, b: T) => T): T | undefined {
  if (values.length < 2) return values[0]
  const half = (values.length + 1) >> 1
  return unite(inPairs(values.slice(0, half), unite) as T, inPairs(values.slice(half), unite) as T)
}

/**
 * Whether values of two fields have one shape, so that they can be united; of nodes and groups, in each key
 * that both have.
 */
function isAlike(a: Field, b: Field): boolean {
  if (a.kind !== b.kind || isList(a) !== isList(b)) return false
  if (a.kind === 'languages') return a.each === (b as typeof a).each
  if (!('fields' in a)) return true
  const { fields } = b as typeof a
  return Object.entries(a.fields).every(
    ([key, field]) => fields[key] === undefined || isAlike(field, fields[key]),
  )
}

/** Fields, and the values that a record has in them. */
interface Values {
  readonly of: Fields
  readonly fields: StoredObject
}

export const valuesOf = ({ of, fields }: Part): Values => ({ of: fieldsOf(of), fields })

/**
 * The values of a record, united with those that another type has of the same keys; what the types hold in
 * different shapes is left to each.
 */
function common(
  { of, fields }: Values,
  other: Values,
  onConflict: OnConflict,
  path: readonly string[] = [],
): StoredObject {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const [own, field, said] = [of[key] as Field, other.of[key], other.fields[key]]
      const at = [...path, key]
      if (said === undefined || !field) return [key, value]
      if (own.kind === 'group' && field.kind === 'group')
        return [
          key,
          common(
            { of: own.fields, fields: value as StoredObject },
            { of: field.fields, fields: said as StoredObject },
            onConflict,
            at,
          ),
        ]
      return [key, isAlike(own, field) ? uniteValue(own, value, said, at, onConflict) : value]
    }),
  )
}

/**
 * Records of several types share one graph: of single values that they have in common the smallest holds for
 * all.
 */
export function reconcile(parts: readonly Part[], onConflict: OnConflict): Part[] {
  return parts.map((part, i) => ({
    ...part,
    // Each pair is compared twice; what differs is reported once.
    fields: parts.reduce(
      (fields, other, j) =>
        i === j
          ? fields
          : common({ ...valuesOf(part), fields }, valuesOf(other), i < j ? onConflict : () => {}),
      part.fields,
    ),
  }))
}

/**
 * The values of a record that other fields hold in the same shape, and the paths of those that they do not.
 */
export function valuesAs(
  { of, fields }: Values,
  held: Fields,
  path: readonly string[] = [],
): { values: StoredObject; others: (readonly string[])[] } {
  const values: StoredObject = {}
  const others: (readonly string[])[] = []
  for (const [key, value] of Object.entries(fields)) {
    const [own, field] = [of[key] as Field, held[key]]
    if (own.kind === 'group' && field?.kind === 'group') {
      const inner = valuesAs({ of: own.fields, fields: value as StoredObject }, field.fields, [...path, key])
      if (Object.keys(inner.values).length > 0) values[key] = inner.values
      others.push(...inner.others)
    } else if (field && isAlike(own, field)) values[key] = value
    else others.push([...path, key])
  }
  return { values, others }
}
