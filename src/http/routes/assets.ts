/** The files of pages. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { assetNamed, icoAsset, type Asset } from '../../pages/shared/assets.ts'
import { Problem } from '../../errors.ts'
import { sendFile, type ByteRange } from '../representation/file-response.ts'
import type { GetContext } from '../graph-context.ts'

function sendAsset(
  ctx: Context,
  getContext: GetContext,
  { name, type, body }: Asset,
  cacheControl: string,
): void {
  ctx.set({ 'Content-Type': type, 'Cache-Control': cacheControl })
  const read = (range?: ByteRange): Buffer => (range ? body.subarray(range.start, range.end + 1) : body)
  sendFile(ctx, { size: body.length, etag: `"${name}"`, read }, getContext().lastModified)
}

/** Route with the file name as capture. A name belongs to one content for ever. */
export const asset = (getContext: GetContext): RouterMiddleware =>
  async function asset(ctx) {
    const file = assetNamed(ctx.captures?.[0] ?? '')
    if (!file) throw new Problem('not-found', 'There is no file of that name.')
    sendAsset(ctx, getContext, file, 'public, max-age=31536000, immutable')
  }

/** The icon at the path at which browsers look for it where no page names another. */
export const favicon = (getContext: GetContext): RouterMiddleware =>
  async function favicon(ctx) {
    sendAsset(ctx, getContext, icoAsset(), 'public, max-age=86400')
  }
