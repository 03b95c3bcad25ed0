/** Whether the server is of use: while the graph answers, or would if it had less to do. */

import type { RouterMiddleware } from '@koa/router'
import { setTimeout as wait } from 'node:timers/promises'
import { software } from '../about.ts'
import { Problem } from '../errors.ts'
import { offersOf } from '../media.ts'
import type { Graph } from '../store/graph.ts'
import { send } from './answer.ts'
import type { Serve } from './served.ts'

/** Milliseconds after which a graph that has not answered counts as busy, or as gone. */
const PATIENCE_MS = 2000

/** An embedded store says when it has ended, so silence means work; a SPARQL server that is silent may be down. */
const stateOf = (graph: Pick<Graph, 'state' | 'died'>, patienceMs: number): ReturnType<Graph['state']> =>
  Promise.race([
    graph.state(),
    wait(patienceMs, graph.died ? ('busy' as const) : ('gone' as const), { ref: false }),
  ])

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
