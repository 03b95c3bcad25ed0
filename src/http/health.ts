/** Whether the server is of use: while the graph answers, or would if it had less to do. */

import type { RouterMiddleware } from '@koa/router'
import { setTimeout as wait } from 'node:timers/promises'
import { software } from '../about.ts'
import { Problem } from '../errors.ts'
import { offersOf } from '../media.ts'
import type { Graph } from '../store/graph.ts'
import { send } from './answer.ts'
import type { Serve } from './served.ts'

/** Milliseconds after which a graph that has not answered counts as busy, or as silent. */
const PATIENCE_MS = 2000

type Pinged = Pick<Graph, 'answers' | 'died'>

/** Pings of embedded stores that have no answer yet: however often /health is asked, one waits there. */
const pings = new WeakMap<Pinged, Promise<boolean>>()

function pingOnce(graph: Pinged): Promise<boolean> {
  const answer = pings.get(graph) ?? graph.answers().finally(() => pings.delete(graph))
  pings.set(graph, answer)
  return answer
}

type State = 'ok' | 'busy' | 'gone'

/**
 * The ping stands in the queue of the store. An embedded store that ends says so: one that is silent has much
 * to do. A SPARQL server that is silent may have ended.
 */
function stateOf(graph: Pinged, patienceMs: number): Promise<State> {
  const answers = graph.died ? pingOnce(graph) : graph.answers()
  const silent: State = graph.died ? 'busy' : 'gone'
  return Promise.race([
    answers.then((answered): State => (answered ? 'ok' : 'gone')),
    wait(patienceMs, silent, { ref: false }),
  ])
}

/** Answers with 200 and a few facts, or with 503. */
export const health = (serve: Serve, patienceMs = PATIENCE_MS): RouterMiddleware =>
  async function health(ctx) {
    const { graph } = serve()
    ctx.set('Cache-Control', 'no-store')
    const status = await stateOf(graph, patienceMs)
    if (status === 'gone')
      throw new Problem('not-available', 'The graph does not answer.', { headers: { 'Retry-After': '5' } })
    const [json] = offersOf('facts')
    send(
      ctx,
      json!,
      200,
      JSON.stringify({ status, version: software.version, loaded: graph.loaded.toISOString() }),
    )
  }
