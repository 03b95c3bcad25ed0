/** Whether a copy of a value contradicts it: a copy may say less, or say the same in another spelling. */

import { isArray } from '../../model/rows/walk.ts'
import { foldToPlainLetters, isSameWord } from '../../model/values/fold.ts'
import type { Field, Fields } from '../../model/rows/row.ts'
import type { StoredObject, StoredValue } from '../../record/rdf/stored.ts'

const SMALL_WORDS = /(?<![\p{L}\p{N}])\p{Ll}{1,3}(?![\p{L}\p{N}])/gu
const IRI = /^(?:https?|info|urn):/i

/** Words without case, accents and punctuation. */
export const wordsOf = (text: string): string[] =>
  foldToPlainLetters(text)
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether two texts differ in spelling alone: in case, accents, punctuation, or by initials. */
export function isSameText(a: string, b: string): boolean {
  if (a === b) return true
  if (IRI.test(a) || IRI.test(b)) return plainIri(a) === plainIri(b)
  const [first, second] = [wordsOf(a), wordsOf(b)]
  return (
    first.length > 0 &&
    first.length === second.length &&
    first.every((word, i) => isSameWord(word, second[i]))
  )
}

/** Whether texts have a word in common; one of a few small letters, such as `of`, says nothing. */
export function shareWord(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => wordsOf(text.replace(SMALL_WORDS, ' '))) as [
    string[],
    string[],
  ]
  return first.some((word) => second.includes(word))
}

const plainIri = (iri: string): string => iri.replace(/^http:/i, 'https:').replace(/\/$/, '')

const isText = (value: unknown): value is string => typeof value === 'string'

/** All texts of a language map, whatever their languages. */
const textsOf = (map: StoredObject): StoredValue[] => Object.values(map).flat()

/**
 * Whether the copy of a value says what the value does not.
 * @param otherValues texts that the record has beside the value, such as further names
 */
export function isContradicted(
  field: Field,
  recordValue: StoredValue,
  copy: StoredValue,
  otherValues: readonly StoredValue[] = [],
): boolean {
  if (JSON.stringify(recordValue) === JSON.stringify(copy)) return false
  if (field.kind === 'nest')
    return isAnyContradicted(field.fields, recordValue as StoredObject, copy as StoredObject)
  if (field.kind === 'langString')
    return isAnyMissing(field, textsOf(recordValue as StoredObject), textsOf(copy as StoredObject))
  if (isArray(field)) return isAnyMissing(field, recordValue as StoredValue[], copy as StoredValue[])
  return ![recordValue, ...otherValues].some((value) => isSame(field, value, copy))
}

const isAnyContradicted = (fields: Fields, own: StoredObject, copy: StoredObject): boolean =>
  Object.entries(copy).some(
    ([key, value]) =>
      fields[key] === undefined || own[key] === undefined || isContradicted(fields[key], own[key], value),
  )

const isAnyMissing = (field: Field, own: readonly StoredValue[], copy: readonly StoredValue[]): boolean =>
  copy.some((value) => !own.some((one) => isSame(field, one, value)))

/** Whether a single value is the same in the copy, or more exact than there. */
function isSame(field: Field, recordValue: StoredValue, copy: StoredValue): boolean {
  if (JSON.stringify(recordValue) === JSON.stringify(copy)) return true
  if (field.kind === 'object' && !isText(recordValue) && !isText(copy))
    return !isAnyContradicted(field.fields, recordValue as StoredObject, copy as StoredObject)
  if (!isText(recordValue) || !isText(copy)) return false
  // A year of a whole date.
  if (field.kind === 'date') return recordValue.startsWith(`${copy}-`)
  return ['string', 'langString', 'iri'].includes(field.kind) && isSameText(recordValue, copy)
}

/** Texts that a record has in its lists of texts, such as further names. */
export const listedTexts = (fields: Fields, values: StoredObject): StoredValue[] =>
  Object.entries(values).flatMap(([key, value]) =>
    fields[key]?.kind === 'string' && Array.isArray(value) ? value : [],
  )
