/** What reading a record is about: where it stands, whom it tells, what it refuses. */

import type { FindingKind } from '../../findings/kinds.ts'
import { closestMatch } from '../../model/values/closest-match.ts'
import { unique, type StoredObject, type StoredValue, type SubjectFragment } from '../rdf/stored.ts'

/** What the reading of one record needs and gives. */
export interface ReadContext {
  /** Base against which ids of this document resolve. */
  readonly base: string
  /** The id that an entity gets which records call by another; absent: its own. */
  canonical?(iri: string): string
  /** The order of lists means nothing, as the record comes from RDF. */
  readonly isUnordered?: true
  /** Values are also checked against vocabularies, check digits and bounds, which costs time. */
  readonly validate?: boolean
  /** What is not as the model says, with the JSON path; `expected`: what would be right, where known. */
  warn(kind: FindingKind, path: readonly string[], message: string, expected?: string): void
  /** A part of the graph beside the record itself: an embedded entity, the labels of a class. */
  onFragment(part: SubjectFragment, place: JsonLocation): void
  /** A reference to an id whose type this record does not say; its range may be of these types. */
  onReference(iri: string, types: readonly string[], place: JsonLocation): void
  /** Something that was done to the record and is neither wrong nor refused. */
  count(what: string): void
}

/** A record that cannot be represented; the message says what would have been right. */
export class RecordRejected extends Error {
  readonly kind: FindingKind
  constructor(kind: FindingKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** A place in a record: linked, because most places are never named. */
export interface JsonLocation {
  readonly context: ReadContext
  readonly key: string | number
  readonly parent?: JsonLocation
  /** IRI of the entity around the place. */
  readonly owner: string
}

export type ValueReader = (value: unknown, place: JsonLocation) => StoredValue | undefined

export const childLocation = (place: JsonLocation, key: string | number): JsonLocation => ({
  context: place.context,
  key,
  parent: place,
  owner: place.owner,
})

/** Whether the place stands in what the entity says, or in what that stands in. */
export function isWithinEntity(iri: string, place: JsonLocation): boolean {
  for (let at: JsonLocation | undefined = place; at; at = at.parent) if (at.owner === iri) return true
  return false
}

/** The JSON path of a place. */
export function pathOf(place: JsonLocation): string[] {
  const path: string[] = []
  for (let at: JsonLocation | undefined = place; at?.parent; at = at.parent) path.unshift(String(at.key))
  return path
}

/** What a warning may know beyond its message: what would be right, and a key below the place. */
interface More {
  readonly expected?: string
  readonly keyBelow?: string
}

export const warn = (
  place: JsonLocation,
  kind: FindingKind,
  message: string,
  { expected: right, keyBelow }: More = {},
): void =>
  place.context.warn(
    kind,
    keyBelow === undefined ? pathOf(place) : [...pathOf(place), keyBelow],
    message,
    right,
  )

/**
 * @param known the keys of the model, and others that are understood
 * @param hint where the value of the key goes, where a row says it
 */
export function warnUnknown(
  name: string,
  { keys, otherKeys }: { readonly keys: readonly string[]; readonly otherKeys: readonly string[] },
  place: JsonLocation,
  hint?: string,
): void {
  warn(place, 'unknown-key', 'unknown key; its value is left out', {
    keyBelow: name,
    expected:
      hint ?? closestMatch(name, keys) ?? closestMatch(name, otherKeys) ?? `One of ${keys.join(', ')}.`,
  })
}

/** A list, nested ones flattened; a single value as a list of one. */
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value.some(Array.isArray) ? value.flat(3) : value) : [value]

/** What has no meaning in RDF: nothing, no text, no member. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}

/** Warns of blanks in an id. @param below key of the id, where the place is that of the record */
export function warnBlank(id: string, iri: string, place: JsonLocation, below?: string): void {
  if (/\s/.test(id.trim()))
    warn(place, 'blank-in-id', `has a blank, and is read as the id ${iri}`, { keyBelow: below })
}

/** Of several values for a single field the smallest. */
export function single(
  values: readonly unknown[],
  read: ValueReader,
  place: JsonLocation,
): StoredValue | undefined {
  const found = unique(
    values.flatMap((value, i) => (isEmpty(value) ? [] : (read(value, childLocation(place, i)) ?? []))),
  )
  if (found.length > 1)
    warn(place, 'several-values', `has ${found.length} values where one is expected; the smallest is kept`)
  return found[0]
}

/** A node that is a class has no values of its own. */
export function classAlone(node: StoredObject, itself: string, place: JsonLocation): StoredObject {
  for (const key of Object.keys(node))
    if (key !== itself)
      warn(place, 'wrong-value', `is ignored: ${itself} already is the whole value`, {
        keyBelow: key,
        expected: `${itself} or ${key}, not both.`,
      })
  return { [itself]: node[itself] as StoredValue }
}
