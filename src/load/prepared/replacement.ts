/** What a new graph replaces: how its records differ, and how many would be gone, which are perhaps only left out. */

import { closeSync, openSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Comparison, PreviousIndex } from '../../search-index/content/write-stamps.ts'
import { readMeta } from '../../search-index/tables/meta.ts'
import { NoRoomForLock, openTables } from '../../search-index/tables/tables.ts'
import { isPrepared, readManifest, type GraphFile, type Manifest } from './manifest.ts'
import { isAsWritten } from './verify.ts'
import type { Report } from '../validate/report.ts'

/** What is replaced: how its records differ from the new ones, or why they cannot be compared. */
export type Replaced = Comparison | { readonly fault: string }

/** More records would be gone than may be: what is at `--out` stays as it was. */
export class TooManyMissing extends Error {}

/** The graph that is to be replaced, or why it cannot be read. */
export type Previous =
  | (PreviousIndex & { readonly manifest: Manifest; readonly quads: string; close(): Promise<void> })
  | { readonly fault: string }

/**
 * Opens the index of the graph at a path; undefined where there is none.
 * @param folder for files that appear beside an index that is read
 * @param made by what the new graph is made
 * @throws NoRoomForLock
 */
export function openPrevious(target: string, folder: string, made: Partial<Manifest>): Previous | undefined {
  if (!isPrepared(target)) return undefined
  try {
    const manifest = readManifest(target)
    const { files, effective } = manifest
    const index = join(folder, 'replaced-index')
    symlinkSync(join(target, files.index.file), index)
    if (!isFileAsWritten(index, files.index)) throw new Error('its index is not as it was written')
    const quads = join(target, files.quads.file)
    const tables = openTables(index)
    const seconds = Date.parse(effective) / 1000
    return {
      manifest,
      quads,
      file: index,
      tables,
      meta: readMeta(tables),
      effective: seconds,
      isReusable:
        isDeepStrictEqual({ ...manifest, ...made }, manifest) && isFileAsWritten(quads, files.quads),
      close: tables.close,
    }
  } catch (error) {
    if (error instanceof NoRoomForLock) throw error
    return { fault: (error as Error).message }
  }
}

/** What a damaged file says would be taken over, and then be as if it were right. */
function isFileAsWritten(path: string, file: GraphFile): boolean {
  const fd = openSync(path, 'r')
  try {
    return isAsWritten({ ...file, fd })
  } finally {
    closeSync(fd)
  }
}

/**
 * The moment from which a new graph counts, a whole second: behind that of the graph before, whatever the clock says.
 * @param leadSeconds from now on
 */
export function effectiveFrom(previous: Previous | undefined, leadSeconds: number): Date {
  const least = previous && 'effective' in previous ? previous.effective + 1 : 0
  return new Date(1000 * Math.max(Math.floor(Date.now() / 1000) + leadSeconds, least))
}

const grouped = (count: number): string => count.toLocaleString('en')
const records = (count: number): string => `${grouped(count)} ${count === 1 ? 'record' : 'records'}`

const totalOf = ({ changed, gone, unchanged }: Comparison): number => changed + gone + unchanged

export function describeReplaced(replaced: Replaced): string {
  if ('fault' in replaced) return `replaces a graph whose records cannot be counted: ${replaced.fault}`
  const { gone } = replaced
  const are = gone === 1 ? 'is' : 'are'
  return `replaces a graph of ${records(totalOf(replaced))}; ${grouped(gone)} of them ${are} not in the new one`
}

export const describeChanges = ({ new: added, changed, gone, unchanged }: Comparison): string =>
  `${grouped(added)} new, ${grouped(changed)} changed, ${grouped(gone)} gone, ${grouped(unchanged)} unchanged`

/**
 * @param most share of the records of the old graph
 * @param isUpdate whether the old graph is one of the inputs
 * @throws TooManyMissing with the report
 */
export function requireFewMissing(replaced: Replaced, most: number, isUpdate: boolean, report: Report): void {
  if ('fault' in replaced || replaced.gone <= totalOf(replaced) * most) return
  const message =
    `it ${describeReplaced(replaced)}, which is more than ${most * 100} %. ` +
    (isUpdate ? '' : 'To add to what is there, name that graph as one of the PATHs too. ') +
    'To replace it all the same, use --replace'
  throw new TooManyMissing([message, ...report.lines()].join('\n'))
}
