/** How much of what is read may be refused before a load fails. */

import type { RefusalLimit } from '../../config/setting-row.ts'
import type { Report } from './report.ts'

/** What a load may refuse where the user does not say. */
export const LOAD_LIMIT: RefusalLimit = { value: 10, unit: 'percent' }

/** More was refused than is allowed: what is at `--out` stays as it was. */
export class TooManyRefused extends Error {}

const shareOf = (refused: number, all: number): number => (all === 0 ? 0 : refused / all)

/**
 * Holds what was refused against a limit. A number is one of records, and each file that could not be read to
 * its end counts as one; a percentage holds for the records, and for the files by themselves: how many records
 * are behind the place where a file breaks is not known.
 */
export function refusesMore(report: Report, files: number, limit: RefusalLimit): boolean {
  const { accepted, refusedRecords, refusedFiles } = report
  return limit.unit === 'records'
    ? refusedRecords + refusedFiles > limit.value
    : Math.max(shareOf(refusedRecords, accepted + refusedRecords), shareOf(refusedFiles, files)) * 100 >
        limit.value
}

/** @throws TooManyRefused with the figures and the report if more was refused than is allowed */
export function requireFewRefused(report: Report, files: number, limit: RefusalLimit): void {
  const { accepted, refusedRecords, refusedFiles } = report
  const all = accepted + refusedRecords
  const [records, unreadFiles] = [shareOf(refusedRecords, all), shareOf(refusedFiles, files)]
  if (!refusesMore(report, files, limit)) return
  const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`
  throw new TooManyRefused(
    [
      `${refusedRecords} of ${all} records (${percent(records)}) are refused, and ${refusedFiles} ` +
        `of ${files} files (${percent(unreadFiles)}) cannot be read to their end; --max-refused allows ` +
        `${limit.value}${limit.unit === 'percent' ? ' %' : ''}: mend them, or allow more`,
      ...report.lines(),
    ].join('\n'),
  )
}
