/**
 * All records of a load by collection and id, and those of the loads before: a later one takes the place of an
 * earlier one. What holds is linked and merged, and written for the next load.
 */

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createSorter, groupsOf, mergeSorted, type Sorted } from '../../search-index/tables/sorter.ts'
import { withTurns } from '../../search-index/turns.ts'
import { temporaryFileError } from '../text/output-error.ts'
import { writeDurably, type FileDigest } from '../write/durable-files.ts'
import type { Deletions } from './deletions.ts'
import type { EarlierLog, Generation, LoadSettings, LogEnd } from './earlier-log.ts'
import { decodeEntry, encodeEntry, sortKey, type Entry, type EntryBody, type EntryHead } from './entry.ts'

export interface RecordLogOptions {
  /** For what does not fit in memory. */
  readonly folder: string
  /** The records of the graph onto which is loaded; absent: there are none. */
  readonly earlier?: EarlierLog | undefined
  /** Where the log is written for a later load, and what that is told; absent: it is not. */
  readonly output?: {
    readonly file: string
    readonly generation: Omit<Generation, 'number'>
    readonly settings: LoadSettings
  }
  /** What is read is all of each of its collections: what is not there is gone. */
  readonly isWhole?: boolean | undefined
  readonly deletions?: Deletions | undefined
}

/** What becomes of records that are not the last. */
interface ReplacementListener {
  /** There is a later copy of a record in the same load. */
  onEarlierCopy(entry: Entry): void
  /** A record is older than what is there, which stays. */
  onOlder(entry: Entry, date: string): void
  /** The copies of a record in this load are refused, and the one before stays. */
  onRefused(): void
  /** An entry has no id by which a later copy could be known, and its collection comes again. */
  onMade(): void
}

export interface RecordLog {
  /** Whether records of earlier loads come, too: then what each record is is known when all are read. */
  readonly isUpdate: boolean
  readonly earlier: EarlierLog | undefined
  /** Number of this load. */
  readonly generation: number
  /** Whether records are written for a later load. */
  readonly isWritten: boolean
  /** Takes a record. @throws OutputError */
  add(head: EntryHead, body: EntryBody): void
  /** Says that the input has records of a collection, or would have. */
  addCollection(name: string): void
  /**
   * Gives what holds, in the order of collections and ids, and writes it.
   * @param apply takes an entry; false: it is not to be written
   * @param earlier takes those of earlier loads in its place: whether they stay, or are replaced or gone
   */
  apply(
    apply: (entry: Entry) => boolean,
    listener: ReplacementListener,
    earlier?: (entry: Entry, stays: boolean) => void,
  ): Promise<void>
  /** How many records this load has read, and whether some are of sources, which may be one with any other. */
  readonly added: number
  readonly hasSources: boolean
  /** Says that the key of a record is not the IRI of what it is of, so that this cannot be found by it. */
  noteOtherKey(): void
  /** What was written. */
  written(): FileDigest | undefined
  /** How many records of sources there are of each load. */
  readonly counts: ReadonlyMap<number, number>
}

/** The entries of one id that hold, and those of earlier loads. */
interface Holding {
  readonly entries: readonly Entry[]
  readonly before: readonly Entry[]
  /** Where all that hold are refused, those of earlier loads do. */
  readonly fallsBack?: boolean
}

/** Bytes that wait in memory. */
const MAX_WAITING_BYTES = 8_000_000

/** Bytes of lines in a member of the file. */
const MEMBER_BYTES = 1 << 20

/** Beyond this level, the log becomes hardly smaller, and a load slower. */
const LEVEL = 1

const compress = promisify(gzip)

const LINE_END = Buffer.from('\n')

export function createRecordLog(options: RecordLogOptions): RecordLog {
  const { folder, earlier, output, isWhole, deletions } = options
  const sorter = createSorter(folder, 'records', MAX_WAITING_BYTES)
  const generation = (earlier?.last ?? 0) + 1
  const collections = new Set<string>()
  const counts = new Map<number, number>()
  let digest: FileDigest | undefined
  let added = 0
  let hasSources = false
  let isByIri = true

  /** Of records of one load those that are not older than another one. */
  function latest(entries: readonly Entry[], onEarlierCopy: ReplacementListener['onEarlierCopy']): Entry[] {
    const last = lastDate(entries)
    return entries.filter((entry) => {
      const isLast = entry.head.date === undefined || entry.head.date === last
      if (!isLast && !entry.head.isDeleted) onEarlierCopy(entry)
      return isLast
    })
  }

  function holding(lines: readonly Sorted[], listener: ReplacementListener): Holding {
    const entries = lines.map(([, line]) => decodeEntry(line))
    const later = entries.filter(({ head }) => head.generation === generation)
    const before = entries.filter(({ head }) => head.generation !== generation)
    const [there] = before
    if (!there) return { entries: latest(later, listener.onEarlierCopy), before }
    if (later.length === 0) {
      const { collection, isMade } = there.head
      const comesAgain = collections.has(collection)
      if (isMade && comesAgain && !isWhole) listener.onMade()
      return { entries: (comesAgain && (isWhole || isMade)) || deletions?.has(there) ? [] : before, before }
    }
    const [last, date] = [lastDate(before), lastDate(later)]
    // What is deleted and comes again in the same load has come again.
    deletions?.has(there)
    if (last === undefined || date === undefined || date >= last)
      return { entries: latest(later, listener.onEarlierCopy), before, fallsBack: true }
    for (const entry of later) listener.onOlder(entry, last)
    return { entries: before, before }
  }

  function* all(listener: ReplacementListener): Generator<Holding> {
    const own = sorter.sorted()
    const sorted = earlier ? mergeSorted([earlier.entries(), own]) : own
    for (const [, lines] of groupsOf(sorted, ([key]) => key)) yield holding(lines, listener)
  }

  const end = ({ generation: { software, extensions }, settings }: NonNullable<typeof output>): LogEnd => ({
    last: generation,
    generations: [...(earlier?.generations ?? []), { number: generation, software, extensions }].filter(
      ({ number }) => counts.has(number),
    ),
    settings,
    isByIri,
  })

  async function* members(
    apply: Parameters<RecordLog['apply']>[0],
    listener: ReplacementListener,
    onEarlier: Parameters<RecordLog['apply']>[2],
  ): AsyncGenerator<Uint8Array> {
    let lines: Buffer[] = []
    let length = 0
    for await (const { entries, before, fallsBack } of withTurns(all(listener))) {
      const take = (some: readonly Entry[]): readonly Entry[] =>
        some === before && onEarlier ? some : some.filter(apply)
      let held = take(entries)
      // Whether a record of a source is kept is told by its conversion.
      if (held.length === 0 && fallsBack && before.every(({ head }) => head.source === undefined)) {
        listener.onRefused()
        held = take(before)
      }
      if (onEarlier) for (const entry of before) onEarlier(entry, held === before)
      for (const { head, line } of held) {
        const { generation: number, source } = head
        if (source !== undefined) {
          counts.set(number, (counts.get(number) ?? 0) + 1)
          isByIri = false
        }
        if (!output) continue
        lines.push(line, LINE_END)
        length += line.length
      }
      if (length < MEMBER_BYTES) continue
      const full = Buffer.concat(lines)
      ;[lines, length] = [[], 0]
      yield compress(full, { level: LEVEL })
    }
    if (lines.length > 0) yield compress(Buffer.concat(lines), { level: LEVEL })
    if (output) yield compress(JSON.stringify(end(output)), { level: LEVEL })
  }

  return {
    isUpdate: earlier !== undefined,
    earlier,
    generation,
    isWritten: output !== undefined,
    counts,
    get added() {
      return added
    },
    get hasSources() {
      return hasSources
    },
    noteOtherKey() {
      isByIri = false
    },
    add(head, body) {
      collections.add(head.collection)
      added++
      hasSources ||= head.source !== undefined
      try {
        sorter.add(sortKey(head), Buffer.from(encodeEntry({ ...head, generation }, body)))
      } catch (error) {
        throw temporaryFileError((error as Error).cause ?? error)
      }
    },
    addCollection: (name) => void collections.add(name),
    async apply(apply, listener, onEarlier) {
      const pieces = members(apply, listener, onEarlier)
      if (output) digest = await writeDurably(output.file, pieces)
      else for await (const _ of pieces);
      sorter.close()
    },
    written: () => digest,
  }
}

/** The last of the dates of entries; undefined where none has one. */
const lastDate = (entries: readonly Entry[]): string | undefined =>
  entries.reduce<string | undefined>(
    (last, { head: { date } }) => (date !== undefined && date > (last ?? '') ? date : last),
    undefined,
  )
