/** The files of pages. */

import type { RouterMiddleware } from '@koa/router'
import { assetNamed } from '../../pages/shared/assets.ts'
import { Problem } from '../../errors.ts'
import { markCacheable } from '../representation/response.ts'

/** Route with the file name as capture. A name belongs to one content for ever. */
export const asset = (): RouterMiddleware =>
  async function asset(ctx) {
    const found = assetNamed(ctx.captures?.[0] ?? '')
    if (!found) throw new Problem('not-found', 'There is no file of that name.')
    ctx.set({
      'Content-Type': found.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    })
    markCacheable(ctx)
    ctx.body = found.body
  }
