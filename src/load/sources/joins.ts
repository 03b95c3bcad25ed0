/** Records of sources, stored until all are read: those that several sources give of one entity become one. */

import type { Json } from '../../model/values/json.ts'
import { groupBy } from '../../model/values/group-by.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { createBuckets } from '../merge/buckets.ts'
import type { Origin } from '../merge/part.ts'
import type { LossOrigin } from './losses.ts'

interface Found {
  readonly source: Source
  readonly record: Json
  readonly at: Origin
}

interface Joined extends Found {
  /** How many records it was made of. */
  readonly joined: number
}

export interface Joins {
  add(found: Found): void
  /** All records, joined where several sources have one; then there are none. */
  take(lose: (source: Source, what: string, from: LossOrigin) => void): Generator<Joined>
}

/** A record as a line: the position of its source, where it stood, and what it says. */
type Line = readonly [source: number, at: Origin, record: Json]

/** @param folder for what does not fit in memory */
export function createJoins(sources: readonly Source[], folder: string): Joins {
  const buckets = createBuckets(folder, 'joins')

  /** The records of one id, those of the source that outweighs the others first, of each the longest. */
  function inOrder(lines: readonly string[]): Found[] {
    const texts = lines.map((line) => line.slice(line.indexOf('\t') + 1))
    const records = texts.map((text) => ({ text, line: JSON.parse(text) as Line }))
    if (records.length > 1)
      records.sort(
        (a, b) => a.line[0] - b.line[0] || b.text.length - a.text.length || (a.text < b.text ? -1 : 1),
      )
    return records.map(({ line: [source, at, record] }) => ({
      source: sources[source] as Source,
      at,
      record,
    }))
  }

  return {
    add({ source, record, at }) {
      const key = JSON.stringify(record['local_identifier'] ?? '')
      const line: Line = [sources.indexOf(source), at, record]
      buckets.add(key, `${key}\t${JSON.stringify(line)}`)
    },
    *take(lose) {
      for (const [, lines] of buckets.groups()) {
        const found = inOrder(lines)
        const [first] = found as [Found, ...Found[]]
        const bySource = groupBy(found, ({ source }) => source)
        if (bySource.size === 1) {
          for (const one of found) yield { ...one, joined: 1 }
          continue
        }
        const id = first.record['local_identifier'] as string
        const records = found.map(({ record }) => record)
        const record = first.source.joiner?.join(records, (what) =>
          lose(first.source, what, { ...first.at, id }),
        )
        if (record) yield { ...first, record, joined: found.length }
      }
    },
  }
}
