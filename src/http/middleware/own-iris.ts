/** IRIs of records that are requests, because the base of the graph lies under the URL of the server. */

import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { Middleware } from 'koa'
import type { GetContext } from '../graph-context.ts'

/**
 * Requests below the base for which there is no route are dereferenced.
 * @param dereference route with the part of the IRI that follows the base as capture
 */
export const redirectOwnIris = (
  getContext: GetContext,
  root: string,
  dereference: RouterMiddleware,
): Middleware =>
  async function redirectOwnIris(ctx, next) {
    const { base } = getContext()
    const prefix = base.startsWith(`${root}/`) ? base.slice(root.length) : undefined
    const { matched } = ctx as { matched?: readonly unknown[] }
    const isOwnIri =
      prefix !== undefined &&
      !matched?.length &&
      ['GET', 'HEAD'].includes(ctx.method) &&
      ctx.path.startsWith(prefix) &&
      ctx.path.length > prefix.length
    if (!isOwnIri) return next()
    ctx.captures = [ctx.path.slice(prefix.length)]
    await dereference(ctx as RouterContext, next)
  }
