/** Whether a copy of a value contradicts it: a copy may say less, or say the same in another spelling. */

import { foldToPlainLetters, isSameWord } from '../../model/values/fold.ts'
import type { StoredValue } from '../../record/rdf/stored.ts'

const SMALL_WORDS = /(?<![\p{L}\p{N}])\p{Ll}{1,3}(?![\p{L}\p{N}])/gu
const IRI = /^(?:https?|info|urn):/i

/** Words without case, accents and punctuation. */
const wordsOf = (text: string): string[] =>
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

const textsOf = (value: StoredValue): StoredValue[] =>
  typeof value === 'object' ? Object.values(value).flat() : [value]

/** Whether a copy of a value has a text that neither the value nor the others beside it have, or begin to say. */
export const isContradicted = (
  value: StoredValue,
  copy: StoredValue,
  others: readonly StoredValue[],
): boolean => textsOf(copy).some((text) => ![...textsOf(value), ...others].some((own) => saysAll(own, text)))

/** Whether a text has all words of another one, or their initials; other values are the same or not. */
export function saysAll(a: StoredValue, b: StoredValue): boolean {
  if (a === b) return true
  if (typeof a !== 'string' || typeof b !== 'string') return JSON.stringify(a) === JSON.stringify(b)
  const [own, words] = [wordsOf(a), wordsOf(b)]
  if (IRI.test(a) || words.length === 0) return isSameText(a, b)
  return words.every((word) => own.some((one) => isSameWord(one, word)))
}
