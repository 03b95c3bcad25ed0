/** The sets that are measured on, each prepared once in a run: records, the prepared graph, its N-Quads. */

import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { hasSnapshot, sources, writeGenerated, type Source } from '../support/generated.ts'
import { writeMultiplied } from '../support/multiplied.ts'

/** Where the records of each set are; those that have to be made go to a folder. */
const makers = {
  demo: () => sources.demo,
  snapshot: () => sources.snapshot,
  generated: (folder) => writeGenerated(sources.snapshot, { folder }),
  multiplied: (folder) => writeMultiplied(sources.snapshot, { folder }),
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
export const setNames: readonly SetName[] = hasSnapshot
  ? ['demo', 'snapshot', 'generated', 'multiplied']
  : ['demo']

/** All that a run writes, and nothing else. */
const run = mkdtempSync(join(tmpdir(), 'skeg-bench-'))
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const known = new Map<SetName, Promise<BenchSet>>()

async function prepare(name: SetName): Promise<BenchSet> {
  const folder = join(run, name)
  mkdirSync(folder)
  const { path, base } = await makers[name](folder)
  const [graph, quads] = [join(folder, 'graph'), join(folder, 'graph.nq')]
  execFileSync(process.execPath, [main, 'load', path, '--base', base, '--out', graph], { stdio: 'ignore' })
  for (const part of readdirSync(graph)
    .filter((file) => file.endsWith('.nq.gz'))
    .sort()) {
    await pipeline(
      createReadStream(join(graph, part)),
      createGunzip(),
      createWriteStream(quads, { flags: 'a' }),
    )
  }
  return { name, path, base, graph, quads }
}

export function openSet(name: SetName): Promise<BenchSet> {
  let set = known.get(name)
  if (!set) known.set(name, (set = prepare(name)))
  return set
}

export const removeSets = (): void => rmSync(run, { recursive: true, force: true })
