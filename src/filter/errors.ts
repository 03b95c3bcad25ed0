/** Why a filter cannot be: messages that name it and the valid ones. */

import { Problem } from '../config/errors.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import { closestMatch } from '../model/values/closest-match.ts'

const LONGEST_SHOWN = 100

const shorten = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text

/** @param reason a sentence without the list of valid filters */
export function filterProblem(model: Model, type: EntityType, reason: string): Problem {
  const { keys: names } = model.filtersOf(type)
  return names.length > 0
    ? new Problem('invalid-filter', reason, { choices: { intro: 'Valid filters are', names } })
    : new Problem('invalid-filter', `${reason} The list has no filters.`)
}

/** Letters from which on filters that end with them are suggested, and how many of those. */
const SHORTEST_TAIL = 3
const MOST_SUGGESTED = 3

/** The ends of a key that are whole words: `cf.search.title` has search.title and title. */
const tailsOf = (key: string): string[] => [...key.matchAll(/[._]/g)].map(({ index }) => key.slice(index + 1))

/** Filters that may be meant: the one that is nearest, else the shortest ones that end with what is nearest. */
function suggest(key: string, keys: readonly string[]): readonly string[] {
  const near = closestMatch(key, keys)
  if (near !== undefined) return [near]
  if (key.length < SHORTEST_TAIL) return []
  const tail = closestMatch(key, [...new Set(keys.flatMap(tailsOf))])
  return keys
    .filter((one) => tail !== undefined && tailsOf(one).includes(tail))
    .sort((a, b) => a.length - b.length)
    .slice(0, MOST_SUGGESTED)
}

const COMMAS =
  ' If the comma before it belongs to a value, write that comma as %2C and put a comma in front of the whole filter.'

/** The type's list has no filter of that key. @param after whether the key follows a comma */
export function unknownFilter(model: Model, type: EntityType, key: string, after: boolean): Problem {
  const guess = suggest(key, model.filtersOf(type).keys).join(' or ')
  return filterProblem(
    model,
    type,
    `The filter ${shorten(key)} is not supported by this ` +
      `implementation${guess ? `; did you mean ${guess}?` : '.'}${after ? COMMAS : ''}`,
  )
}

export const invalidValue = (
  model: Model,
  type: EntityType,
  key: string,
  value: string,
  expected: string,
): Problem =>
  filterProblem(
    model,
    type,
    value === ''
      ? `The filter ${shorten(key)} has no value: ${expected}.`
      : `The filter ${shorten(key)} cannot have the value ${shorten(value)}: ${expected}.`,
  )

/** The condition has more values than it can: the filter is right, the request too large. */
export const tooManyValues = (key: string, count: number, most: number): Problem =>
  new Problem(
    'invalid-parameter',
    `The filter ${shorten(key)} has ${count} values; ${most} are the most for one condition. ` +
      'Send a request for each part of them.',
  )
