/**
 * Reading inputs until the graph answers, preparing a graph, and opening the prepared one, beside Oxigraph
 * alone loading the N-Quads that result: time and memory, each in a process of its own. The disk that a load
 * takes stands beside the compressed quads.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { median, type Figure } from './figure.ts'
import { startSkeg } from './servers.ts'
import type { BenchSet } from './sets.ts'

/** What a process says of itself. @see print-run.mjs */
interface Run {
  readonly ms: number
  readonly cpuSeconds: number
  /** In the end. */
  readonly megabytes: number
  readonly peakMegabytes: number
  readonly quads: number
}

/** The largest values seen while a process ran. */
interface Peaks {
  /** Memory without files that are mapped, which the system can take back; NaN where it does not say. */
  anonymousMegabytes: number
  diskMegabytes: number
}

/** Milliseconds from the start of a process. */
interface WallTime {
  readonly wallMs: number
}

const ROUNDS = 5
const POLL_MS = 100
const MEGABYTE = 1e6
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const anonymousMegabytes = (pid: number): number => {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return (Number(kilobytes) * 1024) / MEGABYTE
  } catch {
    return NaN
  }
}

/** What the files of a folder take on the disk, temporary ones included. */
function diskMegabytes(folder: string): number {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return (
      files.reduce(
        (sum, { parentPath, name }) =>
          sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.blocks ?? 0) * BLOCK_BYTES,
        0,
      ) / MEGABYTE
    )
  } catch {
    return 0
  }
}

/** What `stat` counts in. */
const BLOCK_BYTES = 512

/** @param folder that the process writes; its size is watched */
async function run(script: string, args: readonly string[], folder = ''): Promise<Run & WallTime & Peaks> {
  const start = performance.now()
  const child = spawn(process.execPath, [file(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const peaks: Peaks = { anonymousMegabytes: NaN, diskMegabytes: 0 }
  const poll = setInterval(() => {
    const memory = anonymousMegabytes(child.pid as number)
    if (!(memory < peaks.anonymousMegabytes) && !Number.isNaN(memory)) peaks.anonymousMegabytes = memory
    if (folder !== '') peaks.diskMegabytes = Math.max(peaks.diskMegabytes, diskMegabytes(folder))
  }, POLL_MS)
  let wallMs = NaN
  child.stdout.once('data', () => {
    wallMs = performance.now() - start
  })
  const ended = once(child, 'exit')
  const output = await text(child.stdout)
  const [code] = (await ended) as [number | null]
  clearInterval(poll)
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return { ...(JSON.parse(output) as Run), ...peaks, wallMs }
}

async function serve(graph: string, base: string): Promise<WallTime> {
  const start = performance.now()
  const server = await startSkeg(graph, base, [])
  const wallMs = performance.now() - start
  await server.close()
  return { wallMs }
}

/** Prepares a graph where there is none, as the old one would count as disk that the load takes. */
function runAnew(path: string, base: string, graph: string): ReturnType<typeof run> {
  rmSync(graph, { recursive: true, force: true })
  return run('prepare-skeg.mjs', [path, base, graph], graph)
}

export async function loading({ path, base, quads }: BenchSet): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-bench-'))
  const graph = join(folder, 'graph')
  try {
    const round = async () => ({
      raw: await run('load-skeg.mjs', [path, base]),
      alone: await run('load-oxigraph.mjs', [quads]),
      load: await runAnew(path, base, graph),
      prepared: await run('load-skeg.mjs', [graph, base]),
      started: await serve(graph, base),
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
      pick: (one: Run & Peaks) => number,
    ): Figure => ({
      what,
      unit,
      value: middle((one) => pick(one[of])),
      beside: middle(({ alone }) => pick(alone)),
      besideWhat,
    })
    const compressed = readdirSync(graph).filter((name) => name.endsWith('.nq.gz'))
    const besideQuads = {
      beside: compressed.reduce((sum, name) => sum + statSync(join(graph, name)).size, 0) / MEGABYTE,
      besideWhat: 'its compressed quads',
    }
    return [
      figure('inputs read until the graph answers', 'ms', 'raw', ({ ms }) => ms),
      figure('memory then', 'MB', 'raw', ({ megabytes }) => megabytes),
      figure('inputs read until the prepared graph is on disk', 'ms', 'load', ({ ms }) => ms),
      figure('its CPU time', 's', 'load', ({ cpuSeconds }) => cpuSeconds),
      figure('its largest memory', 'MB', 'load', ({ peakMegabytes }) => peakMegabytes),
      figure('without mapped files', 'MB', 'load', (one) => one.anonymousMegabytes),
      {
        what: 'its largest disk, temporary files included',
        unit: 'MB',
        value: middle(({ load }) => load.diskMegabytes),
        ...besideQuads,
      },
      { what: 'the prepared graph on disk', unit: 'MB', value: diskMegabytes(graph), ...besideQuads },
      figure('a prepared graph opened', 'ms', 'prepared', ({ ms }) => ms),
      figure('memory then', 'MB', 'prepared', ({ megabytes }) => megabytes),
      {
        what: 'it served, from the start of the process',
        unit: 'ms',
        value: middle(({ started }) => started.wallMs),
        beside: middle(({ alone }) => alone.wallMs),
        besideWhat,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
