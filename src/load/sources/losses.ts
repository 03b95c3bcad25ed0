/** What records of sources say that has no place in SKG-IF, counted by kind and reported once for each. */

import type { FindingKind } from '../../findings/kinds.ts'
import type { Source } from '../../model/rows/source-row.ts'
import type { RecordPlace } from '../merge/part.ts'
import type { Report } from '../validate/report.ts'

export interface LossCounter {
  /** @param from where it stands, and the id of what became of the record */
  add(source: Source, what: string, from: LossOrigin, kind?: FindingKind): void
  /** Reports each kind of loss, at the first record that has it. */
  report(): void
}

export interface LossOrigin extends RecordPlace {
  readonly id?: string
  /** Of what is left out. */
  readonly name?: string
}

interface Loss {
  readonly source: Source
  readonly kind: FindingKind
  readonly lostValue: string
  readonly first: LossOrigin
  readonly names: Set<string>
  count: number
}

/** Names of what is left out that a report has of each kind. */
const MOST_NAMES = 10

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times, first here`)

/** Kinds of loss that are counted: a source that words each loss differently must not fill the memory. */
const MAX_KINDS = 10_000

export function countLosses(report: Report): LossCounter {
  const losses = new Map<string, Loss>()
  return {
    add(source, what, { file, line, id, name, isEarlier }, kind = 'not-converted') {
      if (isEarlier) return
      const phrase = losses.size < MAX_KINDS ? what : 'of further kinds'
      const key = `${source.name} ${phrase}`
      const first = { file, line, id }
      const loss = losses.get(key) ?? { source, kind, lostValue: phrase, first, names: new Set(), count: 0 }
      loss.count++
      if (name !== undefined && loss.names.size < MOST_NAMES) loss.names.add(`«${name}»`)
      losses.set(key, loss)
    },
    report() {
      const all = [...losses.values()].sort((a, b) => b.count - a.count)
      for (const { source, kind, lostValue, first, names, count } of all)
        report.add({
          kind,
          group: source.label,
          ...first,
          message: [`${source.label}: ${lostValue}: left out ${timesOf(count)}`, ...names].join(', '),
        })
    },
  }
}
