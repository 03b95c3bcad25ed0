/**
 * The demo graph and the small graph, each opened once and behind one server, with settings as users have them, for
 * all files of a process that only read. A file asks for them where it is loaded; they stay until the process ends.
 */

import type { Graph } from '../../src/search-index/query/graph.ts'
import { DEMO } from './endpoint.ts'
import { beforeLeaksAreCounted } from './leaks.mjs'
import { openGraphOf, openSmallGraph, startServer, type TestServer } from './server.ts'

interface Shared {
  readonly graph: Graph
  readonly server: TestServer
}

function share(open: () => Promise<Graph>): () => Promise<Shared> {
  let shared: Promise<Shared> | undefined
  async function start(): Promise<Shared> {
    const graph = await open()
    const server = await startServer(graph)
    beforeLeaksAreCounted.push(server.closeIdleConnections)
    return { graph, server }
  }
  return () => (shared ??= start())
}

export const demoServer = share(() => openGraphOf([DEMO]))
export const smallServer = share(openSmallGraph)
