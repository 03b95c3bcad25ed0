/** Answers requests that no route took: 404 for an unknown path, 405 for a method, Allow for OPTIONS. */

import type { Middleware } from 'koa'
import { Problem } from '../../errors.ts'

const SERVER_METHODS = ['GET', 'HEAD', 'OPTIONS']

interface Matched {
  readonly methods: readonly string[]
}

/** Comes after the routes. OPTIONS is answered with Allow; `*` means the server as a whole. */
export const allowedMethods = (): Middleware =>
  async function allowedMethods(ctx) {
    const matched = ctx.matched as readonly Matched[] | undefined
    const whole = ctx.url === '*' && ctx.method === 'OPTIONS'
    if (!whole && !matched?.length)
      throw new Problem('not-found', 'There is no page at this path. The home page (/) lists what there is.')
    const known = new Set(
      whole ? SERVER_METHODS : [...(matched ?? []).flatMap((route) => route.methods), 'OPTIONS'],
    )
    const allow = [...known].sort().join(', ')
    if (ctx.method !== 'OPTIONS')
      throw new Problem('method-not-allowed', `The methods here are ${allow}.`, { headers: { Allow: allow } })
    ctx.set('Allow', allow)
    ctx.status = 204
  }
