/** Styles, scripts, icon and logo of pages, as files that may be kept for ever. */

import { assetNamed, icoAsset, type Asset } from './shared/assets.ts'
import { brandOf } from './shared/brand.ts'
import { Problem } from '../../config/errors.ts'
import type { Answer } from '../../api/representation/answer.ts'
import { fileAnswer, type ByteRange } from '../../api/representation/file-response.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'

function assetAnswer(request: RouteRequest, { name, type, body }: Asset, cacheControl: string): Answer {
  const read = (range?: ByteRange): Buffer => (range ? body.subarray(range.start, range.end + 1) : body)
  return fileAnswer(request, { size: body.length, etag: `"${name}"`, read }, request.context.lastModified, {
    'Content-Type': type,
    'Cache-Control': cacheControl,
  })
}

/** A file by its name, which belongs to one content for ever. */
export function asset(request: RouteRequest): Answer {
  const name = request.path['file'] ?? ''
  const own = Object.values(brandOf(request.context.about)).find((one: Asset) => one.name === name)
  const file = own ?? assetNamed(name)
  if (!file) throw new Problem('not-found', 'There is no file of that name.')
  return assetAnswer(request, file, 'public, max-age=31536000, immutable')
}

/** The icon at the path at which browsers look for it where no page names another. */
export const favicon = (request: RouteRequest): Answer =>
  assetAnswer(request, icoAsset(), 'public, max-age=86400')
