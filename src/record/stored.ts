/** Stored records: a record as the graph holds it, in the shape of its rows; IRIs instead of words, ids instead of embedded entities. */

import { hash } from 'node:crypto'
import type { ConceptField, EntityType, Field, Fields } from '../model/row.ts'
import { compareCodePoints, sortCodePoints } from '../model/order.ts'

export type StoredValue = string | number | boolean | StoredObject | StoredValue[]
export interface StoredObject { [key: string]: StoredValue }

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
export const itselfIn = (fields: Fields): string | undefined => Object.keys(fields).find((key) => fields[key]?.kind === 'concept' && fields[key].itself)

/** Values without repetitions, in code point order of their JSON. */
export function unique<T extends StoredValue>(values: readonly T[]): T[] {
  if (values.length < 2) return [...values]
  if (values.every((value) => typeof value === 'string')) return sortCodePoints([...new Set(values as readonly StoredValue[] as string[])]) as unknown as T[]
  const byText = new Map(values.map((value) => [typeof value === 'string' ? value : JSON.stringify(value), value] as const))
  return sortCodePoints([...byText.keys()]).map((text) => byText.get(text) as T)
}

const smaller = <T extends StoredValue>(a: T, b: T): T => {
  const [x, y] = typeof a === 'string' && typeof b === 'string' ? [a, b] : [JSON.stringify(a), JSON.stringify(b)]
  return compareCodePoints(x as string, y as string) <= 0 ? a : b
}

/** Called for each single value on which two copies differ. */
export type OnConflict = (path: readonly string[], kept: StoredValue, dropped: StoredValue) => void

const isList = (field: Field): boolean => 'many' in field && field.many === true

function uniteValue(field: Field, a: StoredValue, b: StoredValue, path: readonly string[], onConflict: OnConflict): StoredValue {
  if (field.kind === 'group') return unite(field.fields, a as StoredObject, b as StoredObject, onConflict, path)
  if (field.kind === 'languages') return uniteLanguages(field.each === 'list', a as StoredObject, b as StoredObject, path, onConflict)
  if (isList(field)) return unique([...(a as StoredValue[]), ...(b as StoredValue[])])
  return uniteSingle(a, b, path, onConflict)
}

function uniteSingle(a: StoredValue, b: StoredValue, path: readonly string[], onConflict: OnConflict): StoredValue {
  if (a === b || JSON.stringify(a) === JSON.stringify(b)) return a
  const kept = smaller(a, b)
  onConflict(path, kept, kept === a ? b : a)
  return kept
}

function uniteLanguages(lists: boolean, a: StoredObject, b: StoredObject, path: readonly string[], onConflict: OnConflict): StoredObject {
  const united: StoredObject = {}
  for (const language of unique([...Object.keys(a), ...Object.keys(b)])) {
    const [x, y] = [a[language], b[language]]
    if (x === undefined || y === undefined) united[language] = (x ?? y) as StoredValue
    else united[language] = lists ? unique([...(x as string[]), ...(y as string[])]) : uniteSingle(x, y, [...path, language], onConflict)
  }
  return united
}

/**
 * Unites two copies of one record: lists by value, equal nodes once, of differing single values the smallest by
 * code point. Commutative and associative, so that nothing depends on the order of loading.
 */
export function unite(fields: Fields, a: StoredObject, b: StoredObject, onConflict: OnConflict = () => {}, path: readonly string[] = []): StoredObject {
  const united: StoredObject = {}
  for (const [key, field] of Object.entries(fields)) {
    const [x, y] = [a[key], b[key]]
    if (x !== undefined && y !== undefined) united[key] = uniteValue(field, x, y, [...path, key], onConflict)
    else if ((x ?? y) !== undefined) united[key] = (x ?? y) as StoredValue
  }
  return united
}

/** Values united two by two: what many tell is gone through as often as their number can be halved, not once for each. */
export function inPairs<T>(values: readonly T[], unite: (a: T, b: T) => T): T | undefined {
  if (values.length < 2) return values[0]
  const half = (values.length + 1) >> 1
  return unite(inPairs(values.slice(0, half), unite) as T, inPairs(values.slice(half), unite) as T)
}

/** Whether values of two fields have one shape, so that they can be united. */
const isAlike = (a: Field, b: Field): boolean => a.kind === b.kind && isList(a) === isList(b) && (a.kind !== 'languages' || a.each === (b as typeof a).each)

/** Fields, and the values that a record has in them. */
interface Values { readonly of: Fields; readonly fields: StoredObject }

/** The values of a record, united with those that another type has of the same keys; what the types hold in different shapes is left to each. */
function common({ of, fields }: Values, other: Values, onConflict: OnConflict, path: readonly string[] = []): StoredObject {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => {
    const [own, field, said] = [of[key] as Field, other.of[key], other.fields[key]]
    const at = [...path, key]
    if (said === undefined || !field || !isAlike(own, field)) return [key, value]
    if (own.kind !== 'group') return [key, uniteValue(own, value, said, at, onConflict)]
    return [key, common({ of: own.fields, fields: value as StoredObject }, { of: (field as typeof own).fields, fields: said as StoredObject }, onConflict, at)]
  }))
}

/** Records of several types share one graph: of single values that they have in common the smallest holds for all. */
export function reconcile(parts: readonly Part[], onConflict: OnConflict): Part[] {
  const valuesOf = ({ of, fields }: Part): Values => ({ of: fieldsOf(of), fields })
  return parts.map((part, i) => ({
    ...part,
    // Each pair is compared twice; what differs is reported once.
    fields: parts.reduce((fields, other, j) => (i === j ? fields : common({ ...valuesOf(part), fields }, valuesOf(other), i < j ? onConflict : () => {})), part.fields),
  }))
}

/** The values of a record that another type has in the same shape, and the keys of the others. */
export function valuesAs({ of, fields }: Part, type: EntityType): { held: StoredObject; others: string[] } {
  const isHeld = (key: string): boolean => {
    const field = type.fields[key]
    return field !== undefined && isAlike(fieldsOf(of)[key] as Field, field)
  }
  const keys = Object.keys(fields)
  return { held: Object.fromEntries(keys.filter(isHeld).map((key) => [key, fields[key] as StoredValue])), others: keys.filter((key) => !isHeld(key)) }
}
