/** What is asked of the store for a request ends when its client leaves. */

import type { Context, Middleware } from 'koa'
import { askedBy } from '../store/asker.ts'

/** Aborted when the client leaves before it has its answer. */
export function leaving(ctx: Context): AbortSignal {
  const left = new AbortController()
  if (ctx.res.destroyed) left.abort()
  ctx.res.once('close', () => { if (!ctx.res.writableEnded) left.abort() })
  return left.signal
}

export const asking = (): Middleware => async function asking(ctx, next) {
  await askedBy(leaving(ctx), next)
}
