// Files made for a test and checked: what the report file says.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkPaths } from '../../src/load/check.ts'
import { readShapes } from '../../src/tools/shapes/shacl.ts'
import type { Finding } from '../../src/findings/kinds.ts'
import { model } from '../support/model.ts'
import { BASE, type Files } from './files.ts'

/** A line of a report. */
export type ReportLine = Omit<Finding, 'kind'> & Readonly<Record<'kind' | 'severity' | 'expected', string>>

export interface Outcome {
  /** The lines of the report file, file names without the folder. */
  readonly findings: readonly ReportLine[]
  /** The summary for people. */
  readonly lines: readonly string[]
  readonly records: number
  readonly refused: number
}

export const parseReport = (text: string): ReportLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReportLine)

/** Checks paths; `shacl`: text of shapes. */
export async function checkAll(paths: readonly string[], base = BASE, shacl?: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  try {
    const report = join(folder, 'report.jsonl')
    if (shacl !== undefined) writeFileSync(join(folder, 'shapes.ttl'), shacl)
    const checked = await checkPaths(paths, {
      model,
      base,
      report,
      shapes: shacl === undefined ? undefined : await readShapes(join(folder, 'shapes.ttl'), model),
    })
    const { refused } = checked.report
    return {
      findings: parseReport(readFileSync(report, 'utf8')),
      lines: checked.report.lines(),
      records: checked.records,
      refused,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the files into a new folder, checks it, and takes the folder away. */
export async function checkFiles(files: Files, base?: string, shacl?: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    const outcome = await checkAll([folder], base, shacl)
    return {
      ...outcome,
      findings: outcome.findings.map((finding) => ({
        ...finding,
        file: finding.file.replace(`${folder}/`, ''),
      })),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
