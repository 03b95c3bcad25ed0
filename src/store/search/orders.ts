/** The orders of the lists of a store without an index: what records are sorted by is read once, and cached. */

import { once } from '../../admission/once.ts'
import { ownTask } from '../../admission/task.ts'
import { ENTITY } from '../../filter/compile.ts'
import { sortableDate, sortableText } from '../../filter/values/sort-text.ts'
import { COUNT, countReferrers, VALUE, valuesOfEntities } from '../../filter/value-queries.ts'
import type { Model } from '../../model/model.ts'
import { resolvePath } from '../../model/rows/paths.ts'
import type { EntityType, ListOrder } from '../../model/rows/row.ts'
import { compareCodePoints, sortCodePoints } from '../../model/values/code-points.ts'
import { NO_LANGUAGE } from '../../model/values/languages.ts'
import { iriOf, isLiteral, languageOf, textOf } from '../../record/rdf/triples.ts'
import { createPrinter } from '../../sparql/print.ts'
import type { EntityIndex } from '../entities/entity-index.ts'
import type { Row, Store } from '../store.ts'
import type { Positions } from './matches.ts'

/** Records that one query names, and queries beside each other. */
const BATCH = 200
const PARALLEL = 4

/** Positions of records by what they are sorted by, ascending; of equal ones by position. */
type SortKeys = readonly (readonly [key: string | number, position: number])[]

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' ? a - (b as number) : compareCodePoints(a, b as string)

/** English of texts, else the first language. */
function textKey(terms: readonly string[]): string | undefined {
  const languages = new Set(terms.map((term) => languageOf(term) ?? NO_LANGUAGE))
  const language = languages.has('en') ? 'en' : sortCodePoints([...languages])[0]
  const text = sortCodePoints(
    terms.filter((term) => (languageOf(term) ?? NO_LANGUAGE) === language).map(textOf),
  )[0]
  return text === undefined || text === '' ? undefined : sortableText(text)
}

const dateKey = (terms: readonly string[]): string | undefined =>
  sortCodePoints(terms.flatMap((term) => sortableDate(textOf(term)) ?? []))[0]

function keyOf({ by }: ListOrder, rows: readonly Row[]): string | number | undefined {
  if (by === 'referrers') return Number(textOf(rows[0]?.[COUNT] ?? '"0"'))
  const terms = rows.map((row) => row[VALUE] ?? '').filter(isLiteral)
  return by === 'date' ? dateKey(terms) : textKey(terms)
}

export function createOrderReader(
  store: Store,
  model: Model,
  index: EntityIndex,
): (type: EntityType, name: string, isDescending: boolean) => Promise<Positions> {
  const print = createPrinter(new Map())
  const orders = new Map<string, Promise<SortKeys>>()

  async function readKeys(type: EntityType, order: ListOrder): Promise<SortKeys> {
    const path = resolvePath(model, type, order.path)
    const records = index.records(type)
    const keys: [string | number, number][] = []
    let next = 0
    async function readBatches(): Promise<void> {
      while (next < records.length) {
        const start = next
        next += BATCH
        const iris = records.slice(start, next)
        const query = order.by === 'referrers' ? countReferrers(iris, path) : valuesOfEntities(iris, path)
        const rows = new Map<string, Row[]>(iris.map((iri) => [iri, []]))
        for (const row of await store.select(print(query))) rows.get(iriOf(row[ENTITY] as string))?.push(row)
        iris.forEach((iri, i) => {
          const key = keyOf(order, rows.get(iri) as Row[])
          if (key !== undefined) keys.push([key, start + i])
        })
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, readBatches))
    return keys.sort(([a, positionA], [b, positionB]) => compareKeys(a, b) || positionA - positionB)
  }

  return async (type, name, isDescending) => {
    const order = type.orders?.[name]
    if (!order) throw new Error(`${type.name} has no order ${name}`)
    const ascending = await once(orders, `${type.name} ${name}`, () => readKeys(type, order), ownTask)
    const keys = isDescending
      ? [...ascending].sort(([a, positionA], [b, positionB]) => compareKeys(b, a) || positionA - positionB)
      : ascending
    const sorted = new Set(keys.map(([, position]) => position))
    for (let position = 0; position < index.records(type).length; position++) sorted.add(position)
    return Uint32Array.from(sorted)
  }
}
