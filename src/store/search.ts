/** Which records meet conditions: one query, its answer kept. */

import { LRUCache } from 'lru-cache'
import { compile, ENTITY, type Compiled } from '../filter/compile.ts'
import { identityOf, type Condition } from '../filter/condition.ts'
import type { Knowledge } from '../filter/knowledge.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { sortCodePoints } from '../model/order.ts'
import { iriOf } from '../record/triples.ts'
import type { EntityIndex } from './index.ts'
import { learnGraph } from './knowledge.ts'
import type { Store } from './store.ts'

export interface Search {
  /** IRIs of the records of a type that meet all conditions, in code point order. @throws Problem invalid-filter */
  search(type: EntityType, conditions: readonly Condition[]): Promise<readonly string[]>
  /** The SPARQL of the conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** Learns what searching needs, so that the first search need not. */
  learn(): Promise<Knowledge>
}

interface SearchOptions { readonly model: Model; readonly base: string; readonly store: Store; readonly index: EntityIndex }

/** IRIs in answers that are kept. */
const KEPT = 1_000_000

/** A list of a share of all records is picked from the sorted list of all: sorted, and without text of its own. */
const LARGE = 1 / 16

export function createSearch({ model, base, store, index }: SearchOptions): Search {
  const kept = new LRUCache<string, readonly string[]>({ maxSize: KEPT, sizeCalculation: (iris) => iris.length + 1 })
  const running = new Map<string, Promise<readonly string[]>>()
  let knowledge: Promise<Knowledge> | undefined

  function learn(): Promise<Knowledge> {
    knowledge ??= learnGraph({ store, index, model, base })
    knowledge.catch(() => { knowledge = undefined })
    return knowledge
  }

  const compiled = async (type: EntityType, conditions: readonly Condition[]): Promise<Compiled> =>
    compile(type, conditions, { model, base, knowledge: await learn() })

  /** What is found may be a mention, or a record of another type with the same class. */
  function recordsAmong(found: readonly string[], type: EntityType): readonly string[] {
    const records = index.records(type)
    if (found.length < records.length * LARGE) return sortCodePoints(found.filter((iri) => index.isRecord(iri) && index.typesOf(iri).includes(type)))
    const set = new Set(found)
    return records.filter((iri) => set.has(iri))
  }

  async function run(type: EntityType, conditions: readonly Condition[]): Promise<readonly string[]> {
    const { ids } = await compiled(type, conditions)
    const rows = await store.select(ids)
    return recordsAmong(rows.map((row) => iriOf(row[ENTITY] as string)), type)
  }

  async function search(type: EntityType, conditions: readonly Condition[]): Promise<readonly string[]> {
    if (conditions.length === 0) return index.records(type)
    const key = `${type.name} ${identityOf(conditions)}`
    const known = kept.get(key) ?? running.get(key)
    if (known) return known
    const found = run(type, conditions).finally(() => running.delete(key))
    running.set(key, found)
    const iris = await found
    kept.set(key, iris)
    return iris
  }

  return { search, compile: compiled, learn }
}
