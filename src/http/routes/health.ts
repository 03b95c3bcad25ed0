/** The health check: ok, busy, or 503 where the graph does not answer, or is damaged. */

import type { RouterMiddleware } from '@koa/router'
import { setTimeout as wait } from 'node:timers/promises'
import { software } from '../../about.ts'
import { retryLater } from '../../retry-later.ts'
import { offersOf } from '../../media.ts'
import type { Graph } from '../../store/graph.ts'
import { forbidCaching, send } from '../representation/response.ts'
import type { GetContext } from '../graph-context.ts'

/** Milliseconds after which a graph that has not answered counts as gone. */
const HEALTH_TIMEOUT_MS = 2000

/** A store that is silent may be down. */
const stateOf = (graph: Pick<Graph, 'state'>, timeoutMs: number): ReturnType<Graph['state']> =>
  Promise.race([graph.state(), wait(timeoutMs, 'gone' as const, { ref: false })])

/** Answers with 200 and a few facts, or with 503. */
export const health = (getContext: GetContext, timeoutMs = HEALTH_TIMEOUT_MS): RouterMiddleware =>
  async function health(ctx) {
    const { graph } = getContext()
    forbidCaching(ctx)
    const status = await stateOf(graph, timeoutMs)
    if (status === 'gone') throw retryLater('The graph does not answer.', undefined, 'not-available')
    const [json] = offersOf('facts')
    send(
      ctx,
      json!,
      // Another server may have it whole.
      status === 'damaged' ? 503 : 200,
      JSON.stringify({ status, version: software.version, loaded: graph.loaded.toISOString() }),
    )
  }
