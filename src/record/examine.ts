/**
 * Values held against what rows say beyond their kind: vocabularies, codes, bounds, order, forms of
 * identifiers.
 */

import type { FieldOf } from '../model/row.ts'
import { codes } from '../model/codes.ts'
import { firstInstant } from '../model/dates.ts'
import type { Identifiers, IdentifierFault } from '../model/identifier-schemes.ts'
import { nearest } from '../model/nearest.ts'
import { warn, type Place } from './reading.ts'
import type { StoredObject } from './stored.ts'

/** Warns of a word that the vocabulary does not have. */
export function warnWord(place: Place, word: string, values: readonly string[]): void {
  const guess = nearest(word, values)
  warn(place, 'unknown-word', `has the value ${word}, which is not one of ${values.join(', ')}`, {
    right: guess ?? `One of ${values.join(', ')}.`,
  })
}

/** Warns of a text that is none of those that it should be. */
export function examineEnumerated(place: Place, text: string, values: readonly string[]): void {
  if (!values.includes(text)) warnWord(place, text, values)
}

/** Warns of a name that the first namespace of a field does not have. */
export function examineLocalName(
  place: Place,
  word: string,
  local: string | undefined,
  { namespaces: [prefix] = [], localNames = [], codes: list }: FieldOf<'term'>,
): void {
  if (local !== undefined && localNames.includes(local)) return
  if (local !== undefined && list !== undefined && local === local.toLowerCase())
    if (codes[list].has(local.toUpperCase())) return
  const named = localNames.map((name) => `${prefix}:${name}`)
  const guess = nearest(local ?? word.replace(/^.*[:/#]/, ''), localNames)
  warn(place, 'unknown-word', `has the value ${word}, which is no word of the vocabulary ${prefix}`, {
    right:
      guess === undefined
        ? `One of ${named.join(', ')}${list === undefined ? '' : `, or a code of ${list} in small letters`}.`
        : `${prefix}:${guess}`,
  })
}

/** Warns of a word beyond a vocabulary; if it is an open one, only of what looks like a slip. */
export function examineWord(
  place: Place,
  word: string,
  { values = [], open }: FieldOf<'term'>,
  identifiers: Identifiers,
): void {
  if (!open) {
    warnWord(place, word, values)
    return
  }
  const guess = identifiers.has(word) ? undefined : nearest(word, values)
  if (guess !== undefined)
    warn(place, 'unknown-word', `has the value ${word}, which is like ${guess}, but another`, {
      right: guess,
    })
}

/** Characters that composing may change. */
const COMPOSABLE = /[^\u0000-\u02ff]/

export function examineText(place: Place, text: string): void {
  if (COMPOSABLE.test(text) && text !== text.normalize())
    warn(place, 'not-composed', 'is not in Unicode Normalization Form C')
}

export function examineCode(place: Place, text: string, list: keyof typeof codes): void {
  if (!codes[list].has(text))
    warn(place, 'bad-code', `is no code of ${list}: ${text}`, { right: codes[list].right })
}

export function examineNumber(
  place: Place,
  number: number,
  { least = -Infinity, most = Infinity }: FieldOf<'number'>,
): void {
  if (number >= least && number <= most) return
  const bounds = most === Infinity ? `${least} or more` : `${least} to ${most}`
  warn(place, 'out-of-range', `is ${number}, where ${bounds} is expected`, {
    right: `A number from ${bounds}.`,
  })
}

export function examineIdentifier(place: Place, fault: IdentifierFault | undefined): void {
  if (fault) warn(place, fault.kind, fault.message, { right: fault.right })
}

export function examineOrder(
  place: Place,
  node: StoredObject,
  [start, end]: readonly [string, string],
): void {
  const [from, to] = [node[start], node[end]]
  if (typeof from !== 'string' || typeof to !== 'string') return
  // Of partial dates only what they surely say: 2020-05 to 2020 is no fault.
  if (from.startsWith(to) || to.startsWith(from)) return
  if (firstInstant(to) < firstInstant(from))
    warn(place, 'wrong-order', `has the ${end} ${to} before the ${start} ${from}`, {
      right: `${start} ${to} and ${end} ${from}, if they are swapped.`,
    })
}
