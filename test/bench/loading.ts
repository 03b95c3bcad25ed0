/**
 * Reading inputs until the graph answers, preparing a graph, and opening the prepared one, beside Oxigraph
 * alone loading the N-Quads that result: time and memory, each in a process of its own.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { median, type Figure } from './figure.ts'
import { startSkeg } from './servers.ts'
import type { BenchSet } from './sets.ts'

interface Run {
  readonly ms: number
  readonly megabytes: number
  readonly quads: number
}

/** Milliseconds from the start of a process. */
interface Whole {
  readonly whole: number
}

const ROUNDS = 5
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function run(script: string, ...args: string[]): Promise<Run & Whole> {
  const start = performance.now()
  const child = spawn(process.execPath, [file(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let whole = NaN
  child.stdout.once('data', () => {
    whole = performance.now() - start
  })
  const ended = once(child, 'exit')
  const said = await text(child.stdout)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return { ...(JSON.parse(said) as Run), whole }
}

async function serve(graph: string, base: string): Promise<Whole> {
  const start = performance.now()
  const server = await startSkeg(graph, base, [])
  const whole = performance.now() - start
  await server.close()
  return { whole }
}

export async function loading({ path, base, quads }: BenchSet): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-bench-'))
  const graph = join(folder, 'graph')
  try {
    const round = async () => ({
      raw: await run('load-skeg.mjs', path, base),
      alone: await run('load-oxigraph.mjs', quads),
      load: await run('prepare-skeg.mjs', path, base, graph),
      prepared: await run('load-skeg.mjs', graph, base),
      served: await serve(graph, base),
    })
    type Round = Awaited<ReturnType<typeof round>>
    const rounds: Round[] = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await round())
    const besideWhat = `Oxigraph alone, the ${(statSync(quads).size / 1e6).toFixed(0)} MB of N-Quads that result`
    const middle = (pick: (one: Round) => number): number => median(rounds.map(pick))
    const figure = (
      what: string,
      unit: string,
      of: 'raw' | 'load' | 'prepared',
      pick: (one: Run) => number,
    ): Figure => ({
      what,
      unit,
      value: middle((one) => pick(one[of])),
      beside: middle(({ alone }) => pick(alone)),
      besideWhat,
    })
    return [
      figure('inputs read until the graph answers', 'ms', 'raw', ({ ms }) => ms),
      figure('memory then', 'MB', 'raw', ({ megabytes }) => megabytes),
      figure('inputs read until the prepared graph is on disk', 'ms', 'load', ({ ms }) => ms),
      figure('its largest memory', 'MB', 'load', ({ megabytes }) => megabytes),
      figure('a prepared graph opened', 'ms', 'prepared', ({ ms }) => ms),
      figure('memory then', 'MB', 'prepared', ({ megabytes }) => megabytes),
      {
        what: 'it served, from the start of the process',
        unit: 'ms',
        value: middle(({ served }) => served.whole),
        beside: middle(({ alone }) => alone.whole),
        besideWhat,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
