/** What is asked of the store for a request ends when its client leaves. */

import type { Context } from 'koa'
import { setMaxListeners } from 'node:events'
import { Problem } from '../errors.ts'
import type { Serve, Served } from './served.ts'

/** Aborted when the client leaves before it has its answer. */
export function leaving(ctx: Context): AbortSignal {
  const left = new AbortController()
  // One for each question that is under way: a large record takes as many as it has predicates.
  setMaxListeners(0, left.signal)
  if (ctx.res.destroyed) left.abort()
  ctx.res.once('close', () => {
    if (!ctx.res.writableEnded) left.abort()
  })
  return left.signal
}

/** What a response whose client has left ends with: nobody sees it, and it is not logged. */
export const clientLeft = (): Problem => new Problem('busy', 'The client has left.')

/** What is served, as the client of a request asks for it. */
export function servedTo(ctx: Context, serve: Serve): Served {
  const served = serve()
  const { askedBy } = served.graph
  return askedBy ? { ...served, ask: askedBy(leaving(ctx)) } : served
}
