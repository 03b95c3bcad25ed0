/** The records of a log → parts: of all of them, or of what changes in a graph that stays as it is otherwise. */

import { withTurns } from '../search-index/turns.ts'
import type { Key } from '../search-index/tables/sorter.ts'
import {
  applyEntry,
  readAddition,
  readRecord,
  refuse,
  sourceNamed,
  type Applying,
  type EarlierGraph,
} from './apply-records.ts'
import { isCounted } from './merge/part.ts'
import type { PartSink } from './merge/shuffle.ts'
import { bodyOf, decodeEntry, idInKey, sortKey, type Entry } from './record-log/entry.ts'

/** Records that are read for what they change alone: the IRIs of which they say something are held in memory. */
const MAX_REPLACED = 20_000

/** Links and reads the records that hold. */
export async function applyLog(given: Applying): Promise<void> {
  const { log, earlierGraph } = given
  if (earlierGraph && log.added <= MAX_REPLACED && !log.hasSources) await applyChanges(given, earlierGraph)
  else await log.apply((entry) => applyEntry(entry, given), listenerOf(given))
  await readLinkedRecords(given)
  await readJoinedRecords(given)
}

/** What is counted and reported of records that are not the last. */
function listenerOf(context: Applying): Parameters<Applying['log']['apply']>[1] {
  const { losses, report } = context
  return {
    onEarlierCopy(entry) {
      const { key, source } = entry.head
      const from = { ...bodyOf(entry).at, id: key }
      const what = 'records of which there is a later copy'
      if (source !== undefined) losses.add(sourceNamed(source, context), what, from)
    },
    onOlder(entry, date) {
      const { head } = entry
      const message = `is of ${head.date}, older than that of ${date} which the graph has; the newer one stays`
      report.add({ kind: 'older-record', ...bodyOf(entry).at, id: head.key, message })
    },
    onRefused: () => report.count('records refused, of which the earlier copy stays'),
    onMade: () => report.count('records that had no id, of which the collection came anew'),
  }
}

/** Says that there is a subject, and nothing of it. */
const NO_PART = { kind: 'reference', expected: [], origin: { file: '' }, count: 0 } as const

/**
 * Reads the records that are new, or replaced or gone, whose parts are taken back; then those of all subjects of which
 * these say something.
 */
async function applyChanges(given: Applying, earlierGraph: EarlierGraph): Promise<void> {
  const { log, report, parts } = given
  const changed = new Set<string>()
  const gone = new Set<Key>()
  let left = 0
  const noted: PartSink = { add: (iri, part, place) => parts.add(changed.add(iri) && iri, part, place) }
  const takenBack: PartSink = {
    add: (iri, part) => noted.add(iri, isCounted(part) ? { ...part, count: -1 } : NO_PART),
  }
  const own: PartSink = {
    add(iri, part) {
      if (changed.has(iri) && !isCounted(part)) parts.add(iri, part)
    },
  }
  const again = { ...given, report: { ...report, add() {}, accept() {}, count() {} } }
  function onEarlier(entry: Entry, stays: boolean): void {
    if (stays) {
      report.accept()
      left++
    } else {
      gone.add(sortKey(entry.head))
      applyEntry(entry, { ...again, parts: takenBack })
    }
  }
  const context = { ...given, parts: noted }
  await log.apply((entry) => applyEntry(entry, context), listenerOf(context), onEarlier)
  for await (const [key, line] of withTurns(log.earlier?.entries() ?? [])) {
    if (!changed.has(idInKey(key)) || gone.has(key)) continue
    applyEntry(decodeEntry(line), { ...again, parts: own })
    left--
  }
  if (left > 0) report.count('records that no change reaches, taken over as they were', left)
  earlierGraph.replace(changed)
}

/** Reads what records of sources became, of several with one id the one that they become. */
async function readLinkedRecords(context: Applying): Promise<void> {
  const { linkage, report, losses } = context
  const taken = linkage.take(losses.add)
  for await (const linked of withTurns(taken)) {
    const { at } = linked
    if ('fault' in linked) {
      refuse(report, 'source-fault', at, linked.fault, linked.id)
      continue
    }
    const { record, mergedFrom } = linked
    if (mergedFrom > 1) report.count('records joined from what several sources say of one thing')
    if (mergedFrom > 0) readRecord({ record }, at, context)
    else readAddition(record, at, context)
  }
}

/** Reads the records of SKG-IF that have waited, with the ids that their entities get. */
async function readJoinedRecords(context: Applying): Promise<void> {
  const { joinedRecords, linkage, report } = context
  if (!joinedRecords) return
  report.count('entities of SKG-IF called by an ORCID, ROR, DOI or ISSN', joinedRecords.joined())
  for await (const { record, base, at } of withTurns(joinedRecords.take()))
    readRecord({ record, base, canonical: linkage.canonical }, at, context)
}
