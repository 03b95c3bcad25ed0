/** Searches for records by their names, from the tables of an index. */

import { checkpoint, type Task } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { EntityIndex } from '../../query/entity-index.ts'
import {
  fits,
  type Completion,
  type Fit,
  type NameSearch,
  parseNameQuery,
  type NameQuery,
} from '../../query/name-search.ts'
import type { Positions } from '../../query/matches.ts'
import { dateOrderOf } from '../../query/relevance.ts'
import type { Meta } from '../tables/meta.ts'
import type { Table, TableName } from '../tables/tables.ts'
import { candidatesOf, completionLookUps, fittingRecords, ranked } from './find.ts'
import { fitOf, NO_FIT } from './fit.ts'
import { readNames, type NameReader } from './read-names.ts'
import { similarRecords } from './similar-names.ts'
import { splitWord } from './word-breaks.ts'
import { correctWord } from './word-corrections.ts'

interface Source {
  readonly tables: { table(name: TableName): Table }
  readonly meta: Meta
  readonly index: EntityIndex
  /** An order of the records of a type. */
  order(type: EntityType, name: string, isDescending: boolean): Positions | undefined
}

/** Records that are compared at once for a completion. */
const MAX_COMPARED = 200

export function nameSearch({ tables, meta, index, order }: Source): NameSearch {
  const readers = new Map(
    meta.names.map(
      (column, number) => [column.type, readNames(tables, number, column, meta.names.length)] as const,
    ),
  )

  /** By date, the newest first, where the records of the type have dates. */
  function newestFirst(type: EntityType): Positions | undefined {
    const name = dateOrderOf(type)
    return name === undefined ? undefined : order(type, name, true)
  }

  const iriAt = (type: EntityType, position: number): string =>
    index.records(type).pick(Uint32Array.of(position))[0] as string

  return {
    async find(type, query, task, among) {
      const [names, records] = [readers.get(type.name), index.records(type)]
      if (!names) return { length: 0, slice: () => [], fitAt: () => 'inside' }
      const byFit = await fittingRecords(names, query, records.length, task, among)
      const found = ranked(byFit, names, newestFirst(type), records.length)
      return {
        length: found.length,
        slice: (from, to) => Array.from(found.subarray(from, to), (position) => iriAt(type, position)),
        fitAt: (place) => fits[fitAtPlace(byFit, place)] as Fit,
      }
    },
    complete(type, query, limit, worst = 'inside') {
      const names = readers.get(type.name)
      if (!names) return []
      const found = completions(names, query, index.records(type).length, limit, worst)
      return found.map(({ position, fit }): Completion => ({ iri: iriAt(type, position), fit }))
    },
    async similar(type, name, most, task) {
      const names = readers.get(type.name)
      const found = names ? await similarRecords(names, name, most, task) : []
      return found.map(({ position, ...one }) => ({ iri: iriAt(type, position), ...one }))
    },
    async correct(type, query, task) {
      const names = readers.get(type.name)
      return names && corrected(names, query, index.records(type).length, task)
    },
  }
}

/** The number of the fit of a record, by its place among those that are ranked. */
function fitAtPlace(byFit: readonly (readonly number[])[], place: number): number {
  let end = 0
  return byFit.findIndex(({ length }) => place < (end += length))
}

function completions(
  names: NameReader,
  query: NameQuery,
  count: number,
  limit: number,
  worst: 'prefix' | 'inside',
): { readonly position: number; readonly fit: Fit }[] {
  const fitByPosition = new Map<number, number>()
  const add = (positions: Iterable<number>, fit: number): void => {
    for (const position of positions) {
      if (fitByPosition.size >= limit) return
      if (!fitByPosition.has(position)) fitByPosition.set(position, fit)
    }
  }
  add(names.withName(query.foldedText), 0)
  add(names.withNameStarting(query.foldedText), 1)
  for (const lookUp of worst === 'prefix' ? [] : completionLookUps) {
    if (fitByPosition.size >= limit) break
    const candidates = candidatesOf([names.words], query, count, lookUp) ?? []
    const byFit: number[][] = [...fits, 'none'].map(() => [])
    for (const position of candidates.slice(0, MAX_COMPARED))
      byFit[fitOf(names.namesAt(position), query)]?.push(position)
    byFit.slice(0, NO_FIT).forEach((positions, fit) => add(positions, fit))
  }
  return Array.from(fitByPosition, ([position, fit]) => ({ position, fit: fits[fit] as Fit }))
}

/** The words of a query, those that no name has replaced by the nearest ones, or by the two that were joined. */
async function corrected(
  names: NameReader,
  query: NameQuery,
  count: number,
  task: Task,
): Promise<string | undefined> {
  const words = query.foldedText.split(' ')
  const corrections = new Map<string, string>()
  for (const word of new Set(words)) {
    checkpoint(task)
    const candidates = candidatesOf([names.words], { foldedText: word, words: [word], phrases: [] }, count)
    if (candidates?.length !== 0) continue
    const better = (await correctWord(names, word, task)) ?? splitWord(names, word)
    if (better !== undefined) corrections.set(word, better)
  }
  const text = words.map((word) => corrections.get(word) ?? word).join(' ')
  if (text === query.foldedText) return undefined
  return candidatesOf([names.words], parseNameQuery(text), count)?.length === 0 ? undefined : text
}
