/** Searches for records by their names, from the tables of an index. */

import type { Task } from '../../admission/task.ts'
import { LRUCache } from 'lru-cache'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { firstSorted } from '../../model/values/sorting.ts'
import { memoize } from '../../model/values/collections.ts'
import type { WordQuery } from '../../model/values/word-query.ts'
import type { EntityIndex } from '../query/entity-index.ts'
import { fits, type Fit, type NameSearch, type WordMatches } from '../query/name-search.ts'
import { plainColumn, type Meta } from '../tables/meta.ts'
import { wordReader, type WordReader } from '../tables/words.ts'
import type { Table, TableName } from '../tables/tables.ts'
import { completions } from './complete.ts'
import { matchWords, mostWords, type Found } from './match-words.ts'
import { readNames } from './read-names.ts'
import { similarRecords } from './similar-names.ts'
import { correctWords } from './word-corrections.ts'

interface Source {
  readonly tables: { table(name: TableName): Table }
  readonly meta: Meta
  readonly index: EntityIndex
  readonly model: Model
  /** For each record of a type a number that is higher the more records name it. */
  ranksOf(type: EntityType): Uint32Array
}

/** Searches of a type whose matches are kept: a page reads them for its list, its order and its facets. */
const MAX_KEPT = 3
/** Words of which it is kept where they stand. */
const MAX_WORDS = 4

export function nameSearch({ tables, meta, index, model, ranksOf }: Source): NameSearch {
  const iriAt = (type: EntityType, position: number): string =>
    index.records(type).pick(Uint32Array.of(position))[0] as string
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
            count: index.records(type).length,
            hasPersonNames: type.hasPersonNames ?? false,
            ranks: () => ranks(type),
            matches: new LRUCache<string, WordMatches>({ max: MAX_KEPT }),
            places: new LRUCache<string, readonly Found[]>({ max: MAX_WORDS }),
          },
        ] as const,
      ]
    }),
  )
  function match(type: EntityType, query: WordQuery, task: Task): WordMatches {
    const source = sources.get(type)
    if (!source?.count) return { positions: new Uint32Array(), fits: new Uint8Array() }
    const key = JSON.stringify(query)
    const found = source.matches.get(key) ?? matchWords(source, query, task)
    source.matches.set(key, found)
    return found
  }

  return {
    match,
    mostWords(type, query, task) {
      const source = sources.get(type)
      return source && mostWords(source, query, task)
    },
    fitsOf(type, query, iris, task) {
      const { positions, fits: found } = match(type, query, task)
      const fitAt = (position: number): Fit => fits[found[positions.indexOf(position)] as number] as Fit
      return iris.map((iri) => fitAt(index.positionIn(type, iri)))
    },
    mostReferencedFirst(type, positions, count) {
      const source = sources.get(type)
      if (!source) return positions.slice(0, count)
      const ranks = source.ranks()
      const length = memoize((position: number) => source.names.namesAt(position)[0]?.length ?? 0, Infinity)
      const compare = (a: number, b: number): number =>
        (ranks[b] as number) - (ranks[a] as number) || length(a) - length(b) || a - b
      return Uint32Array.from(firstSorted(positions, count, compare))
    },
    *complete(type, query, limit, worst = 'inside') {
      const source = sources.get(type)
      if (!source?.count) return
      for (const positions of completions(source, query, limit, worst))
        yield positions.map((position) => iriAt(type, position))
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

/** Of each longer text of a type the words as they are written, and those with accents as they are without. */
function textReaders(
  source: { table(name: TableName): Table },
  { texts }: Meta,
  type: EntityType,
): WordReader[][] {
  const tables = { words: source.table('words'), postings: source.table('postings') }
  return texts.flatMap((column, number): WordReader[][] => {
    const { plainBlocks, wordBlocks } = column
    if (column.type !== type.name || plainBlocks === undefined) return []
    return [
      [
        wordReader(tables, number, wordBlocks),
        wordReader(tables, plainColumn(number, texts.length), plainBlocks),
      ],
    ]
  })
}
