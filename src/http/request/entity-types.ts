/** Which entity types a request is about: names or paths of lists, with commas between them. */

import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import { Problem } from '../../errors.ts'
import { singleValue, type Query } from './query-parameters.ts'

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
