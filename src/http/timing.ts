/** Where the time of a request goes, in the header Server-Timing. */

import type { Context, Middleware } from 'koa'

type Spans = Map<string, number>

/** Collects the spans of a request and sends them with its answer. */
export const timing = (): Middleware => async function timing(ctx, next) {
  const start = performance.now()
  const spans: Spans = new Map()
  ctx.state['spans'] = spans
  await next()
  spans.set('total', performance.now() - start)
  ctx.set('Server-Timing', [...spans].map(([name, ms]) => `${name};dur=${ms.toFixed(3)}`).join(', '))
}

/** Runs a step of a request; its milliseconds count where they are asked for. */
export async function timed<T>(ctx: Context, name: string, step: () => T | Promise<T>): Promise<T> {
  const spans = ctx.state['spans'] as Spans | undefined
  if (!spans) return step()
  const start = performance.now()
  try {
    return await step()
  } finally {
    spans.set(name, (spans.get(name) ?? 0) + performance.now() - start)
  }
}
