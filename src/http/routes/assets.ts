/** The files of pages. */

import type { RouterMiddleware } from '@koa/router'
import { assetNamed, icoAsset } from '../../pages/shared/assets.ts'
import { Problem } from '../../errors.ts'
import { markCacheable } from '../representation/response.ts'

/** Route with the file name as capture. A name belongs to one content for ever. */
export const asset = (): RouterMiddleware =>
  async function asset(ctx) {
    const file = assetNamed(ctx.captures?.[0] ?? '')
    if (!file) throw new Problem('not-found', 'There is no file of that name.')
    ctx.set({
      'Content-Type': file.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    })
    markCacheable(ctx)
    ctx.body = file.body
  }

/** The icon at the path at which browsers look for it where no page names another. */
export const favicon = (): RouterMiddleware =>
  async function favicon(ctx) {
    ctx.set({
      'Content-Type': 'image/x-icon',
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    })
    markCacheable(ctx)
    ctx.body = icoAsset()
  }
