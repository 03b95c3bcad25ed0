/**
 * Values checked against what rows say beyond their kind: vocabularies, codes, bounds, order, forms of
 * identifiers.
 */

import type { FieldOf } from '../../model/rows/row.ts'
import { codeLists } from '../../model/values/codes.ts'
import { firstInstant, writtenYear } from '../../model/values/dates.ts'
import type { IdentifierFault } from '../../model/identifiers/faults.ts'
import type { Identifiers } from '../../model/identifiers/schemes.ts'
import { closestMatch } from '../../model/values/closest-match.ts'
import { warn, type JsonLocation } from './read-context.ts'
import type { StoredObject } from '../rdf/stored.ts'

/** Warns of a word that the vocabulary does not have. */
export function warnTerm(place: JsonLocation, word: string, values: readonly string[]): void {
  const guess = closestMatch(word, values)
  warn(place, 'unknown-term', `has the value ${word}, which is not one of ${values.join(', ')}`, {
    expected: guess ?? `One of ${values.join(', ')}.`,
  })
}

/** Warns of a text that is none of those that it should be. */
export function checkEnumerated(place: JsonLocation, text: string, values: readonly string[]): void {
  if (!values.includes(text)) warnTerm(place, text, values)
}

/** Warns of a name that the first namespace of a field does not have. */
export function checkLocalName(
  place: JsonLocation,
  word: string,
  local: string | undefined,
  { namespaces: [prefix] = [], localNames = [], codeList: list }: FieldOf<'vocabTerm'>,
): void {
  if (local !== undefined && localNames.includes(local)) return
  if (local !== undefined && list !== undefined && local === local.toLowerCase())
    if (codeLists[list].has(local.toUpperCase())) return
  const named = localNames.map((name) => `${prefix}:${name}`)
  const guess = closestMatch(local ?? word.replace(/^.*[:/#]/, ''), localNames)
  warn(place, 'unknown-term', `has the value ${word}, which is no word of the vocabulary ${prefix}`, {
    expected:
      guess === undefined
        ? `One of ${named.join(', ')}${list === undefined ? '' : `, or a code of ${list} in small letters`}.`
        : `${prefix}:${guess}`,
  })
}

/** Warns of a word beyond a vocabulary; if it is an open one, only of what looks like a slip. */
export function checkTerm(
  place: JsonLocation,
  word: string,
  { terms = [], extensible }: FieldOf<'vocabTerm'>,
  identifiers: Identifiers,
): void {
  if (!extensible) {
    warnTerm(place, word, terms)
    return
  }
  const guess = identifiers.has(word) ? undefined : closestMatch(word, terms)
  if (guess !== undefined)
    warn(place, 'unknown-term', `has the value ${word}, which is like ${guess}, but another`, {
      expected: guess,
    })
}

export function checkCode(place: JsonLocation, text: string, list: keyof typeof codeLists): void {
  if (!codeLists[list].has(text))
    warn(place, 'bad-code', `is no code of ${list}: ${text}`, { expected: codeLists[list].expected })
}

export function checkNumber(
  place: JsonLocation,
  number: number,
  { minimum = -Infinity, maximum = Infinity }: FieldOf<'number'>,
): void {
  if (number >= minimum && number <= maximum) return
  const bounds = maximum === Infinity ? `${minimum} or more` : `${minimum} to ${maximum}`
  warn(place, 'out-of-range', `is ${number}, where ${bounds} is expected`, {
    expected: `A number from ${bounds}.`,
  })
}

/** The first year that is no slip, and how many years ahead the last one is. */
const [FIRST_YEAR, YEARS_AHEAD] = [1000, 5]

export function checkYear(place: JsonLocation, date: string, mayBeFuture: boolean): void {
  const last = mayBeFuture ? 9999 : new Date().getUTCFullYear() + YEARS_AHEAD
  const year = Number(writtenYear(date))
  if (year >= FIRST_YEAR && year <= last) return
  const expected = `a year from ${FIRST_YEAR} to ${last}`
  warn(place, 'out-of-range', `is ${date}, where ${expected} is expected`, { expected })
}

export function checkIdentifier(place: JsonLocation, fault: IdentifierFault | undefined): void {
  if (fault) warn(place, fault.kind, fault.message, { expected: fault.expected })
}

export function checkInterval(
  place: JsonLocation,
  node: StoredObject,
  [start, end]: readonly [string, string],
): void {
  const [from, to] = [node[start], node[end]]
  if (typeof from !== 'string' || typeof to !== 'string') return
  // Of partial dates only what they surely say: 2020-05 to 2020 is no fault.
  if (from.startsWith(to) || to.startsWith(from)) return
  if (firstInstant(to) < firstInstant(from))
    warn(place, 'end-before-start', `has the ${end} ${to} before the ${start} ${from}`, {
      expected: `${start} ${to} and ${end} ${from}, if they are swapped.`,
    })
}
