/** Validators and Cache-Control (RFC 9110 section 8.8, RFC 9111). */

import type { Context, Middleware } from 'koa'
import { createHash } from 'node:crypto'
import type { Settings } from '../../settings.ts'
import { encodingOf } from './compression.ts'
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

/** The strong ETag of a body; undefined for a stream. */
const tagOf = (type: string, body: unknown): string | undefined =>
  typeof body === 'string' || Buffer.isBuffer(body) ? digestOf(type, body) : undefined

/** Statuses of answers that caches may keep. */
const WITH_FRESHNESS: ReadonlySet<number> = new Set([200, 206, 303])

const isReading = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD'

/** Adds the validators; a response that will be compressed has a weak ETag. */
function validate(ctx: Context, lastModified: string): void {
  const { response, res } = ctx
  const tag = res.getHeader('ETag')?.toString() ?? tagOf(response.get('Content-Type'), ctx.body)
  const isWeak = tag?.startsWith('W/') || encodingOf(ctx) === undefined
  if (tag !== undefined) res.setHeader('ETag', isWeak ? tag : `W/${tag}`)
  // That of a record may be older.
  if (!res.hasHeader('Last-Modified')) res.setHeader('Last-Modified', lastModified)
}

/**
 * Runs after negotiation and before compression. A Cache-Control that the handler set stays, and an ETag.
 */
export const cacheHeaders = (getContext: GetContext, { maxAge }: Pick<Settings, 'maxAge'>): Middleware => {
  const freshness = maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`
  return async function cacheHeaders(ctx, next) {
    // The graph may be replaced meanwhile; the older date is the safe one.
    const { lastModified } = getContext()
    await next()
    const { res } = ctx
    if (!isReading(ctx) || !WITH_FRESHNESS.has(res.statusCode)) return
    const cacheControl = res.getHeader('Cache-Control')
    if (cacheControl === 'no-store') return
    if (cacheControl === undefined) res.setHeader('Cache-Control', freshness)
    if (res.statusCode !== 303) validate(ctx, lastModified)
  }
}
