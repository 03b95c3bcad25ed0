/** Findings about another server: counted by kind, shown to people, and written as JSON Lines. */

import { closeSync, openSync, writeSync } from 'node:fs'

/** What can be wrong, as a row of a table. */
export interface FindingRow {
  /** `failed`: something is lost, or a rule is broken. `warned`: it is understood, or advice is not taken. */
  readonly severity: 'failed' | 'warned'
  readonly title: string
  /** What would be right, where a finding does not know better. */
  readonly expected: string
  /** The line of the specification that says so, where one does. */
  readonly specification?: string
}

export interface ServerFinding<K extends string = string> {
  readonly kind: K
  /** URL of the request. */
  readonly url: string
  readonly message: string
  readonly expected?: string
}

export interface ServerReport<K extends string> {
  readonly failed: number
  readonly warned: number
  readonly findings: readonly ServerFinding<K>[]
  add(kind: K, url: string, message: string, expected?: string): void
  /** A summary for people: totals, then each kind with its first findings. */
  lines(): string[]
  close(): void
}

/** Findings of a kind that the summary shows; the file has all. */
const SHOWN = 5

/**
 * @param file path of a file that gets every finding as a line of JSON
 * @throws Error if the file cannot be written
 */
export function createServerReport<K extends string>(
  table: Readonly<Record<K, FindingRow>>,
  file?: string,
): ServerReport<K> {
  const findings: ServerFinding<K>[] = []
  const target = file === undefined ? undefined : openReport(file)
  const count = (severity: FindingRow['severity']): number =>
    findings.filter(({ kind }) => table[kind].severity === severity).length

  function linesOf(kind: K): string[] {
    const ofKind = findings.filter((finding) => finding.kind === kind)
    if (ofKind.length === 0) return []
    const { severity, title, expected, specification } = table[kind]
    return [
      `${severity} ${kind} (${ofKind.length}): ${title} Expected: ${expected}`,
      ...(specification === undefined ? [] : [`  Specification: ${specification}`]),
      ...ofKind
        .slice(0, SHOWN)
        .map(
          (one) =>
            `  ${one.url} ${one.message}${one.expected === undefined ? '' : `; expected: ${one.expected}`}`,
        ),
      ...(ofKind.length > SHOWN ? [`  … and ${ofKind.length - SHOWN} more`] : []),
    ]
  }

  return {
    findings,
    get failed() {
      return count('failed')
    },
    get warned() {
      return count('warned')
    },
    add(kind, url, message, expected) {
      const finding = { kind, url, message, ...(expected !== undefined && { expected }) }
      findings.push(finding)
      if (target !== undefined) writeSync(target, `${JSON.stringify(describe(finding, table[kind]))}\n`)
    },
    lines: () => [
      `${count('failed')} failed, ${count('warned')} warned`,
      ...(Object.keys(table) as K[]).flatMap(linesOf),
    ],
    close() {
      if (target !== undefined) closeSync(target)
    },
  }
}

function openReport(file: string): number {
  try {
    return openSync(file, 'w')
  } catch (error) {
    throw new Error(`the report ${file} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/** A finding as a report file has it: with the members of findings in files, `file` being the URL. */
const describe = (
  { kind, url, message, expected }: ServerFinding,
  row: FindingRow,
): Readonly<Record<string, string>> => ({
  kind,
  severity: row.severity,
  file: url,
  message,
  expected: expected ?? row.expected,
  ...(row.specification !== undefined && { specification: row.specification }),
})
