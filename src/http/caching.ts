/** What caches need: validators, freshness, and 304 once the form of the answer is known (RFC 9110 section 13, RFC 9111). */

import fresh from 'fresh'
import type { Context, Middleware } from 'koa'
import { createHash } from 'node:crypto'
import type { Settings } from '../settings.ts'
import { isCompressed } from './compression.ts'
import type { Serve } from './served.ts'

/** Bytes of the digest: two contents of one URL never share 15 of them by chance. */
const DIGEST = 15

const digestOf = (type: string, body: string | Buffer): string =>
  `"${createHash('sha256').update(type).update('\n').update(body).digest('base64url').slice(0, Math.ceil(DIGEST * 4 / 3))}"`

/** Tags of bodies that are kept as bytes. Equal bytes in two forms are two objects, so the type need not be a key. */
const known = new WeakMap<Buffer, string>()

/** The strong tag of an answer; undefined for a stream, whose content is not known before it is sent. */
function tagOf(type: string, body: unknown): string | undefined {
  if (typeof body === 'string') return digestOf(type, body)
  if (!Buffer.isBuffer(body)) return undefined
  let tag = known.get(body)
  if (tag === undefined) known.set(body, tag = digestOf(type, body))
  return tag
}

const isReading = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD'

/** Whether the client has this very representation already. */
function isHeld({ req: { headers }, response }: Context): boolean {
  if (headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined) return false
  return fresh(headers, { etag: response.get('ETag'), 'last-modified': response.get('Last-Modified') })
}

/** Adds the validators; an answer that will be compressed has a weak tag. */
function validate(ctx: Context, lastModified: string): void {
  const { response, res } = ctx
  const tag = tagOf(response.get('Content-Type'), ctx.body)
  if (tag !== undefined) res.setHeader('ETag', isCompressed(ctx) ? `W/${tag}` : tag)
  res.setHeader('Last-Modified', lastModified)
  if (!isHeld(ctx)) return
  ctx.status = 304
  ctx.remove('Link')
}

/**
 * Sees answers in their negotiated form and before they are compressed. Answers that say themselves how long they may
 * be kept are left alone, as are answers that are no success.
 */
export const caching = (serve: Serve, { maxAge }: Pick<Settings, 'maxAge'>): Middleware => {
  const freshness = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`
  return async function caching(ctx, next) {
    // The graph may be swapped while the answer is made; the older date is the safe one.
    const { lastModified } = serve()
    await next()
    const { res } = ctx
    if (!isReading(ctx) || (res.statusCode !== 200 && res.statusCode !== 303) || res.hasHeader('Cache-Control')) return
    res.setHeader('Cache-Control', freshness)
    if (res.statusCode === 200) validate(ctx, lastModified)
  }
}
