/** What reading found: findings, and how much was read, refused and counted. */

import { closeSync, openSync, readSync, statSync, type Stats } from 'node:fs'
import { createFindingLog } from '../../findings/log.ts'
import { findingKinds, type Finding, type FindingKind } from '../../findings/kinds.ts'
import { isObject } from '../../model/values/json.ts'
import { OutputError } from '../text/output-error.ts'
import { isReport } from '../text/source-formats.ts'

export interface Report {
  readonly refused: number
  readonly warned: number
  /** How many records, or subjects of RDF, were read, and how many were refused; files are not among them. */
  readonly accepted: number
  readonly refusedRecords: number
  /** Files that could not be read, or not to their end: how many records they hold is not known. */
  readonly refusedFiles: number
  /** @param whole what is refused, where the finding refuses something */
  add(finding: Finding, whole?: 'record' | 'file'): void
  /** Counts a record that was read. */
  accept(): void
  /** Adds to the count of something that is neither refused nor wrong. */
  count(what: string, number?: number): void
  readonly counts: ReadonlyMap<string, number>
  /** How many findings there are of each kind. */
  readonly kinds: ReadonlyMap<FindingKind, number>
  /** The first findings of each kind. */
  readonly findings: readonly Finding[]
  /** A summary for people: totals, then each kind with its first findings. */
  lines(): string[]
  /**
   * Writes what the file still lacks, and closes it; done again, it does nothing. @throws Error if the file
   * cannot be written
   */
  close(): void
}

/**
 * The inputs without the file of the report, where that is a report of an earlier run in a directory that is
 * read.
 * @throws Error if the file of the report is an input with other content: writing would destroy it
 */
export function excludeReport<T extends { readonly name: string }>(
  file: string | undefined,
  inputs: readonly T[],
): readonly T[] {
  const report = file === undefined ? undefined : statOf(file)
  if (file === undefined || !report) return inputs
  const isOutput = ({ name }: T): boolean => {
    const input = statOf(name)
    return input?.ino === report.ino && input.dev === report.dev
  }
  if (!inputs.some(isOutput)) return inputs
  if (report.size > 0 && !isEarlierReport(file))
    throw new Error(`${file} is one of the files that are read; --report needs another file`)
  return inputs.filter((input) => !isOutput(input))
}

/** What a path leads to; undefined for nothing, and for an entry of an archive, whose path goes on behind a file. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Bytes that hold the first line of a report. */
const LINE_BYTES = 65_536

function isEarlierReport(file: string): boolean {
  const source = openSync(file, 'r')
  try {
    const head = Buffer.alloc(LINE_BYTES)
    const [line = ''] = head.toString('utf8', 0, readSync(source, head)).split('\n', 1)
    const value: unknown = JSON.parse(line)
    return isObject(value) && isReport(value)
  } catch {
    return false
  } finally {
    closeSync(source)
  }
}

/**
 * @param file path of a file that gets every finding, as JSON Lines
 * @throws Error if the file cannot be written
 */
export function createReport(file?: string): Report {
  const log = createFindingLog<FindingKind>(findingKinds, {
    file,
    asError: (error) => new OutputError(error),
  })
  const counts = new Map<string, number>()
  const refused = { record: 0, file: 0 }
  let accepted = 0
  const count = (what: string, number = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + number)
  }
  return {
    findings: log.findings,
    counts,
    kinds: log.kinds,
    get refused() {
      return log.count('refused')
    },
    get warned() {
      return log.count('warned')
    },
    get accepted() {
      return accepted
    },
    get refusedRecords() {
      return refused.record
    },
    get refusedFiles() {
      return refused.file
    },
    accept: () => {
      accepted++
    },
    add(finding, whole = 'record') {
      const { severity } = findingKinds[finding.kind]
      // Those of earlier loads stand as they were.
      if (finding.isEarlier && severity === 'warned') return
      // Nothing is lost of a file that holds nothing.
      if (severity === 'refused' && finding.kind !== 'empty-file') refused[whole]++
      log.add(finding)
    },
    count,
    lines: () => log.lines([...counts].map(([what, number]) => withNumber(number, what))),
    close: log.close,
  }
}

/** `1 record read from ROR`: of one, the plural with which a text begins is a singular. */
function withNumber(number: number, things: string): string {
  const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')
  return `${number} ${number === 1 ? things.replace(/^\w+s\b/, singular) : things}`
}

/** What to say where no record could be loaded from so many files. */
export const nothingLoaded = (files: number, report: Report): Error =>
  new Error([`no record could be loaded from ${withNumber(files, 'files')}`, ...report.lines()].join('\n'))
