/** Validators, Cache-Control, and 304 once the representation is known (RFC 9110 section 13, RFC 9111). */

import fresh from 'fresh'
import type { Context, Middleware } from 'koa'
import { createHash } from 'node:crypto'
import type { Settings } from '../../settings.ts'
import { isCompressed } from './compression.ts'
import type { GetContext } from '../graph-context.ts'

/** Bytes of the digest: enough that two versions of one URL never share it by chance. */
const DIGEST_BYTES = 15

const digestOf = (type: string, body: string | Buffer): string =>
  `"${createHash('sha256')
    .update(type)
    .update('\n')
    .update(body)
    .digest('base64url')
    .slice(0, Math.ceil((DIGEST_BYTES * 4) / 3))}"`

/** ETags of cached bodies, with the media type of the last response. */
const tags = new WeakMap<Buffer, { readonly type: string; readonly tag: string }>()

/** The strong ETag of a body; undefined for a stream. */
function tagOf(type: string, body: unknown): string | undefined {
  if (typeof body === 'string') return digestOf(type, body)
  if (!Buffer.isBuffer(body)) return undefined
  const tagged = tags.get(body)
  if (tagged?.type === type) return tagged.tag
  const tag = digestOf(type, body)
  tags.set(body, { type, tag })
  return tag
}

const isReading = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD'

/** Adds the validators; a response that will be compressed has a weak ETag. */
function validate(ctx: Context, lastModified: string): void {
  const { response, res } = ctx
  const tag = tagOf(response.get('Content-Type'), ctx.body)
  if (tag !== undefined) res.setHeader('ETag', isCompressed(ctx) ? `W/${tag}` : tag)
  res.setHeader('Last-Modified', lastModified)
  if (!fresh(ctx.req.headers, { etag: response.get('ETag'), 'last-modified': lastModified })) return
  ctx.status = 304
  ctx.remove('Link')
}

/**
 * Runs after negotiation and before compression. A Cache-Control that the handler set stays; only 200 and
 * 303 get one.
 */
export const cacheHeaders = (getContext: GetContext, { maxAge }: Pick<Settings, 'maxAge'>): Middleware => {
  const freshness = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`
  return async function cacheHeaders(ctx, next) {
    // The graph may be replaced meanwhile; the older date is the safe one.
    const { lastModified } = getContext()
    await next()
    const { res } = ctx
    if (!isReading(ctx) || (res.statusCode !== 200 && res.statusCode !== 303)) return
    const cacheControl = res.getHeader('Cache-Control')
    if (cacheControl === 'no-store') return
    if (cacheControl === undefined) res.setHeader('Cache-Control', freshness)
    if (res.statusCode === 200) validate(ctx, lastModified)
  }
}
