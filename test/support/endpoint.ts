/** Graphs with a SPARQL endpoint, and requests to it. */

import { fileURLToPath } from 'node:url'
import type { About } from '../../src/config/about.ts'
import type { Model } from '../../src/model/model.ts'
import { withDefaults, type Settings } from '../../src/config/settings.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { limitsOf, type Limits } from '../../src/store/endpoint/endpoint.ts'
import { closing, type Closing } from './closing.ts'
import { openGraph } from './graphs.ts'
import { model as coreModel } from './model.ts'
import { startServer, type TestServer } from './server.ts'
import { until } from './until.ts'

export const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

export interface SparqlServer extends TestServer {
  readonly graph: Graph
  readonly url: string
  /** Asks by POST of the query. @param client its address; absent: one that has not asked before */
  ask(query: string, accept?: string, signal?: AbortSignal, client?: string): Promise<Response>
  /** Asks for JSON: the rows as text by variable. */
  select(query: string): Promise<Record<string, string>[]>
}

interface Options {
  readonly settings?: Partial<Settings>
  /** In the place of those that are no settings. */
  readonly limits?: Partial<Limits>
  readonly path?: string
  readonly base?: string
  readonly model?: Model
  readonly about?: About
}

type Bindings = { readonly results: { readonly bindings: Record<string, { value: string }>[] } }

/** A server whose endpoint has both of its engines loaded, and nothing to do. */
export async function startSparql({
  settings = {},
  limits = {},
  path = DEMO,
  base,
  model = coreModel,
  about,
}: Options = {}): Promise<Closing<SparqlServer>> {
  const { graph: opened, store } = await openGraph([path], { model, base })
  const endpoint = store.openEndpoint({ ...limitsOf(withDefaults(settings)), ...limits })
  const graph = { ...opened, endpoint }
  const server = await startServer(graph, { about, settings: { trustProxy: true, ...settings } })
  const url = `${server.root}/sparql`
  let clients = 0
  const ask: SparqlServer['ask'] = (query, accept = '*/*', signal, client = `client-${clients++}`) =>
    fetch(url, {
      method: 'POST',
      headers: { Accept: accept, 'Content-Type': 'application/sparql-query', 'X-Forwarded-For': client },
      body: query,
      signal,
    })
  await loaded(graph, 2)
  return closing({
    ...server,
    graph,
    url,
    ask,
    async select(query: string) {
      const { results } = (await (await ask(query)).json()) as Bindings
      return results.bindings.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])),
      )
    },
    async close() {
      await server.close()
      await graph.close()
    },
  })
}

/** Has so many engines loaded. */
export async function loaded({ endpoint }: Graph, engines: number): Promise<void> {
  await endpoint?.loadEngines(engines)
  await until(() => (endpoint?.state().loaded ?? 0) >= engines)
}

/** A query that ends in no time that anybody has. */
export const ENDLESS = 'SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }'
