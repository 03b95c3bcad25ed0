/**
 * Findings, each with its place, counted by kind: the first of each kind stay in memory, all are written to a file if
 * there is one.
 */

import { closeSync, openSync, writeSync } from 'node:fs'
import { visible } from '../model/values/text.ts'

/** What can be found, as a row of a table. */
export interface FindingRow {
  /**
   * `refused`: it is not in the graph. `failed`: something is lost, or a rule is broken. `warned`: it is there as
   * far as it can be, or advice is not taken.
   */
  readonly severity: 'refused' | 'failed' | 'warned'
  readonly title: string
  /** What would be right, where a finding does not know better. */
  readonly expected: string
  /** The line of the specification that says so, where one does. */
  readonly specification?: string
}

export interface LoggedFinding<K extends string = string> {
  readonly kind: K
  /** Path of a file, or URL of a request. */
  readonly file: string
  /**
   * Line of the file, from 1, in which the record starts or the text breaks; absent where it is not known.
   */
  readonly line?: number | undefined
  /** IRI or id of the record, where it has one. */
  readonly id?: string | undefined
  /** JSON path below the record. */
  readonly path?: string | undefined
  /** What is wrong. */
  readonly message: string
  /** What would be right; absent: what the table says of the kind. */
  readonly expected?: string | undefined
  /** Of many findings of its kind, a summary has the first of each group, and how many there are. */
  readonly group?: string
}

export interface FindingLog<K extends string> {
  add(finding: LoggedFinding<K>): void
  /** How many findings there are of a severity. */
  count(severity: FindingRow['severity']): number
  /** How many findings there are of each kind. */
  readonly kinds: ReadonlyMap<K, number>
  /** The first findings of each kind. */
  readonly findings: readonly LoggedFinding<K>[]
  /** A summary for people: totals, what else is to be said, then each kind with its first findings. */
  lines(more?: readonly string[]): string[]
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

export interface LogOptions {
  /** File that gets every finding, as JSON Lines. */
  readonly file?: string | undefined
  /** What is thrown where the file cannot be written any more. */
  readonly asError?: (error: Error) => Error
}

/** @throws Error if the file cannot be written */
export function createFindingLog<K extends string>(
  table: Readonly<Record<K, FindingRow>>,
  { file, asError = (error) => error }: LogOptions = {},
): FindingLog<K> {
  const sink = file === undefined ? undefined : createSink(file, asError)
  const findings: LoggedFinding<K>[] = []
  const kinds = new Map<K, number>()
  const groups = new Map<string, { readonly first: LoggedFinding<K>; count: number }>()
  const known = Object.keys(table) as K[]
  const seeAll = file === undefined ? '--report FILE gets all' : `all are in ${file}`
  const worst = known.some((kind) => table[kind].severity === 'failed') ? 'failed' : 'refused'
  const count = (severity: FindingRow['severity']): number =>
    known.reduce((sum, kind) => sum + (table[kind].severity === severity ? (kinds.get(kind) ?? 0) : 0), 0)

  function linesOf(kind: K, number: number): string[] {
    const { severity, title, expected, specification } = table[kind]
    const grouped = [...groups.values()].filter((group) => group.first.kind === kind)
    const isGrouped = number > MAX_FINDINGS && grouped.length > 0
    const ofKind = isGrouped
      ? grouped.map((group) => group.first)
      : findings.filter((one) => one.kind === kind)
    const [first] = ofKind
    const shared = ofKind.every((finding) => finding.expected === first?.expected)
      ? (first?.expected ?? expected)
      : undefined
    return [
      `${severity} ${kind} (${number}): ${title}${shared === undefined ? '' : ` Expected: ${shared}`}`,
      ...(specification === undefined ? [] : [`  Specification: ${specification}`]),
      ...ofKind.map(
        (finding) =>
          `  ${describePlace(finding)}${shared === undefined ? `; expected: ${finding.expected ?? expected}` : ''}`,
      ),
      ...(isGrouped
        ? [`  in all: ${grouped.map((one) => `${one.count} of ${one.first.group}`).join(', ')}`]
        : []),
      ...(number > ofKind.length ? [`  … and ${number - ofKind.length} more; ${seeAll}`] : []),
    ]
  }

  return {
    findings,
    kinds,
    count,
    add(finding) {
      const seen = (kinds.get(finding.kind) ?? 0) + 1
      kinds.set(finding.kind, seen)
      if (seen <= MAX_FINDINGS) findings.push(finding)
      if (finding.group !== undefined) {
        const key = `${finding.kind} ${finding.group}`
        const group = groups.get(key) ?? { first: finding, count: 0 }
        group.count++
        groups.set(key, group)
      }
      sink?.write(describeFinding(table[finding.kind], finding))
    },
    lines: (more = []) => [
      `${count(worst)} ${worst}, ${count('warned')} warned`,
      ...more,
      ...known.flatMap((kind) => (kinds.has(kind) ? linesOf(kind, kinds.get(kind) as number) : [])),
    ],
    close: () => sink?.close(),
  }
}

function describePlace({ file, line, id, path, message }: LoggedFinding): string {
  const place = `${file}${line === undefined ? '' : `:${line}`}`
  return visible([place, id ? `<${id}>` : '', path ?? '', message].filter(Boolean).join(' '))
}

/** A finding as a report file has it, with all that the table adds; empty members go. */
const describeFinding = (
  row: FindingRow,
  { kind, file, line, id, path, message, expected = row.expected }: LoggedFinding,
): Readonly<Record<string, string | number>> => ({
  kind,
  severity: row.severity,
  file,
  ...(line !== undefined && { line }),
  ...(id && { id }),
  ...(path && { path }),
  message,
  expected,
  ...(row.specification !== undefined && { specification: row.specification }),
})

/** A file of JSON Lines that is written as findings come. */
function createSink(file: string, asError: (error: Error) => Error) {
  const unwritable = (error: unknown): Error =>
    new Error(`the report ${file} cannot be written: ${(error as Error).message}`, { cause: error })
  let target: number
  try {
    target = openSync(file, 'w')
  } catch (error) {
    throw unwritable(error)
  }
  let text = ''
  let closed = false
  const flush = (): void => {
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(target, bytes, done)
    } catch (error) {
      throw asError(unwritable(error))
    }
    text = ''
  }
  return {
    write(finding: object) {
      text += `${JSON.stringify(finding)}\n`
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
