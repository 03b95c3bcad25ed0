/** The stamps of an index as a graph reads them. */

import type { EntityIndex } from './query/entity-index.ts'
import { iriOfEach } from './query/matches.ts'
import { MODIFIED, type Stamps, type StampRun } from './query/stamps.ts'
import { sliceOrder } from './content/orders.ts'
import { GONE_BLOCK, NOW, readStamp, readTombstone } from './content/write-stamps.ts'
import { block, keyOfText } from './tables/keys.ts'
import type { Meta } from './tables/meta.ts'
import type { Tables } from './tables/tables.ts'

/** @param effective from when the changes of its load count, in seconds */
export function openStamps(tables: Tables, meta: Meta, index: EntityIndex, effective: number): Stamps {
  const { runs, goneRuns } = meta.stamps
  const secondsOf = (stamp: number): number => (stamp === NOW ? effective : stamp)
  const dated = (some: readonly StampRun[] = []): readonly StampRun[] =>
    some.map(([stamp, count]) => [secondsOf(stamp), count])
  const runsByType = new Map(meta.types.map((name, number) => [name, dated(runs[number])]))
  const gone = dated(goneRuns)

  function sliceGone(from: number, to: number): string[] {
    const iris: string[] = []
    for (let at = from; at < to; at = from + iris.length) {
      const start = at - (at % GONE_BLOCK)
      const value = tables.table('gone').require(block(start / GONE_BLOCK), 'a part of what is gone')
      for (const iri of value
        .toString()
        .split('\n')
        .slice(at - start, to - start))
        iris.push(iri)
    }
    return iris
  }
  return {
    began: secondsOf(meta.stamps.began),
    effective,
    of(iri) {
      const value = tables.table('stamps').peek(keyOfText(iri))
      return value && readStamp(value, effective)
    },
    tombstone(iri) {
      const value = tables.table('tombstones').peek(keyOfText(iri))
      return value && readTombstone(value, effective)
    },
    runs: (type) => (type ? (runsByType.get(type.name) ?? []) : gone),
    slice(type, from, to) {
      const end = Math.min(to, lengthOf(type ? (runsByType.get(type.name) ?? []) : gone))
      if (!type) return sliceGone(from, end)
      const number = meta.orders.findIndex((order) => order.type === type.name && order.name === MODIFIED)
      return iriOfEach(index.records(type), sliceOrder(tables.table('orders'), number, from, end))
    },
  }
}

const lengthOf = (runs: readonly StampRun[]): number => runs.reduce((sum, [, count]) => sum + count, 0)
