/** Which entity type a value of entity_type or @type means. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { suggestNames } from '../../model/values/closest-match.ts'
import { RecordRejected } from './read-context.ts'

/** Spellings remembered, known or not. */
const MAX_CACHED = 10_000

/** A name without case, blanks, hyphens and underscores. */
export const foldTypeName = (name: string): string => name.toLowerCase().replace(/[_\s-]/g, '')

/**
 * Makes the look-up: names, their other spellings (DataSource, data_source), class IRIs; of a list the first
 * that is known.
 */
export function createTypeFinder(model: Model): (value: unknown) => EntityType | undefined {
  const loose = new Map(
    model.types.flatMap((type) =>
      [type.name, ...(type.aliases ?? [])].map((name) => [foldTypeName(name), type] as const),
    ),
  )
  const found = new Map<string, EntityType | undefined>()

  function typeNamed(name: string): EntityType | undefined {
    if (found.has(name)) return found.get(name)
    const type = model.typeNamed(name) ?? loose.get(foldTypeName(name)) ?? model.typeOfClass(name)
    if (found.size < MAX_CACHED) found.set(name, type)
    return type
  }
  return (value) => {
    if (typeof value === 'string') return typeNamed(value)
    if (!Array.isArray(value)) return undefined
    return value
      .filter((name) => typeof name === 'string')
      .map(typeNamed)
      .find((type) => type !== undefined)
  }
}

/**
 * The entity type of a record that stands by itself: the one that it states, else the only one that has all
 * its keys.
 * @throws Refused if it states an unknown one, or none and its keys do not tell
 */
export function entityTypeOf(
  input: Json,
  model: Model,
  typeOf: ReturnType<typeof createTypeFinder>,
  typeByKeys: (input: Json) => EntityType | undefined,
): EntityType {
  const named = input['entity_type'] ?? input['entity_type"'] ?? input['@type']
  const stated = typeOf(named)
  if (stated) return stated
  const names = model.types.map(({ name }) => name)
  if (named !== undefined)
    throw new RecordRejected(
      'no-type',
      `has the unknown entity_type ${JSON.stringify(named)}; ` +
        (typeof named === 'string' ? suggestNames(named, names) : `known are ${names.join(', ')}`),
    )
  const type = typeByKeys(input)
  if (!type) throw new RecordRejected('no-type', `has no entity_type; known are ${names.join(', ')}`)
  return type
}
