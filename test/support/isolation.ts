/** How long requests by id take while the SPARQL endpoint is at its worst. */

import http from 'node:http'
import { ENDLESS, loaded, type SparqlServer } from './endpoint.ts'

const REQUESTS = 2000

export interface Isolation {
  /** Milliseconds within which 99 of 100 requests by id were answered. */
  readonly alone: number
  readonly beside: number
  /** Milliseconds until the query after one that was ended is answered. */
  readonly next: number
  /** Status of the endless query. */
  readonly status: number
}

async function measure(api: string, paths: readonly string[], go: () => boolean): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let i = 0; i < REQUESTS && go(); i++) {
    const start = performance.now()
    await new Promise<void>((resolve, reject) => {
      http
        .get(`${api}/${paths[i % paths.length]}`, { agent }, (response) =>
          response.resume().on('end', resolve),
        )
        .on('error', reject)
    })
    times.push(performance.now() - start)
  }
  agent.destroy()
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] as number
}

/**
 * Asks for records with nothing kept, alone and beside a query without end, which is ended at its deadline.
 */
export async function isolate(server: SparqlServer): Promise<Isolation> {
  const [type] = server.graph.model.types
  const paths = server.graph.list(type!, 0, REQUESTS).map((iri) => `${type!.path}/${encodeURIComponent(iri)}`)
  await loaded(server.graph, 2)
  await measure(server.api, paths, () => true)
  const alone = await measure(server.api, paths, () => true)
  const pending = server.ask(ENDLESS)
  const beside = await measure(server.api, paths, () => true)
  const { status } = await pending
  const start = performance.now()
  await (await server.ask('SELECT (1 AS ?x) {}')).text()
  return { alone, beside, next: performance.now() - start, status }
}
