/** The embedded store over N-Quads files, and its engines as the system sees them. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnginePool } from '../../src/store/oxigraph/pool.ts'
import { openEmbeddedStore, type EmbeddedStore } from '../../src/store/oxigraph/store.ts'

/** Processes that a process, or this one, has started as engines. */
export function enginesOf(parent = process.pid): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === parent && args.includes('engine-process') ? [Number(pid)] : []
  })
}

/** A filter that the index does not answer: somebody and an affiliation of one contribution. */
export const filterByEngine = (family: string): string =>
  `contributions.by.family_name:${family},contributions.declared_affiliations.name:OurResearch`

export const isRunning = (pid: number): boolean =>
  !/^$|^Z/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())

/** A file with so many triples, one for each subject. */
export function writeQuads(count: number): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-quads-'))
  const file = join(folder, 'graph.nq')
  writeFileSync(file, Array.from({ length: count }, (_, i) => `<a:${i}> <a:p> "${i}" <a:g> .\n`).join(''))
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}

/** A store over files. @param hasRoom whether there is memory for another engine; without it there is none */
export function openStore(files: readonly string[], hasRoom = (): boolean => false): EmbeddedStore {
  const store = openEmbeddedStore(new EnginePool(() => (hasRoom() ? Infinity : 0)))
  store.load({ files, verified: Promise.resolve() })
  return store
}
