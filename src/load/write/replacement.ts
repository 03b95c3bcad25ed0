/** What a new graph replaces: how many records would be gone, which are perhaps only left out of the input. */

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { countMissing, type MissingRecords } from '../../dataset/missing-records.ts'
import { isPrepared, readManifest } from './manifest.ts'

/** What is replaced: its records, or why they cannot be counted. */
export type Replaced = MissingRecords | { readonly fault: string }

/** More records would be gone than may be: what is at `--out` stays as it was. */
export class TooManyMissing extends Error {}

/**
 * Compares the graph at a path with the one that is to take its place; undefined where there is none.
 * @param index of the new one @param folder for files that appear beside an index that is read
 */
export async function compareReplaced(
  target: string,
  index: string,
  folder: string,
): Promise<Replaced | undefined> {
  if (!isPrepared(target)) return undefined
  try {
    const old = join(folder, 'replaced-index')
    symlinkSync(join(target, readManifest(target).files.index.file), old)
    return await countMissing(old, index)
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

const records = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`

export function describeReplaced(replaced: Replaced): string {
  if ('fault' in replaced) return `replaces a graph whose records cannot be counted: ${replaced.fault}`
  const { records: all, missing } = replaced
  const are = missing === 1 ? 'is' : 'are'
  return `replaces a graph of ${records(all)}; ${missing.toLocaleString('en')} of them ${are} not in the new one`
}

/** @param most share of the records of the old graph @throws TooManyMissing */
export function requireFewMissing(target: string, replaced: Replaced, most: number): void {
  if ('fault' in replaced || replaced.missing <= replaced.records * most) return
  throw new TooManyMissing(
    `it ${describeReplaced(replaced)}, which is more than ${most * 100} %. To add to what is there, name ${target} ` +
      'as one of the PATHs too; to replace it all the same, use --replace',
  )
}
