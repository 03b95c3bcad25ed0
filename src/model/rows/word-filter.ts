/** The filter `cf.search.words`, which every type has: all words, in whatever text of a record each of them stands. */

import type { FilterRow } from './filter-row.ts'
import { resolvePath, type Path, type PathResolver } from './paths.ts'
import { groupBy } from '../values/collections.ts'
import type { EntityType, Fields } from './row.ts'
import { fieldsAlong } from './walk.ts'

export const WORDS_KEY = 'cf.search.words'

/**
 * A place where a word may stand: inside of a word of an `ownName` of the record; at the beginning of a word of the
 * name of a `reference`, or of a longer `text`, where a short word is a whole one; or of the `year` of a date.
 */
export interface WordPlace {
  readonly path: Path
  readonly kind: 'ownName' | 'reference' | 'text' | 'year'
}

/** Keys of the names of the records of a type. */
export const nameKeys = ({ labelFields, search }: EntityType): readonly string[] =>
  search?.names ?? labelFields

export const wordsRow = (type: EntityType): FilterRow => ({
  operator: 'words',
  path: nameKeys(type)[0] ?? 'local_identifier',
  doc: 'with the words {value}',
  label: 'Words',
  example: type.search?.example ?? 'words',
  addition: true,
})

/** Where the words may stand: in names, in those of the entities that a record names, in texts and years. */
export function wordPlaces(names: PathResolver, type: EntityType): WordPlace[] {
  const { references = [], texts = [], years = [] } = type.search ?? {}
  const place =
    (kind: WordPlace['kind']) =>
    (path: string): WordPlace => ({ path: resolvePath(names, type, path), kind })
  return [
    ...alternatives([type.fields], nameKeys(type)).map(place('ownName')),
    ...references.flatMap((path) => namePaths(names, type, path)).map(place('reference')),
    ...texts.map(place('text')),
    ...years.map(place('year')),
  ]
}

/** Keys of fields of one kind as one path. @param tables in which the keys are */
const alternatives = (tables: readonly Fields[], keys: readonly string[]): string[] =>
  [...groupBy(keys, (key) => tables.find((table) => table[key])?.[key]?.kind).values()].map((same) =>
    same.join('|'),
  )

/** The paths of the names of what a reference leads to, as far as the reference shows them. */
function namePaths(names: PathResolver, { fields }: EntityType, path: string): string[] {
  const field = fieldsAlong(fields, path.split('.'))?.at(-1)
  const types = field?.kind === 'reference' ? field.range.flatMap((name) => names.typeNamed(name) ?? []) : []
  const shown = types.flatMap((one) => nameKeys(one).filter((key) => one.referenceFields.includes(key)))
  const tables = types.map((one) => one.fields)
  return alternatives(tables, [...new Set(shown)]).map((key) => `${path}.${key}`)
}
