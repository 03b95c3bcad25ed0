/** One graph in several stores: what the embedded one answers, every other must. */

import { join } from 'node:path'
import { ENTITY } from '../../src/filter/query/compile.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { openGraphOver } from '../../src/load/open/open.ts'
import type { Model } from '../../src/model/model.ts'
import { sortCodePoints } from '../../src/model/values/sorting.ts'
import type { ClientOptions } from '../../src/store/client/open-client.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { openRemoteStore, type RemoteStore } from '../../src/store/remote/remote-store.ts'
import { serverStore } from '../../src/store/remote/server-store.ts'
import { openGraph, preparedGraph } from './graphs.ts'
import { model as core } from './model.ts'
import { startSparql } from './endpoint.ts'
import { foreignEngines } from './foreign-engines.ts'
import type { Engine } from './virtuoso.ts'

export interface Prepared {
  /** Directory of the prepared graph, which no test may change. */
  readonly path: string
  /** Its N-Quads, and what it says of itself. */
  readonly files: readonly [quads: string, description: string]
  readonly base: string
  /** Content hash. */
  readonly hash: string
}

export async function prepare(
  paths: readonly string[],
  base?: string,
  model: Model = core,
): Promise<Prepared> {
  const path = await preparedGraph(paths, { model, base })
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
  }
}

/** A skeg that holds a prepared graph: another way to Oxigraph, over HTTP and with limits. */
export const startSkeg = ({ files: [quads], base }: Prepared): Promise<Engine> =>
  startSparql({ path: quads, base, settings: { sparqlTimeout: 5 } })

export const openServer = (url: string, options: Partial<ClientOptions> = {}): Promise<RemoteStore> =>
  openRemoteStore({ url, timeout: 30, connections: 8, ...options })

export interface Beside {
  readonly graph: Graph
  readonly server: RemoteStore
  close(): Promise<void>
}

interface BesideOptions {
  readonly model?: Model
  readonly filters?: Graph['filters']
}

/** A prepared graph beside a server that holds it, as `serve GRAPH --store URL` opens it. */
export async function openBeside(
  { path }: Prepared,
  url: string,
  { model = core, filters, ...options }: Partial<ClientOptions> & BesideOptions = {},
): Promise<Beside> {
  const server = await openServer(url, options)
  const store = serverStore(server, () => undefined)
  const { graph } = await openGraphOver(store, [path], { model, ...(filters && { filters }) })
  return { server, graph, close: graph.close }
}

/** The graph whose filters are all answered by the SPARQL of a server, and none by its index. */
export const bySparql = (graph: Graph, server: RemoteStore): Graph => ({
  ...graph,
  async search(type, conditions) {
    const { ids } = graph.compile(type, conditions)
    const iris = await server.iris({ variable: ENTITY, select: ids })
    return sortCodePoints(iris.filter((iri) => graph.typesOf(iri).includes(type)))
  },
})

export const openEmbedded = ({ path }: Prepared): ReturnType<typeof openGraph> =>
  openGraph([path], { model: core })

/** The graph of PATHs, over the embedded store or, where SKEG_TEST_ENGINE names a server, beside one of its own. */
export async function openThrough(paths: readonly string[], base?: string): Promise<Graph> {
  const foreign = foreignEngines.find(({ name }) => name === process.env.SKEG_TEST_ENGINE)
  if (!foreign) return (await openGraph(paths, { model: core, base })).graph
  const prepared = await prepare(paths, base)
  const engine = await foreign.start(prepared.files)
  const { graph } = await openBeside(prepared, engine.url)
  return {
    ...graph,
    async close() {
      await graph.close()
      await engine.close()
    },
  }
}
