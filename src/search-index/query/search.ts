/** Which records meet conditions: from the index what it can tell, all else from one query; cached. */

import { LRUCache } from 'lru-cache'
import type { Task } from '../../admission/task.ts'
import { compile, compileTree, ENTITY, type Compiled } from '../../filter/query/compile.ts'
import { conditionTree, type ConditionTree } from '../../filter/query/condition-tree.ts'
import type { Condition } from '../../filter/condition.ts'
import type { CompileContext } from '../../filter/values/value-test.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { Store } from '../../store/store.ts'
import type { EntityIndex } from './entity-index.ts'
import { intersect, matchesOf, type Matches, type Positions } from './matches.ts'
import type { IndexReader } from './index-reader.ts'
import { parseWords } from '../../model/values/word-query.ts'
import { isStampSearch, MODIFIED, positionsChanged } from './stamps.ts'
import { isTextSearch, isWordSearch } from './text-search.ts'
import { findInIndex, type SearchedIndex } from './index-search.ts'

/** A store, as it is asked for a task. */
type ClientStore = Pick<Store, 'iris' | 'task'>

/** The index, and the store where that cannot tell, or the store alone. */
export type FilterAnswerer = 'index' | 'sparql'

interface SearchOptions {
  readonly filters?: FilterAnswerer | undefined
  readonly maxCacheBytes?: number | undefined
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  readonly reads: Pick<
    IndexReader,
    'texts' | 'names' | 'columns' | 'withIdentifier' | 'filterStatistics' | 'order' | 'stamps'
  >
}

/** Bytes of the cached lists, if it is not said, and of what a list takes besides its positions. */
const MAX_CACHE_BYTES = 16_000_000
const OVERHEAD_BYTES = 300

export class Search {
  readonly #context: CompileContext
  readonly #index: EntityIndex
  readonly #reads: SearchOptions['reads']
  readonly #searched: SearchedIndex
  readonly #isBySparql: boolean
  readonly #cache: LRUCache<string, Positions>

  constructor({ model, base, index, reads, filters, maxCacheBytes = MAX_CACHE_BYTES }: SearchOptions) {
    this.#isBySparql = filters === 'sparql'
    this.#cache = new LRUCache({
      maxSize: maxCacheBytes,
      sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + OVERHEAD_BYTES,
    })
    this.#context = { model, base, statistics: reads.filterStatistics }
    this.#index = index
    this.#reads = reads
    this.#searched = { model, index, ...reads }
  }

  /**
   * The records of a type that meet all conditions, as the store of a client finds them.
   * @throws Problem invalid-filter
   */
  async search(store: ClientStore, type: EntityType, conditions: readonly Condition[]): Promise<Matches> {
    const records = this.#index.records(type)
    return conditions.length === 0 ? records : matchesOf(records, await this.#list(store, type, conditions))
  }

  /** The positions of those records; undefined for all. */
  async positions(
    store: ClientStore,
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Positions | undefined> {
    return conditions.length === 0 ? undefined : this.#list(store, type, conditions)
  }

  /** The SPARQL of the conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Compiled {
    return compile(type, conditions, this.#context)
  }

  /** From the cache, else found now. */
  async #list(store: ClientStore, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    const key = JSON.stringify([type.name, ...conditions.map(({ filter, value }) => [filter.key, value])])
    const cached = this.#cache.get(key)
    if (cached) return cached
    const positions = await this.#find(store, conditionTree(type, conditions, this.#context))
    this.#cache.set(key, positions)
    return positions
  }

  async #find(store: ClientStore, tree: ConditionTree): Promise<Positions> {
    const { type, conditions } = tree
    const alone = conditions.filter((condition) => this.#isFoundAlone(type, condition))
    const [only] = alone
    if (!only) {
      const found = this.#isBySparql ? undefined : await findInIndex(tree, this.#searched, store.task)
      return found ?? this.#query(store, tree)
    }
    if (conditions.length === 1) return this.#findAlone(type, only, store.task)
    const others = conditions.filter((condition) => !alone.includes(condition))
    const groups = alone.map((condition) => [condition])
    if (others.length > 0) groups.push(others)
    const lists = await Promise.all(groups.map((group) => this.#list(store, type, group)))
    return lists.reduce(intersect)
  }

  /** What an index has of its own answers a condition by itself. */
  async #findAlone(type: EntityType, condition: Condition, task: Task): Promise<Positions> {
    const { texts, names, order, stamps } = this.#reads
    const { filter, value } = condition
    if (isWordSearch(condition)) return names.match(type, parseWords(value), task).positions
    if (isStampSearch(condition))
      return positionsChanged(stamps, type, condition, order(type, MODIFIED, false))
    return texts.find(type, filter.path.target.predicates, value, task)
  }

  #isFoundAlone(type: EntityType, condition: Condition): boolean {
    if (isStampSearch(condition)) return true
    if (this.#isBySparql) return false
    return (
      isWordSearch(condition) ||
      (isTextSearch(condition) && this.#reads.texts.answers(type, condition.filter.path.target.predicates))
    )
  }

  async #query(store: ClientStore, tree: ConditionTree): Promise<Positions> {
    const { ids } = compileTree(tree, this.#context)
    // What is found may be a mention, or a record of another type with the same class.
    const iris = await store.iris({ variable: ENTITY, select: ids })
    return this.#index.records(tree.type).positionsOf(iris, store.task)
  }
}
