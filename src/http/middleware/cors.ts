/** Cross-origin requests: everything may be read from everywhere, and nothing is sent with credentials. */

import type { Middleware } from 'koa'

const DAY = '86400'

/**
 * Own lines and not @koa/cors: that one answers a preflight without Allow, and varies by Origin though `*`
 * does not.
 */
export const cors = (): Middleware =>
  async function cors(ctx, next) {
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' })
    await next()
    if (ctx.method !== 'OPTIONS' || !ctx.get('Access-Control-Request-Method')) return
    ctx.set({
      'Access-Control-Allow-Methods': ctx.response.get('Allow'),
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': DAY,
    })
  }
