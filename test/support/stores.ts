/** One graph in several stores: what the embedded one answers, every other must. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readManifest } from '../../src/load/write/manifest.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import type { Graph } from '../../src/store/graph.ts'
import { openRemoteGraph, type RemoteGraph, type RemoteOptions } from '../../src/store/remote/open.ts'
import { openGraph } from './graphs.ts'
import { model } from './model.ts'
import { startSparql } from './endpoint.ts'
import { startVirtuoso, type Engine } from './virtuoso.ts'

export interface Prepared {
  /** Directory of the prepared graph. */
  readonly path: string
  /** Its N-Quads, and what it says of itself. */
  readonly files: readonly [quads: string, description: string]
  readonly base: string
  /** Content hash. */
  readonly hash: string
  remove(): void
}

export async function prepare(paths: readonly string[], base?: string): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-stores-'))
  const path = join(folder, 'graph')
  await prepareGraph(paths, { model, out: path, ...(base === undefined ? {} : { base }) })
  const {
    files: { quads, dataset },
    base: own,
    hash,
  } = readManifest(path)
  return {
    path,
    files: [join(path, quads.file), join(path, dataset!.file)],
    base: own,
    hash,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** An engine that holds a prepared graph. */
export type Start = (prepared: Prepared) => Promise<Engine>

/** Engines by name. The second is a skeg of its own: another way to Oxigraph, over HTTP and with limits. */
export const engines: Readonly<Record<string, Start>> = {
  async Virtuoso({ files }) {
    const engine = await startVirtuoso()
    engine.load(files)
    return engine
  },
  skeg: ({ files: [quads], base }) => startSparql({ path: quads, base, settings: { sparqlTimeout: 30 } }),
}

export const openRemote = (url: string, options: Partial<RemoteOptions> = {}): Promise<RemoteGraph> =>
  openRemoteGraph({ model, url, timeout: 30, connections: 8, ...options })

export const openEmbedded = ({ path }: Prepared): ReturnType<typeof openGraph> => openGraph([path], { model })

/** The graph of PATHs, in the embedded store or, where the environment says so, in an engine of its own. */
export async function openThrough(paths: readonly string[], base?: string): Promise<Graph> {
  const start = engines[process.env.SKEG_TEST_ENGINE ?? '']
  if (!start) return (await openGraph(paths, { model, base })).graph
  const prepared = await prepare(paths, base)
  const engine = await start(prepared)
  const { graph } = await openRemote(engine.url, { base: prepared.base })
  return {
    ...graph,
    async close() {
      await graph.close()
      await engine.close()
      prepared.remove()
    },
  }
}
