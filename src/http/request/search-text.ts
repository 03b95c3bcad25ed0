/** The text that somebody searches for. */

import { MAX_VALUE } from '../../filter/parse.ts'
import { Problem } from '../../errors.ts'
import { singleValue, type Query } from './query-parameters.ts'

/** @throws Problem invalid-parameter without a text, or for one that is too long */
export function readSearchText(query: Query): string {
  const text = singleValue(query, 'q')?.trim() ?? ''
  if (text === '')
    throw new Problem('invalid-parameter', 'The parameter q is missing: the text to search for.')
  if (text.length > MAX_VALUE)
    throw new Problem('invalid-parameter', `q is ${text.length} characters long; the limit is ${MAX_VALUE}.`)
  return text
}
