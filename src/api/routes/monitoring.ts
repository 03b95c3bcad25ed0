/** `/health` and `/metrics`. */

import { setTimeout as wait } from 'node:timers/promises'
import { software } from '../../config/about.ts'
import { retryLater } from '../../admission/retry-later.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import { answerAs, type Answer } from '../representation/answer.ts'
import type { RouteServices } from '../request/route.ts'
import type { RouteRequest } from '../request/route-request.ts'

/** Milliseconds after which a graph that has not answered counts as gone. */
const HEALTH_TIMEOUT_MS = 2000

/** A store that is silent may be down. */
const stateOf = (graph: Pick<Graph, 'state'>): ReturnType<Graph['state']> =>
  Promise.race([graph.state(), wait(HEALTH_TIMEOUT_MS, 'gone' as const, { ref: false })])

/** Answers with 200 and a few facts, or with 503. */
export async function health(
  { context: { graph } }: RouteRequest,
  { lateSince }: Pick<RouteServices, 'lateSince'>,
): Promise<Answer> {
  const late = lateSince(graph)
  const status = await stateOf(graph)
  if (status === 'gone') throw retryLater('The graph does not answer.', undefined, 'not-available')
  return answerAs(
    'facts',
    JSON.stringify({
      status,
      ...(status === 'different' && { reason: graph.difference?.() }),
      ...(late !== undefined && { late_since: new Date(late * 1000).toISOString() }),
      version: software.version,
      loaded: graph.loaded.toISOString(),
    }),
    // Another server may have it whole.
    { status: status === 'damaged' ? 503 : 200, uncacheable: 'no-store' },
  )
}

/** Figures for monitoring. */
export async function metrics(_request: RouteRequest, services: RouteServices): Promise<Answer> {
  const registry = await services.metrics?.registry()
  return answerAs('metrics', (await registry?.print()) ?? '', { uncacheable: 'no-store' })
}
