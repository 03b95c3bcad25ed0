/** Which records meet conditions: from the index what it can tell, all else from one query; cached. */

import { LRUCache } from 'lru-cache'
import { compile, ENTITY, type Compiled } from '../../filter/compile.ts'
import { canonicalKey, type Condition } from '../../filter/condition.ts'
import type { GraphStatistics } from '../../filter/graph-statistics.ts'
import { facetsOf } from '../../model/facets.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { EntityIndex } from '../entities/entity-index.ts'
import { identitiesThatMeet } from './identifier-search.ts'
import { intersect, matchesOf, type Matches, type Positions } from './matches.ts'
import { once } from './once.ts'
import type { Reads } from '../reads.ts'
import type { Store } from '../store.ts'
import { isTextSearch } from './text-search.ts'
import { valuesThatMeet } from './value-search.ts'

export interface Search {
  /**
   * The records of a type that meet all conditions, as the store of a client finds them.
   * @throws Problem invalid-filter
   */
  search(store: ClientStore, type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /** The positions of those records; undefined for all. */
  positions(
    store: ClientStore,
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Positions | undefined>
  /** The SPARQL of the conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** Reads what compiling needs, so that the first search need not. */
  warmUp(): Promise<void>
}

/** A store, perhaps as one client asks it. */
type ClientStore = Pick<Store, 'iris' | 'clientSignal'>

interface SearchOptions {
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  readonly reads: Pick<Reads<never>, 'texts' | 'withValue' | 'withIdentifier' | 'knowledge'>
}

/** Bytes of the cached lists, and of what a list takes besides its positions. */
const MAX_CACHE_BYTES = 16_000_000
const OVERHEAD_BYTES = 300

export function createSearch({ model, base, index, reads }: SearchOptions): Search {
  const cache = new LRUCache<string, Positions>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + OVERHEAD_BYTES,
  })
  const facets = new Map(
    model.types
      .flatMap((type) => facetsOf(model.filtersOf(type).all, model, base))
      .map((facet) => [facet.filter, facet]),
  )
  const running = new Map<string, Promise<Positions>>()
  let statistics: Promise<GraphStatistics> | undefined

  function readStatistics(): Promise<GraphStatistics> {
    statistics ??= reads.knowledge()
    statistics.catch(() => {
      statistics = undefined
    })
    return statistics
  }

  const isIndexed = (type: EntityType, condition: Condition): boolean =>
    isTextSearch(condition) && reads.texts?.answers(type, condition.filter.path.target.predicates) === true

  const compiled = async (type: EntityType, conditions: readonly Condition[]): Promise<Compiled> =>
    compile(type, conditions, { model, base, statistics: await readStatistics() })

  async function query(
    store: ClientStore,
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Positions> {
    const { ids, page } = await compiled(type, conditions)
    // What is found may be a mention, or a record of another type with the same class.
    return index.records(type).positionsOf(await store.iris({ variable: ENTITY, all: ids, page }))
  }

  /** Undefined where the index does not answer all of the conditions: together they find less. */
  async function findInIndex(
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Positions | undefined> {
    const { withValue, withIdentifier } = reads
    if (!withValue || !withIdentifier) return undefined
    const context = { model, base, statistics: await readStatistics() }
    const byValue: (readonly [key: string, values: readonly string[]])[] = []
    const others: Condition[] = []
    for (const condition of conditions) {
      const facet = facets.get(condition.filter)
      const values = facet && valuesThatMeet(condition, facet, context)
      if (values) byValue.push([condition.filter.key, values])
      else others.push(condition)
    }
    const identities = identitiesThatMeet(type, others, context)
    if (!identities) return undefined
    const records = index.records(type)
    const isOfType = (iri: string): boolean => index.typesOf(iri).includes(type)
    const found: Positions[] = []
    for (const { iris, identifiers } of identities) {
      const owners = identifiers ? withIdentifier(identifiers, isOfType) : []
      if (!owners) return undefined
      found.push(await records.positionsOf([...iris, ...owners]))
    }
    for (const [key, values] of byValue) {
      const positions = await withValue(type, key, values)
      if (!positions) return undefined
      found.push(positions)
    }
    return found.reduce(intersect)
  }

  async function find(
    store: ClientStore,
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Positions> {
    const inTexts = conditions.filter((condition) => isIndexed(type, condition))
    const [only] = inTexts
    if (!only || !reads.texts) return (await findInIndex(type, conditions)) ?? query(store, type, conditions)
    if (conditions.length === 1) return reads.texts.find(type, only.filter.path.target.predicates, only.value)
    const others = conditions.filter((condition) => !inTexts.includes(condition))
    const lists = await Promise.all(
      [...inTexts.map((condition) => [condition]), ...(others.length > 0 ? [others] : [])].map((some) =>
        list(store, type, some),
      ),
    )
    return lists.reduce(intersect)
  }

  async function list(
    store: ClientStore,
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Positions> {
    const key = `${type.name} ${canonicalKey(conditions)}`
    const cached = cache.get(key)
    if (cached) return cached
    const positions = await once(
      running,
      key,
      () => find(store, type, conditions).finally(() => running.delete(key)),
      store.clientSignal,
    )
    cache.set(key, positions)
    return positions
  }

  async function search(
    store: ClientStore,
    type: EntityType,
    conditions: readonly Condition[],
  ): Promise<Matches> {
    const records = index.records(type)
    return conditions.length === 0 ? records : matchesOf(records, await list(store, type, conditions))
  }

  const positions: Search['positions'] = async (store, type, conditions) =>
    conditions.length === 0 ? undefined : list(store, type, conditions)

  return { search, positions, compile: compiled, warmUp: async () => void (await readStatistics()) }
}
