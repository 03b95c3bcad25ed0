/** Which records meet conditions: texts from their index, all else from one query; what was found is kept. */

import { LRUCache } from 'lru-cache'
import { compile, ENTITY, type Compiled } from '../../filter/compile.ts'
import { canonicalKey, type Condition } from '../../filter/condition.ts'
import type { GraphStatistics } from '../../filter/graph-statistics.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { EntityIndex } from '../entities/entity-index.ts'
import { intersect, matchesOf, type Matches, type Positions } from './matches.ts'
import { once } from './once.ts'
import type { Reads } from '../reads.ts'
import type { Store } from '../store.ts'
import { isTextSearch } from './text-search.ts'

export interface Search {
  /**
   * The records of a type that meet all conditions, as a store finds them for whoever asks it. @throws
   * Problem invalid-filter
   */
  search(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /** The positions of those records; undefined for all. */
  positions(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions | undefined>
  /** The SPARQL of the conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** Reads what compiling needs, so that the first search need not. */
  learn(): Promise<void>
}

type Asked = Pick<Store, 'iris' | 'left'>

interface SearchOptions {
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  readonly reads: Pick<Reads<never>, 'texts' | 'knowledge'>
}

/** Bytes of the lists that are kept, and of what a list takes besides its positions. */
const KEPT = 16_000_000
const OVERHEAD = 300

export function createSearch({ model, base, index, reads }: SearchOptions): Search {
  const kept = new LRUCache<string, Positions>({
    maxSize: KEPT,
    sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + OVERHEAD,
  })
  const running = new Map<string, Promise<Positions>>()
  let knowledge: Promise<GraphStatistics> | undefined

  function known(): Promise<GraphStatistics> {
    knowledge ??= reads.knowledge()
    knowledge.catch(() => {
      knowledge = undefined
    })
    return knowledge
  }

  const isIndexed = (type: EntityType, condition: Condition): boolean =>
    isTextSearch(condition) && reads.texts?.answers(type, condition.filter.path.target.predicates) === true

  const compiled = async (type: EntityType, conditions: readonly Condition[]): Promise<Compiled> =>
    compile(type, conditions, { model, base, statistics: await known() })

  async function ask(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    const { ids, page } = await compiled(type, conditions)
    // What is found may be a mention, or a record of another type with the same class.
    return index.records(type).positionsOf(await asked.iris({ variable: ENTITY, all: ids, page }))
  }

  async function find(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    const inTexts = conditions.filter((condition) => isIndexed(type, condition))
    const [only] = inTexts
    if (!only || !reads.texts) return ask(asked, type, conditions)
    if (conditions.length === 1) return reads.texts.find(type, only.filter.path.target.predicates, only.value)
    const others = conditions.filter((condition) => !inTexts.includes(condition))
    const lists = await Promise.all(
      [...inTexts.map((condition) => [condition]), ...(others.length > 0 ? [others] : [])].map((some) =>
        list(asked, type, some),
      ),
    )
    return lists.reduce(intersect)
  }

  async function list(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    const key = `${type.name} ${canonicalKey(conditions)}`
    const known = kept.get(key)
    if (known) return known
    const positions = await once(
      running,
      key,
      () => find(asked, type, conditions).finally(() => running.delete(key)),
      asked.left,
    )
    kept.set(key, positions)
    return positions
  }

  async function search(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Matches> {
    const records = index.records(type)
    return conditions.length === 0 ? records : matchesOf(records, await list(asked, type, conditions))
  }

  const positions: Search['positions'] = async (asked, type, conditions) =>
    conditions.length === 0 ? undefined : list(asked, type, conditions)

  return { search, positions, compile: compiled, learn: async () => void (await known()) }
}
