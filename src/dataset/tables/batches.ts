/** A sorter whose entries belong to batches, of which some are replaced by others before it is read. */

import { createSorter, readRuns, type Key, type Sorted } from './sorter.ts'

export interface Batches {
  /** Adds an entry of the current batch. */
  add(key: Key, value?: Buffer): void
  /** The entries of the batches that are not replaced, in the order of their keys. */
  sorted(): Generator<Sorted>
  /** Moves all entries to files, for `readBatches`. */
  runs(): BatchRuns
  close(): void
}

export interface BatchRuns {
  readonly paths: readonly string[]
  readonly replaced: ReadonlySet<string>
}

const separator = '\0'

export interface BatchNumbers {
  /** Begins the batch of a chunk. @returns whether it replaces an earlier one */
  begin(chunk: number): boolean
  createSorter(name: string, maxBytes?: number): Batches
}

/** Numbers the batches of all sorters in a folder. */
export function createBatches(folder: string): BatchNumbers {
  const current = new Map<number, string>()
  const replaced = new Set<string>()
  let batches = 0
  let end = ''
  return {
    begin(chunk) {
      const before = current.get(chunk)
      if (before !== undefined) replaced.add(before)
      const batch = (batches++).toString(36)
      current.set(chunk, batch)
      end = separator + batch
      return before !== undefined
    },
    createSorter(name, maxBytes) {
      const sorter = createSorter(folder, name, maxBytes)
      return {
        add: (key, value) => sorter.add(key + end, value),
        sorted: () => currentEntries(sorter.sorted(), replaced),
        runs: () => ({ paths: sorter.runs(), replaced }),
        close: sorter.close,
      }
    },
  }
}

function* currentEntries(sorted: Iterable<Sorted>, replaced: ReadonlySet<string>): Generator<Sorted> {
  for (const [key, value] of sorted) {
    const last = key.lastIndexOf(separator)
    if (replaced.size > 0 && replaced.has(key.slice(last + 1))) continue
    yield [key.slice(0, last), value]
  }
}

/** The entries of the batches that are not replaced, in the order of their keys. */
export const readBatches = ({ paths, replaced }: BatchRuns): Generator<Sorted> =>
  currentEntries(readRuns(paths), replaced)
