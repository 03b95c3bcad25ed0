/** Searches for records by their names, from the tables of an index. */

import type { Task } from '../../admission/task.ts'
import { LRUCache } from 'lru-cache'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { memoize } from '../../model/values/memoize.ts'
import type { WordQuery } from '../../model/values/word-query.ts'
import type { EntityIndex } from '../../query/entity-index.ts'
import {
  fits,
  type Completion,
  type Fit,
  type NameSearch,
  type WordMatches,
} from '../../query/name-search.ts'
import type { Meta } from '../tables/meta.ts'
import type { Table, TableName } from '../tables/tables.ts'
import { completions } from './complete.ts'
import { matchWords, mostWords } from './match-words.ts'
import { namePlaces } from './name-places.ts'
import type { RecordAnswer } from '../../record/answer/record-answer.ts'
import { readNames } from './read-names.ts'
import { NAME_END, nameReader } from './write-names.ts'
import { textReaders } from './text-readers.ts'
import { similarRecords } from './similar-names.ts'
import { correctWords } from './word-corrections.ts'

interface Source {
  readonly tables: { table(name: TableName): Table }
  readonly meta: Meta
  readonly index: EntityIndex
  readonly model: Model
  /** For each record of a type a number that is higher the more records name it. */
  ranksOf(type: EntityType): Uint32Array
  /** The stored answer of a record. */
  answer(type: EntityType, iri: string): Pick<RecordAnswer, 'json'> | undefined
}

/** Searches whose matches are kept: a page reads them for its list, its order and its facets. */
const MAX_KEPT = 8

export function nameSearch({ tables, meta, index, model, answer, ranksOf }: Source): NameSearch {
  const namesOf = nameReader({ types: model.types.map(({ name }) => name), names: namePlaces(model) })
  const iriAt = (type: EntityType, position: number): string =>
    index.records(type).pick(Uint32Array.of(position))[0] as string
  const referencedNames = (type: EntityType, position: number): readonly string[] => {
    const record = answer(type, iriAt(type, position))?.json
    const names = record && namesOf(model.types.indexOf(type), record).referenced
    return names ? names.split(NAME_END) : []
  }
  const ranks = memoize(ranksOf)
  const sources = new Map(
    meta.names.flatMap((column, number) => {
      const type = model.typeNamed(column.type)
      // What else it has is said where the graph is opened.
      if (!type) return []
      const names = readNames(tables, number, column, meta.names.length)
      const texts = textReaders(tables, meta, type)
      return [
        [
          type,
          {
            names,
            texts,
            referencedNames: (position: number) => referencedNames(type, position),
            count: index.records(type).length,
            hasPersonNames: type.hasPersonNames ?? false,
            ranks: () => ranks(type),
          },
        ] as const,
      ]
    }),
  )
  const matches = new LRUCache<string, WordMatches>({ max: MAX_KEPT })

  function match(type: EntityType, query: WordQuery, task: Task): WordMatches {
    const source = sources.get(type)
    if (!source) return { positions: new Uint32Array(), fits: new Uint8Array() }
    const key = JSON.stringify([type.name, query])
    const known = matches.get(key)
    if (known) return known
    const found = matchWords(source, query, task)
    matches.set(key, found)
    return found
  }

  return {
    match,
    mostWords(type, query, task) {
      const source = sources.get(type)
      return source && mostWords(source, query, task)
    },
    async fitOf(type, query, iri, task) {
      const [position] = await index.records(type).positionsOf([iri], task)
      const { positions, fits: found } = match(type, query, task)
      return fits[found[positions.indexOf(position as number)] as number] as Fit
    },
    mostReferencedFirst(type, positions) {
      const source = sources.get(type)
      if (!source) return positions
      const { names } = source
      const ranks = source.ranks()
      const lengths = new Map(
        Array.from(positions, (position) => [position, names.namesAt(position)[0]?.length ?? 0] as const),
      )
      return positions.toSorted(
        (a, b) =>
          (ranks[b] as number) - (ranks[a] as number) ||
          (lengths.get(a) as number) - (lengths.get(b) as number) ||
          a - b,
      )
    },
    complete(type, query, limit, worst = 'inside') {
      const source = sources.get(type)
      if (!source) return []
      const found = completions(source, query, limit, worst)
      return found.map(({ position, fit }): Completion => ({ iri: iriAt(type, position), fit }))
    },
    async similar(type, name, most, task) {
      const source = sources.get(type)
      const found = source ? await similarRecords(source, name, most, task) : []
      return found.map(({ position, ...one }) => ({ iri: iriAt(type, position), ...one }))
    },
    async correct(type, query, task) {
      const source = sources.get(type)
      return source && correctWords(source, query, task)
    },
  }
}
