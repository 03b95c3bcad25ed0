/** Cancels the queries of a request when its client disconnects. */

import type { Context } from 'koa'
import { setMaxListeners } from 'node:events'
import type { GetContext, GraphContext } from '../graph-context.ts'

/** Aborted when the client disconnects before the response is complete. */
export function disconnectSignal(ctx: Context): AbortSignal {
  const controller = new AbortController()
  if (ctx.res.destroyed) controller.abort()
  ctx.res.once('close', () => {
    if (!ctx.res.writableEnded) controller.abort()
  })
  return controller.signal
}

/** The graph context, with queries that end when the client of the request disconnects. */
export function contextFor(ctx: Context, getContext: GetContext): GraphContext {
  const context = getContext()
  const { forClient } = context.graph
  if (!forClient) return context
  const signal = disconnectSignal(ctx)
  // One listener per running query: a large record needs as many as it has predicates.
  setMaxListeners(0, signal)
  return { ...context, queries: forClient(signal) }
}
