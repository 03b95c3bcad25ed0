/** What is asked of the store for a request ends when its client leaves. */

import type { Context } from 'koa'
import { setMaxListeners } from 'node:events'
import { Problem } from '../../errors.ts'
import type { GetContext, GraphContext } from '../graph-context.ts'

/** Aborted when the client leaves before it has its answer. */
export function disconnectSignal(ctx: Context): AbortSignal {
  const controller = new AbortController()
  // One for each question that is under way: a large record takes as many as it has predicates.
  setMaxListeners(0, controller.signal)
  if (ctx.res.destroyed) controller.abort()
  ctx.res.once('close', () => {
    if (!ctx.res.writableEnded) controller.abort()
  })
  return controller.signal
}

/** What a response whose client has left ends with: nobody sees it, and it is not logged. */
export const clientClosedError = (): Problem => new Problem('busy', 'The client has left.')

/** What is served, as the client of a request asks for it. */
export function contextFor(ctx: Context, getContext: GetContext): GraphContext {
  const context = getContext()
  const { askedBy } = context.graph
  return askedBy ? { ...context, queries: askedBy(disconnectSignal(ctx)) } : context
}
