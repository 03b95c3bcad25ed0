/** Kinds of records: of which one a record is, and the filter `cf.kind`. */

import type { FilterRows } from './filter-row.ts'
import { resolvePath, type Path, type PathResolver } from './paths.ts'
import type { EntityType, Kinds } from './row.ts'
import { fieldsAlong } from './walk.ts'

export const KIND = 'cf.kind'

/** @param wordsAt what stands in a record at a path of a row */
export const kindBy = ({ rows }: Kinds, wordsAt: (path: string) => readonly string[]): string | undefined =>
  rows.find(({ has }) =>
    Object.keys(has).every((path) => {
      const [words, found] = [has[path] ?? [], wordsAt(path)]
      return words.length === 0 ? found.length > 0 : found.some((word) => words.includes(word))
    }),
  )?.kind

/** The word by which rows know a class: the last segment of its IRI. */
export const wordOfClass = (iri: string): string => iri.replace(/^.*[/#]/, '')

export const kindRows = ({ names }: Kinds): FilterRows => ({
  [KIND]: {
    operator: 'equals',
    path: '@kind',
    doc: 'of the kind {value}',
    label: 'Kind',
    example: Object.keys(names)[0] ?? '',
    addition: true,
    facet: 'Kind',
  },
})

/** Leads to no value of the graph. */
export const kindPath = (type: EntityType): Path => ({
  steps: [],
  target: {
    key: '@kind',
    kind: '@kind',
    predicates: [],
    types: [type],
    field: { kind: 'vocabTerm', doc: 'Kind.', terms: Object.keys(type.kinds?.names ?? {}) },
  },
})

/** The paths that rows have: that of a class leads to its IRI, and to its labels. */
export function wordPaths(names: PathResolver, type: EntityType): ReadonlyMap<string, readonly Path[]> {
  const paths = new Set(type.kinds?.rows.flatMap(({ has }) => Object.keys(has)))
  return new Map(
    [...paths].map((path) => {
      const field = fieldsAlong(type.fields, path.split('.'))?.at(-1)
      const labels = field?.kind === 'labelledClass' ? labelKeys(field.fields) : undefined
      const all = labels ? ['class', ...labels].map((key) => `${path}.${key}`) : [path]
      return [path, all.map((one) => resolvePath(names, type, one))]
    }),
  )
}

const labelKeys = (fields: EntityType['fields']): string[] =>
  Object.entries(fields).flatMap(([key, { kind }]) => (kind === 'langString' ? [key] : []))
