/** Record linkage: records of sources wait until all are read, as only then all ids are known that an entity has. */

import { isObject, type Json } from '../../model/values/json.ts'
import { groupBy } from '../../model/values/collections.ts'
import { resultOf, SourceFault } from '../../model/rows/source-fault.ts'
import type { Source } from '../../model/rows/source-row.ts'
import type { Conversion } from '../conversion/convert.ts'
import { createIdAliases, type CanonicalIds } from '../linking/canonical-ids.ts'
import { createLinesByKey, type LinesByKey } from '../merge/lines-by-key.ts'
import type { RecordPlace } from '../merge/part.ts'
import type { LossOrigin } from './losses.ts'

type LinkedRecord = { readonly at: RecordPlace } & (
  | {
      readonly record: Json
      /** How many records it was made of; 0: it is what a record says of another entity. */
      readonly mergedFrom: number
    }
  | { readonly fault: string; readonly id: string }
)

export interface Linkage {
  /** Records call an entity by another id than this one. */
  alias(other: string, id: string): void
  /** The id that an entity gets, once all are taken. */
  canonical(id: string): string
  add(source: Source, conversion: Omit<Conversion, 'losses'>, at: RecordPlace): void
  /** All records with the ids that their entities get, one where several sources have one; then there are none. */
  take(drop: Drop): Generator<LinkedRecord>
}

type Drop = (source: Source, what: string, from: LossOrigin) => void

/** A record as a line: the position of its source, where it stood, and what it says. */
type Line = readonly [source: number, at: RecordPlace, record: Json]

interface SourceRecord {
  readonly source: Source
  readonly record: Json
  readonly at: RecordPlace
}

/** @param folder for what does not fit in memory */
export function createLinkage(sources: readonly Source[], folder: string): Linkage {
  const records = createLinesByKey(folder, 'linkage')
  const additions = createLinesByKey(folder, 'additions')
  const aliases = createIdAliases()

  function store(lines: LinesByKey, source: Source, record: Json, at: RecordPlace): void {
    const line: Line = [sources.indexOf(source), at, record]
    lines.add(String(record['local_identifier'] ?? ''), JSON.stringify(line))
  }

  /** The records of one id: of the source that outweighs the others first, of each the longest. */
  function inOrder(lines: readonly string[], ids: CanonicalIds): SourceRecord[] {
    const parsed = lines.map((line) => JSON.parse(line) as Line)
    // By what they say: where they stood may be another place in a later load.
    const found = parsed.map((line) => ({ line, text: parsed.length > 1 ? JSON.stringify(line[2]) : '' }))
    found.sort((a, b) => a.line[0] - b.line[0] || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
    return found.map(({ line: [number, at, record] }) => {
      const source = sources[number] as Source
      const { provider } = source
      return {
        source,
        at: { ...at, rank: number + 1, ...(provider && { providers: [provider.url] }) },
        record: ids.inRecord(record),
      }
    })
  }

  let ended: CanonicalIds | undefined
  return {
    alias: aliases.alias,
    canonical: (id) => ended?.of(id) ?? id,
    add(source, conversion, at) {
      for (const record of conversion.records) store(records, source, record, at)
      for (const record of conversion.additions) store(additions, source, record, at)
      for (const pair of conversion.aliases) aliases.alias(...pair)
      for (const name of conversion.scopedNames) aliases.scopedName(...name)
    },
    *take(drop) {
      const ids = aliases.end()
      ended = ids
      const renamed = createLinesByKey(folder, 'renamed')
      for (const [id, lines] of records.groups()) {
        if (ids.isOneOfSeveral(id)) for (const line of lines) renamed.add(ids.of(id), line)
        else yield* merged(inOrder(lines, ids), drop)
      }
      for (const [, lines] of renamed.groups()) yield* merged(inOrder(lines, ids), drop)
      // What is said of an entity comes after its records, which it does not repeat.
      for (const [, lines] of additions.groups())
        for (const { record, at } of inOrder(lines, ids)) yield { record, at, mergedFrom: 0 }
    },
  }
}

/** The records of one id, those that may be merged as one where several sources have them. */
function* merged(found: readonly SourceRecord[], drop: Drop): Generator<LinkedRecord> {
  const byType = groupBy(found, ({ source, record }) =>
    source.merger?.merges(record) ? record['entity_type'] : undefined,
  )
  for (const [type, group] of byType)
    if (type === undefined) for (const { record, at } of group) yield { record, at, mergedFrom: 1 }
    else yield* mergedAsOne(group, drop)
}

/** The records of one entity, of which at least one source says that they may be merged. */
function* mergedAsOne(toMerge: readonly SourceRecord[], drop: Drop): Generator<LinkedRecord> {
  const [first] = toMerge
  if (!first) return
  const { source } = first
  if (!source.merger || toMerge.every((one) => one.source === source)) {
    for (const one of toMerge) yield { record: one.record, at: one.at, mergedFrom: 1 }
    return
  }
  const providers = [...new Set(toMerge.flatMap((one) => one.at.providers ?? []))].sort()
  const isEarlier = toMerge.every((one) => one.at.isEarlier)
  const at = { ...first.at, isEarlier, ...(providers.length > 0 && { providers }) }
  const from = { ...at, id: first.record['local_identifier'] as string }
  const records = toMerge.map(({ record }) => record)
  const { merger } = source
  const merge = (): Json => merger.merge(records, (what, name) => drop(source, what, { ...from, name }))
  try {
    const record = resultOf(source, 'merger.merge', merge, isObject, 'a record')
    yield { record, at, mergedFrom: toMerge.length }
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    yield { fault: error.message, at, id: from.id }
  }
}
