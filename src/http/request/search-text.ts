/** The text that somebody searches for. */

import { Problem } from '../../errors.ts'
import { parameters } from '../../parameters.ts'
import { singleValue, type Query } from './query-parameters.ts'

/**
 * Measured as it is searched for: some characters stand for several, up to eighteen of them.
 * @throws Problem invalid-parameter for a text that is too long
 */
export function requireShort(name: string, text: string): void {
  const { length } = text.normalize('NFKC')
  const { maxLength } = parameters.q
  if (length > maxLength)
    throw new Problem('invalid-parameter', `${name} is ${length} characters long; the limit is ${maxLength}.`)
}

/** @throws Problem invalid-parameter without a text, or for one that is too long */
export function readSearchText(query: Query): string {
  const text = singleValue(query, 'q')?.trim() ?? ''
  if (text === '')
    throw new Problem('invalid-parameter', 'The parameter q is missing: the text to search for.')
  requireShort('q', text)
  return text
}
