/** Whether the server is of use: true only when the graph answers. */

import type { RouterMiddleware } from '@koa/router'
import { setTimeout as wait } from 'node:timers/promises'
import { software } from '../about.ts'
import { Problem } from '../errors.ts'
import { send } from './answer.ts'
import { offersOf } from '../media.ts'
import type { Serve } from './served.ts'

/** Milliseconds after which a graph that says nothing counts as silent. */
const PATIENCE = 2000

/** Answers with 200 and a few facts, or with 503. */
export const health = (serve: Serve, patience = PATIENCE): RouterMiddleware =>
  async function health(ctx) {
    const { graph } = serve()
    ctx.set('Cache-Control', 'no-store')
    const answers = await Promise.race([graph.answers(), wait(patience, false, { ref: false })])
    if (!answers)
      throw new Problem('not-available', 'The graph does not answer.', { headers: { 'Retry-After': '5' } })
    const [json] = offersOf('facts')
    send(
      ctx,
      json!,
      200,
      JSON.stringify({ status: 'ok', version: software.version, loaded: graph.loaded.toISOString() }),
    )
  }
