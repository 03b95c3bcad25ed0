/** Which page of a list is requested. */

import { Problem } from '../../errors.ts'
import { singleValue, type Query } from './query-parameters.ts'

export const DEFAULT_PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100

/** Digits alone and no zero in front: a page has one URL. */
const WHOLE_NUMBER = /^[1-9]\d{0,14}$/

function wholeNumber(query: Query, name: string, defaultValue: number, maximum: number): number {
  const text = singleValue(query, name)
  if (text === undefined) return defaultValue
  const value = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN
  if (!(value <= maximum))
    throw new Problem(
      'invalid-parameter',
      `${name} must be a whole number from ` +
        `1${maximum < Number.MAX_SAFE_INTEGER ? ` to ${maximum}` : ''}, in plain digits.`,
    )
  return value
}

/** @throws Problem invalid-parameter for anything but whole numbers from 1, `page_size` at most 100 */
export function readPaging(query: Query): { readonly page: number; readonly pageSize: number } {
  return {
    page: wholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER),
    pageSize: wholeNumber(query, 'page_size', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
  }
}
