/** Why a filter cannot be: messages that name it and the valid ones. */

import { Problem } from '../errors.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { nearest } from '../model/nearest.ts'

const LONGEST_SHOWN = 100

const shorten = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text

/** @param reason a sentence without the list of valid filters */
export function filterProblem(model: Model, type: EntityType, reason: string): Problem {
  const { keys } = model.filtersOf(type)
  return new Problem(
    'invalid-filter',
    `${reason} ${keys.length > 0 ? `Valid filters are ${keys.join(', ')}.` : 'The list has no filters.'}`,
  )
}

const COMMAS =
  ' If the comma before it belongs to a value, write that comma as %2C and put a comma in front of the whole filter.'

/** The type's list has no filter of that key. @param after whether the key follows a comma */
export function unknownFilter(model: Model, type: EntityType, key: string, after: boolean): Problem {
  const guess = nearest(key, model.filtersOf(type).keys)
  return filterProblem(
    model,
    type,
    `The filter ${shorten(key)} is not supported by this implementation${guess ? `; did you mean ${guess}?` : '.'}${after ? COMMAS : ''}`,
  )
}

/** The filter cannot have that value. */
export const wrongValue = (
  model: Model,
  type: EntityType,
  key: string,
  value: string,
  expected: string,
): Problem =>
  filterProblem(
    model,
    type,
    `The filter ${shorten(key)} cannot have the value ${shorten(value)}: ${expected}.`,
  )
