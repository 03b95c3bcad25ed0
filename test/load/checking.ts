// Files made for a test and checked: what the report file says.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPaths } from '../../src/load/check.ts'
import { readShapes } from '../../src/tools/shapes/shacl.ts'
import type { Finding } from '../../src/findings/kinds.ts'
import { model } from '../support/model.ts'
import { BASE, type Files } from './files.ts'
import { folderOf } from '../support/folders.ts'

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
  const folder = folderOf({ 'shapes.ttl': shacl ?? '' })
  const report = join(folder, 'report.jsonl')
  const checked = await checkPaths(paths, {
    model,
    base,
    report,
    shapes: shacl === undefined ? undefined : await readShapes(join(folder, 'shapes.ttl'), model),
  })
  return {
    findings: parseReport(readFileSync(report, 'utf8')),
    lines: checked.report.lines(),
    records: checked.records,
    refused: checked.report.refused,
  }
}

/** Writes the files into a new folder, and checks it. */
export async function checkFiles(files: Files, base?: string, shacl?: string): Promise<Outcome> {
  const folder = folderOf(files)
  const outcome = await checkAll([folder], base, shacl)
  return {
    ...outcome,
    findings: outcome.findings.map((finding) => ({
      ...finding,
      file: finding.file.replace(`${folder}/`, ''),
    })),
  }
}
