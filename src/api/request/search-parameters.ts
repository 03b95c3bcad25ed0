/** Which entity types and which text a search is about. */

import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import { Problem } from '../../config/errors.ts'
import { parameters } from '../../config/parameters.ts'
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

export const TYPES = 'types'

/** The types in the order of the model, each once. @throws Problem invalid-parameter, naming those there are */
export function typesNamed(names: readonly string[], model: Model): readonly EntityType[] {
  const found = new Set(names.map((name) => typeNamed(name, model)))
  return model.types.filter((type) => found.has(type))
}

function typeNamed(name: string, model: Model): EntityType {
  const found = model.types.find((type) => type.name === name || type.path === name)
  if (found) return found
  const paths = model.types.map(({ path }) => path)
  throw new Problem(
    'invalid-parameter',
    `${withSuggestion(`There is no type ${name.slice(0, 64)}`, name, paths)} The types are ${paths.join(', ')}.`,
  )
}

/** Undefined where the request names none, or chooses all in a form. @throws Problem invalid-parameter */
export function readTypes(query: Query, model: Model): readonly EntityType[] | undefined {
  const text = singleValue(query, TYPES)
  if (text?.trim() === '') return undefined
  const names = text?.split(',').map((name) => name.trim())
  return names && typesNamed(names.filter(Boolean), model)
}
