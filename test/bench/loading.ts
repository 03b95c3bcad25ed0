/** Reading inputs until the graph answers, preparing a graph, and opening the prepared one, beside Oxigraph alone loading the N-Quads that result: time and memory, each in a process of its own. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'
import type { BenchSet } from './sets.ts'

interface Run { readonly ms: number; readonly megabytes: number; readonly quads: number }

const ROUNDS = 5
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const run = (script: string, ...args: string[]): Run =>
  JSON.parse(execFileSync(process.execPath, [file(script), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 20 })) as Run

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

export async function loading({ path, base, quads }: BenchSet): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-bench-'))
  const graph = join(folder, 'graph')
  try {
    const rounds = Array.from({ length: ROUNDS }, () => ({
      raw: run('load-skeg.mjs', path, base), alone: run('load-oxigraph.mjs', quads), load: run('prepare-skeg.mjs', path, base, graph), prepared: run('load-skeg.mjs', graph, base),
    }))
    const figure = (what: string, unit: string, of: 'raw' | 'load' | 'prepared', pick: (one: Run) => number): Figure => ({
      what, unit, value: median(rounds.map((round) => pick(round[of]))),
      beside: median(rounds.map(({ alone }) => pick(alone))), besideWhat: `Oxigraph alone, the ${(statSync(quads).size / 1e6).toFixed(0)} MB of N-Quads that result`,
    })
    return [
      figure('inputs read until the graph answers', 'ms', 'raw', ({ ms }) => ms), figure('memory then', 'MB', 'raw', ({ megabytes }) => megabytes),
      figure('inputs read until the prepared graph is on disk', 'ms', 'load', ({ ms }) => ms), figure('its largest memory', 'MB', 'load', ({ megabytes }) => megabytes),
      figure('a prepared graph opened', 'ms', 'prepared', ({ ms }) => ms), figure('memory then', 'MB', 'prepared', ({ megabytes }) => megabytes),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
