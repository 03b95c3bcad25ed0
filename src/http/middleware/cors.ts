/** Cross-origin requests: everything may be read from everywhere, and nothing is sent with credentials. */

import type { Context, Middleware, Next } from 'koa'

const DAY = '86400'

/**
 * Own lines and not @koa/cors: that one answers a preflight without Allow, and varies by Origin though `*`
 * does not.
 */
export const cors = (): Middleware =>
  function cors(ctx, next) {
    ctx.res.setHeader('Access-Control-Allow-Origin', '*')
    ctx.res.setHeader('Access-Control-Expose-Headers', '*')
    return ctx.method === 'OPTIONS' ? preflight(ctx, next) : next()
  }

async function preflight(ctx: Context, next: Next): Promise<void> {
  await next()
  if (!ctx.get('Access-Control-Request-Method')) return
  ctx.set({
    'Access-Control-Allow-Methods': ctx.response.get('Allow'),
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': DAY,
  })
}
