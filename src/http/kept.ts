/** Answers that were given before, found by the request as it stands: without reading its target, routing, negotiation or looking up. */

import { LRUCache } from 'lru-cache'
import type { Context, Middleware } from 'koa'
import { isWritten } from './answer.ts'
import { isHeld } from './caching.ts'
import type { Serve, Served } from './served.ts'

/** What of the context the figures and the log look at. */
interface Routed { routerName?: string | undefined }

interface Kept { readonly route: string | undefined; readonly headers: readonly (readonly [name: string, value: string])[] }

/** What is sent with bytes under each name of their media type, the same whatever request they answer; gone when they are. */
const sent = new WeakMap<Buffer, Map<string, Kept>>()

/** Where an answer is: bytes, and the media type under which they were sent. */
interface Place { readonly body: WeakRef<Buffer>; readonly type: string }

/** Requests that are remembered, long ones counting as several; their bytes are those that `written` keeps, as long as it keeps them. */
const MOST = 50_000

/** Headers that are of one request alone, or that Koa writes. */
const OWN: ReadonlySet<string> = new Set(['x-request-id', 'content-length', 'server-timing'])

/** Plain requests alone: what is compressed, or has to be refused for want of a host, goes the long way. */
const isPlain = ({ method, req: { headers } }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') && headers['accept-encoding'] === undefined && headers.host !== undefined

function answer(ctx: Context, { headers }: Kept, body: Buffer): void {
  for (const [name, value] of headers) ctx.res.setHeader(name, value)
  ctx.status = 200
  if (isHeld(ctx)) {
    ctx.status = 304
    ctx.remove('Link')
    return
  }
  ctx.body = body
}

/** Answers of which the bytes are kept, for each graph. */
export const kept = (serve: Serve): Middleware => {
  const answers = new WeakMap<Served, LRUCache<string, Place>>()
  return async function kept(ctx, next) {
    const served = serve()
    if (!served.written || !isPlain(ctx)) return next()
    const key = `${ctx.req.url} ${ctx.req.headers.accept ?? ''}`
    let known = answers.get(served)
    if (!known) answers.set(served, known = new LRUCache({ maxSize: MOST, sizeCalculation: (_, { length }) => 1 + Math.floor(length / 100) }))
    const place = known.get(key)
    const body = place?.body.deref()
    const found = place && body && sent.get(body)?.get(place.type)
    if (found) {
      served.recalled.hits++
      Object.assign(ctx, { routerName: found.route } satisfies Routed)
      answer(ctx, found, body)
      return
    }
    await next()
    if (ctx.status !== 200 || !isWritten(ctx) || !Buffer.isBuffer(ctx.body) || ctx.method !== 'GET' || served !== serve()) return
    const headers = Object.entries(ctx.res.getHeaders()).flatMap(([name, value]) => (OWN.has(name) ? [] : [[name, String(value)] as const]))
    const type = ctx.response.get('Content-Type')
    const names = sent.get(ctx.body) ?? new Map<string, Kept>()
    sent.set(ctx.body, names.set(type, { route: (ctx as Routed).routerName, headers }))
    known.set(key, { body: new WeakRef(ctx.body), type })
  }
}
