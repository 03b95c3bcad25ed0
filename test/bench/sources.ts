/** Crossref records: what a load of them takes in time of the processor and in memory. */

import { spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recorded } from '../support/compare.ts'
import type { Figure } from './figure.ts'

type Json = Record<string, unknown>

const SIZES = [5_000, 20_000]
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
