/** A table in blocks from an earlier one: the blocks that no change touches are taken as they stand in the file. */

import { Block } from './blocks.ts'
import type { Key } from './sorter.ts'
import { unseal, type Entry, type TableName, type TableSink } from './tables.ts'

/**
 * @param earlier the blocks of the table before, sealed
 * @param changed keys of entries that are not taken, in order: those that are put again, and those that are gone
 */
export function mergeBlocks(
  name: TableName,
  earlier: Iterator<Entry>,
  changed: readonly Key[],
  into: TableSink,
) {
  const isChanged = new Set(changed)
  let next = earlier.next()
  let nextChanged = 0
  let entries: Entry[] = []

  /** Takes the entries of a block that is read, up to a key. @returns whether all of them are before it */
  function takeEntries(end: Buffer | undefined): boolean {
    const found = end ? entries.findIndex(({ key }) => key.compare(end) >= 0) : -1
    for (const { key, value } of entries.splice(0, found === -1 ? entries.length : found))
      if (!isChanged.has(key.toString('latin1'))) into.put(key, value)
    return entries.length === 0
  }

  function take(end?: Buffer): void {
    while (takeEntries(end) && !next.done) {
      const { key, value } = next.value
      const last = key.toString('latin1')
      const start = nextChanged
      while (nextChanged < changed.length && (changed[nextChanged] as Key) <= last) nextChanged++
      if (nextChanged > start || (end && key.compare(end) >= 0))
        entries = [...new Block(unseal(name, key, value)).entries()]
      else into.putSealed(key, value)
      next = earlier.next()
    }
  }

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
