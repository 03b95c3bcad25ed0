// The rule of ../shared/tools/compare.py: how many of the facts of an expected document the records hold.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
const tool = `${shared}tools/compare.py`
/** The same for records of OpenAlex, of which some identifiers have several forms. */
const openalexTool = `${shared}tools/compare-openalex.py`

/** Recorded records of other sources, and what is expected of them. */
export const recorded = `${shared}data/sources/`

/** Whether the records and the tool are there, and something that runs it. */
export const canCompare = (): boolean =>
  existsSync(recorded) && existsSync(tool) && spawnSync('python3', ['--version']).status === 0

export interface Comparison {
  readonly equal: number
  /** Facts that are expected, and missing or different. */
  readonly lost: readonly string[]
}

interface Output {
  readonly all: Readonly<Record<string, number>>
  readonly notes: readonly (readonly unknown[])[]
}

/** Compares a file of records with an expected document. */
export function compareFiles(actual: string, expected: string): Comparison {
  const script = basename(expected).startsWith('openalex-') ? openalexTool : tool
  const { stdout, stderr } = spawnSync('python3', [script, '--json', actual, expected], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  const { all, notes } = JSON.parse(stdout) as Output
  return {
    equal: all['equal'] ?? 0,
    lost: notes
      .filter(([kind]) => kind === 'missing' || kind === 'different')
      .map((note) => JSON.stringify(note)),
  }
}
