/**
 * What reading found: each finding with its place, counted by kind; the first of each kind are in memory, all
 * are written to a file if there is one.
 */

import { closeSync, openSync, readSync, statSync, writeSync, type Stats } from 'node:fs'
import {
  describeFinding,
  findingKinds,
  severityOf,
  type Finding,
  type FindingKind,
  type Severity,
} from '../../findings.ts'
import { isObject } from '../../model/values/json.ts'
import { visible } from '../../model/values/visible.ts'
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

/** Findings of each kind that stay in memory; all are counted. */
const MAX_FINDINGS = 20

/** Characters gathered before they are written to the file. */
const BUFFERED = 65_536

function describeLine({ file, line, id, path, message }: Finding): string {
  const place = `${file}${line === undefined ? '' : `:${line}`}`
  return visible([place, id ? `<${id}>` : '', path ?? '', message].filter(Boolean).join(' '))
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

/** A file of JSON Lines that is written as findings come. */
function createSink(file: string): { write(finding: Finding): void; close(): void } {
  const unwritable = (error: unknown): Error =>
    new Error(`the report ${file} cannot be written: ${(error as Error).message}`, { cause: error })
  const open = (): number => {
    try {
      return openSync(file, 'w')
    } catch (error) {
      throw unwritable(error)
    }
  }
  const target = open()
  let text = ''
  let closed = false
  const flush = (): void => {
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(target, bytes, done)
    } catch (error) {
      throw new OutputError(unwritable(error))
    }
    text = ''
  }
  return {
    write(finding) {
      text += `${JSON.stringify(describeFinding(finding))}\n`
      if (text.length > BUFFERED) flush()
    },
    close() {
      if (closed) return
      closed = true
      try {
        flush()
      } finally {
        closeSync(target)
      }
    },
  }
}

/**
 * @param file path of a file that gets every finding, as JSON Lines
 * @throws Error if the file cannot be written
 */
export function createReport(file?: string): Report {
  const sink = file === undefined ? undefined : createSink(file)
  const findings: Finding[] = []
  const kinds = new Map<FindingKind, number>()
  const counts = new Map<string, number>()
  const totals: Record<Severity, number> = { refused: 0, warned: 0 }
  const refused = { record: 0, file: 0 }
  let accepted = 0

  function linesOf(kind: FindingKind, number: number): string[] {
    const { severity, title, expected } = findingKinds[kind]
    const ofKind = findings.filter((finding) => finding.kind === kind)
    const [first] = ofKind
    const shared = ofKind.every((finding) => finding.expected === first?.expected)
      ? (first?.expected ?? expected)
      : undefined
    return [
      `${severity} ${kind} (${number}): ${title}${shared === undefined ? '' : ` Expected: ${shared}`}`,
      ...ofKind.map(
        (finding) =>
          `  ${describeLine(finding)}${shared === undefined ? `; expected: ${finding.expected ?? expected}` : ''}`,
      ),
      ...(number > ofKind.length ? [`  … and ${number - ofKind.length} more`] : []),
    ]
  }

  return {
    findings,
    counts,
    kinds,
    get refused() {
      return totals.refused
    },
    get warned() {
      return totals.warned
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
      totals[severityOf(finding)]++
      // Nothing is lost of a file that holds nothing.
      if (severityOf(finding) === 'refused' && finding.kind !== 'empty-file') refused[whole]++
      const seen = (kinds.get(finding.kind) ?? 0) + 1
      kinds.set(finding.kind, seen)
      if (seen <= MAX_FINDINGS) findings.push(finding)
      sink?.write(finding)
    },
    count: (what, number = 1) => {
      counts.set(what, (counts.get(what) ?? 0) + number)
    },
    lines: () => [
      `${totals.refused} refused, ${totals.warned} warned`,
      ...[...counts].map(([what, number]) => `${number} ${what}`),
      ...(Object.keys(findingKinds) as FindingKind[]).flatMap((kind) =>
        kinds.has(kind) ? linesOf(kind, kinds.get(kind) as number) : [],
      ),
    ],
    close: () => sink?.close(),
  }
}

/** What to say where no record could be loaded from so many files. */
export const nothingLoaded = (files: number, report: Report): Error =>
  new Error([`no record could be loaded from ${files} files`, ...report.lines()].join('\n'))
