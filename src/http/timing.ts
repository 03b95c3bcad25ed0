/** How long a request took in the server, in the header Server-Timing. */

import type { Middleware } from 'koa'

export const timing = (): Middleware => async function timing(ctx, next) {
  const start = performance.now()
  await next()
  ctx.set('Server-Timing', `total;dur=${(performance.now() - start).toFixed(3)}`)
}
