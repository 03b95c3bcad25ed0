/**
 * The sets that are measured on, each prepared once in a run: records, the prepared graph, its N-Quads. In a
 * folder that BENCH_FOLDER names they stay for the next run.
 */

import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { hasSnapshot, sources, type Source } from '../support/generated.ts'
import { writeMultiplied } from '../support/multiplied.ts'

/** Where the records of each set are; those that have to be made go to a folder. */
const makers = {
  demo: () => sources.demo,
  snapshot: () => sources.snapshot,
  multiplied: (folder) => writeMultiplied(sources.snapshot, folder),
} as const satisfies Record<string, (folder: string) => Source | Promise<Source>>

export type SetName = keyof typeof makers

export interface BenchSet extends Source {
  readonly name: SetName
  /** The prepared graph. */
  readonly graph: string
  /** All of it as one file of N-Quads. */
  readonly quads: string
}

/** Those that can be had here. */
export const setNames: readonly SetName[] = hasSnapshot ? ['demo', 'snapshot', 'multiplied'] : ['demo']

/** All that a run writes, and nothing else. */
const stays = process.env['BENCH_FOLDER']
const run = stays ?? mkdtempSync(join(tmpdir(), 'skeg-bench-'))
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const opened = new Map<SetName, Promise<BenchSet>>()

/** Names in the folder of a set; what it was made of is written when all else is there. */
const files = { graph: 'graph', quads: 'graph.nq', source: 'source.json' } as const

async function prepare(name: SetName): Promise<BenchSet> {
  const folder = join(run, name)
  const [graph, quads, source] = [files.graph, files.quads, files.source].map((file) =>
    join(folder, file),
  ) as [string, string, string]
  if (existsSync(source))
    return { name, graph, quads, ...(JSON.parse(readFileSync(source, 'utf8')) as Source) }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { path, base } = await makers[name](folder)
  execFileSync(process.execPath, [main, 'load', path, '--base', base, '--out', graph], { stdio: 'ignore' })
  for (const part of readdirSync(graph)
    .filter((file) => file.startsWith('quads-'))
    .sort()) {
    await pipeline(
      createReadStream(join(graph, part)),
      createGunzip(),
      createWriteStream(quads, { flags: 'a' }),
    )
  }
  writeFileSync(source, JSON.stringify({ path, base }))
  return { name, path, base, graph, quads }
}

export function openSet(name: SetName): Promise<BenchSet> {
  let set = opened.get(name)
  if (!set) opened.set(name, (set = prepare(name)))
  return set
}

export function removeSets(): void {
  if (stays === undefined) rmSync(run, { recursive: true, force: true })
}
