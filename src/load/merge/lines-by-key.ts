/** Lines by their keys, sorted in files where memory does not hold them: those of one key come together. */

import { createSorter, groupsOf, keyBytes, textOfKey } from '../../search-index/tables/sorter.ts'
import { temporaryFileError } from '../text/output-error.ts'
import { utf8Text } from '../text/utf8.ts'

export interface LinesByKey {
  /** @throws OutputError */
  add(key: string, line: string): void
  /**
   * Removes all lines and gives them by their keys: those of a key in the order in which they came, the keys in that
   * of their code points.
   * @param onShare gets the share that is done, from 0 to 1, now and then
   */
  groups(onShare?: (share: number) => void): Generator<readonly [key: string, lines: readonly string[]]>
}

/** Bytes that wait in memory before they go to a file: what is less never touches the disk. */
const MAX_WAITING_BYTES = 8_000_000

/** How often the share is said. */
const CALLS = 200

/** Makes an empty collection, with files of this name in the folder. */
export function createLinesByKey(
  folder: string,
  name: string,
  maxWaitingBytes = MAX_WAITING_BYTES,
): LinesByKey {
  const sorter = createSorter(folder, name, maxWaitingBytes)
  let count = 0
  return {
    add(key, line) {
      count++
      try {
        sorter.add(keyBytes(key), Buffer.from(line))
      } catch (error) {
        throw temporaryFileError((error as Error).cause ?? error)
      }
    },
    *groups(onShare) {
      const linesPerCall = Math.ceil(count / CALLS)
      let done = 0
      for (const [key, entries] of groupsOf(sorter.sorted(), ([one]) => one)) {
        if (Math.floor(done / linesPerCall) < Math.floor((done += entries.length) / linesPerCall))
          onShare?.(done / count)
        yield [textOfKey(key), entries.map(([, line]) => utf8Text(line))]
      }
      sorter.close()
      count = 0
    },
  }
}
