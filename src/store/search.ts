/** Which records meet conditions: texts from their index, all else from one query; what was found is kept. */

import { LRUCache } from 'lru-cache'
import { compile, ENTITY, type Compiled } from '../filter/compile.ts'
import { identityOf, type Condition } from '../filter/condition.ts'
import type { Knowledge } from '../filter/knowledge.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import type { Addresses } from './addresses.ts'
import { broadConditions } from './broad.ts'
import type { Counts } from './counts.ts'
import type { EntityIndex } from './entity-index.ts'
import { learnGraph } from './knowledge.ts'
import { intersect, matchesOf, positionsOf, type Matches, type Positions } from './matches.ts'
import { once } from './once.ts'
import type { Store } from './store.ts'
import { createTextLists, isTextSearch } from './texts.ts'

export interface Search {
  /**
   * The records of a type that meet all conditions, as a store finds them for whoever asks it. @throws
   * Problem invalid-filter
   */
  search(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /** The SPARQL of the conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** Learns what searching needs, so that the first search need not. */
  learn(): Promise<void>
}

type Asked = Pick<Store, 'iris' | 'left'>

interface SearchOptions {
  readonly model: Model
  readonly base: string
  readonly store: Store
  readonly index: EntityIndex
  readonly addresses: Addresses
  /** Subjects of the texts that the store has an index of already, in code point order. */
  readonly indexed?: readonly string[] | undefined
  /** What need not be asked. */
  readonly counted?: Counts | undefined
}

/** Bytes of the lists that are kept, and of what a list takes besides its positions. */
const KEPT = 16_000_000
const OVERHEAD = 300

export function createSearch({
  model,
  base,
  store,
  index,
  addresses,
  indexed,
  counted,
}: SearchOptions): Search {
  const kept = new LRUCache<string, Positions>({
    maxSize: KEPT,
    sizeCalculation: ({ byteLength }, key) => byteLength + 2 * key.length + OVERHEAD,
  })
  const running = new Map<string, Promise<Positions>>()
  const texts = createTextLists({ model, store, index, indexed })
  let knowledge: Promise<Knowledge> | undefined
  let reading: Promise<void> | undefined

  function known(): Promise<Knowledge> {
    knowledge ??= learnGraph({ store, index, addresses, model, base, counted })
    knowledge.catch(() => {
      knowledge = undefined
    })
    return knowledge
  }

  /** Once: what fails is tried again by who asks next. */
  function readTexts(): Promise<void> {
    reading ??= known()
      .then(texts.read)
      .catch((error: unknown) => {
        reading = undefined
        throw error
      })
    return reading
  }

  async function learn(): Promise<void> {
    await readTexts()
    const knowledge = await known()
    for (const type of model.types)
      for (const condition of broadConditions(type, model, base, knowledge))
        await list(store, type, [condition])
  }

  const compiled = async (type: EntityType, conditions: readonly Condition[]): Promise<Compiled> =>
    compile(type, conditions, { model, base, knowledge: await known() })

  async function ask(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    const { ids, page } = await compiled(type, conditions)
    // What is found may be a mention, or a record of another type with the same class.
    return positionsOf(index.records(type), await asked.iris({ variable: ENTITY, all: ids, page }))
  }

  async function find(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    // In SPARQL, they would hold up the reading and each other for much longer than it takes.
    if (reading && conditions.some((condition) => isTextSearch(condition) && !texts.answers(condition)))
      await reading.catch(() => {})
    const apart = conditions.filter(texts.answers)
    const [only] = apart
    if (!only) return ask(asked, type, conditions)
    if (conditions.length === 1) return texts.find(type, only)
    const others = conditions.filter((condition) => !apart.includes(condition))
    const lists = await Promise.all(
      [...apart.map((condition) => [condition]), ...(others.length > 0 ? [others] : [])].map((some) =>
        list(asked, type, some),
      ),
    )
    return lists.reduce(intersect)
  }

  async function list(asked: Asked, type: EntityType, conditions: readonly Condition[]): Promise<Positions> {
    const key = `${type.name} ${identityOf(conditions)}`
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

  return { search, compile: compiled, learn }
}
