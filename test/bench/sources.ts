/**
 * Crossref records: how many a second are converted on one core, by the processor time that it takes, and what a
 * load of them takes in time of the processor and memory, beside parsing the same JSON.
 */

import { spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recorded } from '../support/compare.ts'
import { model } from '../support/model.ts'
import { median, type Figure } from './figure.ts'

type Json = Record<string, unknown>

const SIZES = [5_000, 20_000]
const ROUNDS = 3
const BASE = 'https://example.org/graph/'

const works = (): Json[] =>
  readFileSync(join(recorded, 'crossref/works.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)

/** The recorded works again and again, each time with other DOIs. */
const lineOf = (originals: readonly Json[], i: number): string => {
  const work = originals[i % originals.length] as Json
  const copy = Math.floor(i / originals.length)
  return JSON.stringify(copy === 0 ? work : { ...work, DOI: `${String(work['DOI'])}/c${copy}` })
}

/** Seconds of the processor that something takes. */
function cpuSeconds(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

const NOTES = { drop() {}, add() {}, alias() {}, scopedName() {}, origin() {}, refuse() {} }

function converted(lines: readonly string[]): Figure {
  const source = model.sources.find(({ name }) => name === 'crossref')
  const rounds = Array.from({ length: ROUNDS }, () => {
    let parsed: Json[] = []
    const parse = cpuSeconds(() => {
      parsed = lines.map((line) => JSON.parse(line) as Json)
    })
    const convert = cpuSeconds(() => {
      for (const record of parsed) source?.read(record, NOTES)
    })
    return { parse: lines.length / parse, convert: lines.length / convert }
  })
  return {
    what: 'works of Crossref converted, by time of the processor',
    unit: '/s',
    value: median(rounds.map(({ convert }) => convert)),
    beside: median(rounds.map(({ parse }) => parse)),
    besideWhat: 'JSON.parse of the same lines',
  }
}

interface Loaded {
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

/** Loads a file in a process of its own. */
function loaded(file: string, graph: string): Loaded {
  const script = fileURLToPath(new URL('prepare-skeg.mjs', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, file, BASE, graph], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Loaded
}

export async function sources(): Promise<Figure[]> {
  if (!existsSync(recorded)) return []
  const folder = mkdtempSync(join(tmpdir(), 'skeg-bench-sources-'))
  try {
    const originals = works()
    const figures: Figure[] = []
    for (const size of SIZES) {
      const file = join(folder, `${size}.jsonl`)
      const out = createWriteStream(file)
      for (let i = 0; i < size; i++) if (!out.write(`${lineOf(originals, i)}\n`)) await once(out, 'drain')
      out.end()
      await once(out, 'finish')
      if (size === SIZES[0]) figures.push(converted(readFileSync(file, 'utf8').trim().split('\n')))
      const { cpuSeconds: seconds, peakMegabytes } = loaded(file, join(folder, 'graph'))
      figures.push(
        { what: `${size} works of Crossref loaded: time of the processor`, unit: 's', value: seconds },
        { what: 'its largest memory', unit: 'MB', value: peakMegabytes },
      )
      rmSync(join(folder, 'graph'), { recursive: true })
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true })
  }
}
