/** The items of a harvest in the order of their stamps: it goes on behind any of them, whatever was reloaded. */

import { checkpoint, type Task } from '../../../admission/task.ts'
import { compareCodePoints } from '../../../model/values/code-points.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { Stamps, StampRun } from '../../../query/stamps.ts'

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

export interface Harvest {
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
const listsOf = ({ stamps, types }: Pick<Harvest, 'stamps' | 'types'>): List[] =>
  [...types, undefined].map((type) => ({ type, runs: stamps.runs(type) }))

/** Items from one moment to another. */
export const countItems = (harvest: Harvest): number =>
  listsOf(harvest)
    .flatMap(({ runs }) => runs)
    .reduce((sum, [stamp, count]) => sum + (stamp >= harvest.from && stamp <= harvest.until ? count : 0), 0)

/** The first place of a run, from `start` to `end`, whose IRI comes behind another. */
function placeBehind(
  stamps: Stamps,
  type: EntityType | undefined,
  start: number,
  end: number,
  iri: string,
): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    const [found] = stamps.slice(type, middle, middle + 1)
    if (compareCodePoints(found as string, iri) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** IRIs that are read at once. */
const BATCH = 128

/** The items of a harvest, the oldest first. */
export function* itemsOf(harvest: Harvest, task: Task): Generator<Item> {
  const { stamps, from, until, behind } = harvest
  const lists = listsOf(harvest)
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
        if (number === last) at = placeBehind(stamps, type, at, end, behind?.iri ?? '')
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
