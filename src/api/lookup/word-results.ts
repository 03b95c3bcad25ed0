/** What a search for words finds: how much in each collection, and the first records. */

import { checkpoint, type Task } from '../../admission/task.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { fits, type Fit, type NameSearch } from '../../search-index/query/name-search.ts'
import { isEmptyQuery, parseWords, type WordQuery } from '../../model/values/word-query.ts'
import { defaultConditions } from '../request/list-url.ts'
import { wordsCondition, type Condition } from '../../filter/condition.ts'
import { findRecords } from '../request/list-request.ts'
import { keysAs, keysOf, loadRecords } from '../representation/records.ts'
import type { GraphContext } from '../graph-context.ts'

/** The matches in one collection. */
export interface CollectionMatches {
  readonly type: EntityType
  readonly total: number
  /** The conditions that they meet. */
  readonly conditions: readonly Condition[]
  /** The first of them, or those of a page. */
  readonly records: readonly Json[]
  /** How well each of these fits. */
  readonly fits: readonly Fit[]
}

/** A record that was found, as one of its types. */
export interface FoundRecord {
  readonly record: Json
  readonly type: EntityType
}

/** Records of each collection that programs get where several are searched. */
export const MAX_PER_COLLECTION = 3

/** A part of the records that are found in each collection. */
export interface Range {
  readonly from: number
  /** How many of each, by the number of collections in which some are found. */
  count(collections: number): number
}

/** The conditions of a search for words: what is only cited counts where nothing else is found. */
export async function searchConditions(
  context: GraphContext,
  type: EntityType,
  text: string,
): Promise<readonly Condition[]> {
  const words = wordsCondition(context.model, type, text)
  const conditions = [...defaultConditions(context, type), words]
  return (await context.queries.search(type, conditions)).length > 0 ? conditions : [words]
}

/** The records of types that have all words of a text. */
export async function wordResults(
  context: GraphContext,
  types: readonly EntityType[],
  text: string,
  { from, count }: Range,
): Promise<CollectionMatches[]> {
  const query = parseWords(text)
  const { graph, queries, task } = context
  const matches = await Promise.all(
    types.map(async (type) => {
      const conditions = await searchConditions(context, type, text)
      checkpoint(task)
      return { type, conditions, total: (await queries.search(type, conditions)).length }
    }),
  )
  const most = count(matches.filter(({ total }) => total > 0).length)
  return Promise.all(
    matches.map(async ({ type, conditions, total }) => {
      if (total === 0 || most === 0) return { type, conditions, total, records: [], fits: [] }
      const { iris } = await findRecords(queries, type, { conditions }, from, most)
      const records = await loadRecords(context, keysAs(type, iris))
      return { type, conditions, total, records, fits: graph.names.fitsOf(type, query, iris, task) }
    }),
  )
}

/** As many words of a text as one record has; undefined where it is one word, or no record has any. */
export function fewerWords(
  { graph, task }: GraphContext,
  types: readonly EntityType[],
  text: string,
): string | undefined {
  const query = parseWords(text)
  if (query.words.length + query.phrases.length < 2) return undefined
  const found = types.flatMap((type) => graph.names.mostWords(type, query, task) ?? [])
  return found.sort((a, b) => b.count - a.count)[0]?.text
}

/** Records that are the best of all types. */
const MAX_BEST = 5

/** The best of the first records of several types; none where one type has all. */
export function bestOf(results: readonly CollectionMatches[]): FoundRecord[] {
  const found = results.filter(({ total }) => total > 0)
  if (found.length < 2) return []
  const ranked = found.map(({ type, records, fits }) =>
    fits.slice(0, MAX_PER_COLLECTION).map((fit, i) => ({ fit, type, record: records[i] as Json })),
  )
  return interleaveByFit(ranked).slice(0, MAX_BEST)
}

/** The first of each list, then the second of each, and so on. */
export const interleave = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, i) => i).flatMap((i) =>
    lists.flatMap((list) => list.slice(i, i + 1)),
  )

/** What several types have, the best first; of what fits equally well, those of all types in turn. */
const interleaveByFit = <T extends { readonly fit: Fit }>(lists: readonly (readonly T[])[]): T[] =>
  fits.flatMap((fit) => interleave(lists.map((list) => list.filter((one) => one.fit === fit))))

/** Records by their IRIs, each as one of its types. */
export async function recordsOf(context: GraphContext, iris: readonly string[]): Promise<FoundRecord[]> {
  const keys = keysOf(context, iris)
  const records = await loadRecords(context, keys)
  return keys.map(({ type }, i) => ({ type, record: records[i] as Json }))
}

/** A query like this one that finds something; undefined where none is near. */
export async function didYouMean(
  names: NameSearch,
  types: readonly EntityType[],
  query: WordQuery,
  task: Task,
): Promise<string | undefined> {
  if (isEmptyQuery(query)) return undefined
  for (const type of types) {
    const better = await names.correct(type, query, task)
    if (better !== undefined) return better
  }
  return undefined
}
