/** What records say of others, by whom it is said of: a later load takes away some of it, and adds to it. */

import { join } from 'node:path'
import { keyOf } from '../tables/keys.ts'
import { mergeBlocks } from '../tables/merge-blocks.ts'
import { createRun, keyBytes, readRun, type Key } from '../tables/sorter.ts'
import type { Tables, TablesWriter } from '../tables/tables.ts'

/** Lines of what others say of subjects, be they entities or not, which wait in a file until they are written. */
export interface PartList {
  /** Subjects come in the order of their IRIs. */
  add(iri: string, lines: readonly string[]): void
  /** Takes all those of an index, but for some. @param replaced their IRIs as keys, in order */
  takeOver(tables: Tables, replaced: readonly Key[]): void
  /** What is not taken over, if anything is. */
  readonly replaced: readonly Key[] | undefined
  write(tables: TablesWriter): void
  close(): void
}

export function listParts(folder: string): PartList {
  const path = join(folder, 'parts-of-subjects')
  const run = createRun(path)
  let before: { readonly tables: Tables; readonly replaced: readonly Key[] } | undefined
  return {
    add(iri, lines) {
      if (lines.length > 0) run.add(keyBytes(iri), Buffer.from(lines.join('\n')))
    },
    takeOver: (tables, replaced) => void (before = { tables, replaced }),
    get replaced() {
      return before?.replaced
    },
    write(tables) {
      run.close()
      const { replaced = [] } = before ?? {}
      const blocks = before ? before.tables.table('parts').range(undefined, undefined, true) : [].values()
      const merged = mergeBlocks('parts', blocks, replaced, tables.table('parts'))
      for (const [key, lines] of readRun(path)) merged.put(keyOf(key), lines)
      merged.finish()
    },
    close: () => run.close(),
  }
}
