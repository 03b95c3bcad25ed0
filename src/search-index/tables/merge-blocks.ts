/** What is sorted in blocks from what was before: blocks that no change touches are taken as they stand in the file. */

import { Block } from './blocks.ts'
import type { Key } from './sorter.ts'
import { unseal, type Entry, type TableName, type TableSink } from './tables.ts'

/** What takes blocks, and entries of those that are not taken as they are. */
export interface BlockTaker {
  /** Takes a block under its last key as it is. */
  putBlock(block: Entry): void
  /** The entries of a block. */
  entriesOf(block: Entry): Iterable<Entry>
  put(entry: Entry): void
  /** An entry that is not taken. */
  leave?(entry: Entry): void
}

/**
 * @param earlier the blocks before, by their last keys
 * @param changed keys of entries that are not taken, in order: those that are put again, and those that are gone
 * @returns takes what was there before a key, which is put next, or all the rest
 */
export function takeBlocks(
  earlier: Iterator<Entry>,
  changed: readonly Key[],
  into: BlockTaker,
): (end?: Buffer) => void {
  const isChanged = new Set(changed)
  let next = earlier.next()
  let nextChanged = 0
  let entries: Entry[] = []

  /** Takes the entries of a block that is read, up to a key. @returns whether all of them are before it */
  function takeEntries(end: Buffer | undefined): boolean {
    const found = end ? entries.findIndex(({ key }) => key.compare(end) >= 0) : -1
    for (const entry of entries.splice(0, found === -1 ? entries.length : found))
      if (isChanged.has(entry.key.toString('latin1'))) into.leave?.(entry)
      else into.put(entry)
    return entries.length === 0
  }

  return (end) => {
    while (takeEntries(end) && !next.done) {
      const { key } = next.value
      const last = key.toString('latin1')
      const start = nextChanged
      while (nextChanged < changed.length && (changed[nextChanged] as Key) <= last) nextChanged++
      if (nextChanged > start || (end && key.compare(end) >= 0)) entries = [...into.entriesOf(next.value)]
      else into.putBlock(next.value)
      next = earlier.next()
    }
  }
}

/** The same of a table in blocks. @param earlier sealed */
export function mergeBlocks(
  name: TableName,
  earlier: Iterator<Entry>,
  changed: readonly Key[],
  into: TableSink,
) {
  const take = takeBlocks(earlier, changed, {
    putBlock: ({ key, value }) => into.putSealed(key, value),
    entriesOf: ({ key, value }) => new Block(unseal(name, key, value)).entries(),
    put: ({ key, value }) => into.put(key, value),
  })
  return {
    /** Puts an entry that is new or changed, in the order of the keys. */
    put(key: Buffer, value: Buffer): void {
      take(key)
      into.put(key, value)
    },
    /** Takes the rest of what was there. */
    finish: () => take(),
  }
}
