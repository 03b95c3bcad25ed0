/** Changes of a graph in their order: records, and what is gone, by stamp and IRI. */

import { checkpoint, type Task } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { placeBehind } from '../../search-index/query/matches.ts'
import type { StampRun, Stamps } from '../../search-index/query/stamps.ts'

/** A record, or what is gone. */
export interface Item {
  readonly iri: string
  /** Seconds. */
  readonly stamp: number
  /** Absent: it is gone. */
  readonly type?: EntityType
}

/** Where a list goes on: behind an IRI with a stamp, in the list of a type, or of what is gone. */
export interface Behind {
  readonly stamp: number
  /** Name of the type; empty for what is gone. */
  readonly list: string
  readonly iri: string
}

/** Which changes are wanted. */
export interface ChangeRange {
  readonly stamps: Stamps
  readonly types: readonly EntityType[]
  /** Seconds, both included. */
  readonly from: number
  readonly until: number
  readonly behind?: Behind | undefined
}

interface List {
  readonly type: EntityType | undefined
  readonly runs: readonly StampRun[]
}

/** The lists in their order within a stamp: by type, then what is gone. */
const listsOf = ({ stamps, types }: Pick<ChangeRange, 'stamps' | 'types'>): List[] =>
  [...types, undefined].map((type) => ({ type, runs: stamps.runs(type) }))

/** How many items there are. */
export const countItems = (range: ChangeRange): number =>
  listsOf(range)
    .flatMap(({ runs }) => runs)
    .reduce((sum, [stamp, count]) => sum + (stamp >= range.from && stamp <= range.until ? count : 0), 0)

/** IRIs that are read at once. */
const BATCH = 128

/** The items, the oldest first. */
export function* itemsOf(range: ChangeRange, task: Task): Generator<Item> {
  const { stamps, from, until, behind } = range
  const lists = listsOf(range)
  const all = [...new Set(lists.flatMap(({ runs }) => runs.map(([stamp]) => stamp)))].sort((a, b) => a - b)
  for (const stamp of all) {
    if (stamp < from || stamp > until || (behind && stamp < behind.stamp)) continue
    const last =
      behind?.stamp === stamp ? lists.findIndex(({ type }) => (type?.name ?? '') === behind.list) : -1
    for (const [number, { type, runs }] of lists.entries()) {
      if (number < last) continue
      let at = 0
      for (const [other, count] of runs) {
        if (other !== stamp) {
          at += count
          continue
        }
        const end = at + count
        if (number === last)
          at = placeBehind((from, to) => stamps.slice(type, from, to), at, end, behind?.iri ?? '')
        for (; at < end; at += BATCH) {
          checkpoint(task)
          for (const iri of stamps.slice(type, at, Math.min(at + BATCH, end)))
            yield type ? { iri, stamp, type } : { iri, stamp }
        }
        break
      }
    }
  }
}
