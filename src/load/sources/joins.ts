/** Records of sources, stored until all are read: only then are all ids known that an entity has. */

import type { Json } from '../../model/values/json.ts'
import { groupBy } from '../../model/values/group-by.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { createBuckets } from '../merge/buckets.ts'
import type { Origin } from '../merge/part.ts'
import type { LossOrigin } from './losses.ts'
import type { ChosenIds } from '../../sources/linking/canonical-ids.ts'

interface SourcedRecord {
  readonly source: Source
  readonly record: Json
  readonly at: Origin
}

interface Joined extends SourcedRecord {
  /** How many records it was made of. */
  readonly joined: number
}

export interface Joins {
  add(found: SourcedRecord): void
  /** All records, joined where several sources have one; then there are none. */
  take(ids: ChosenIds, lose: Lose): Generator<Joined>
}

type Lose = (source: Source, what: string, from: LossOrigin) => void

/** A record as a line: the position of its source, where it stood, and what it says. */
type Line = readonly [source: number, at: Origin, record: Json]

const recordOf = (line: string): string => line.slice(line.indexOf('\t') + 1)

/** @param folder for what does not fit in memory */
export function createJoins(sources: readonly Source[], folder: string): Joins {
  const buckets = createBuckets(folder, 'joins')

  /** The records of one id, those of the source that outweighs the others first, of each the longest. */
  function inOrder(lines: readonly string[], ids: ChosenIds): SourcedRecord[] {
    const records = lines.map(recordOf).map((text) => ({ text, line: JSON.parse(text) as Line }))
    if (records.length > 1)
      records.sort(
        (a, b) => a.line[0] - b.line[0] || b.text.length - a.text.length || (a.text < b.text ? -1 : 1),
      )
    return records.map(({ line: [source, at, record] }) => ({
      source: sources[source] as Source,
      at,
      record: ids.inRecord(record),
    }))
  }

  function* joined(found: readonly SourcedRecord[], lose: Lose): Generator<Joined> {
    const byJoining = groupBy(found, ({ source, record }) => source.joiner?.joins(record) ?? false)
    const toJoin = byJoining.get(true) ?? []
    for (const one of byJoining.get(false) ?? []) yield { ...one, joined: 1 }
    const [first] = toJoin
    if (!first || toJoin.every(({ source }) => source === first.source)) {
      for (const one of toJoin) yield { ...one, joined: 1 }
      return
    }
    const id = first.record['local_identifier'] as string
    const records = toJoin.map(({ record }) => record)
    const record = first.source.joiner?.join(records, (what) => lose(first.source, what, { ...first.at, id }))
    if (record) yield { ...first, record, joined: toJoin.length }
  }

  return {
    add({ source, record, at }) {
      const key = JSON.stringify(record['local_identifier'] ?? '')
      const line: Line = [sources.indexOf(source), at, record]
      buckets.add(key, `${key}\t${JSON.stringify(line)}`)
    },
    *take(ids, lose) {
      const renamed = createBuckets(folder, 'renamed')
      for (const [key, lines] of buckets.groups()) {
        const id = String(JSON.parse(key))
        const chosen = JSON.stringify(ids.of(id))
        if (ids.isOneOfSeveral(id))
          for (const line of lines) renamed.add(chosen, `${chosen}\t${recordOf(line)}`)
        else yield* joined(inOrder(lines, ids), lose)
      }
      for (const [, lines] of renamed.groups()) yield* joined(inOrder(lines, ids), lose)
    },
  }
}
