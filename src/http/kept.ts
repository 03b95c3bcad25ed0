/** Answers that were given before, found by the request as it stands: without reading its target, routing, negotiation or looking up. */

import { LRUCache } from 'lru-cache'
import type { Context, Middleware } from 'koa'
import { isSame } from './answer.ts'
import { isConditional, sendHeld } from './caching.ts'
import { REQUEST_ID_HEADER } from './log.ts'
import type { Serve, Served } from './served.ts'
import { TIMING_HEADER, timingOf } from './timing.ts'

/** What of the context the figures and the log look at. */
interface Routed { routerName?: string | undefined }

interface Kept {
  readonly route: string | undefined
  /** Names and values by turns. */
  readonly headers: readonly string[]
}

/** What is sent with bytes under each name of their media type, the same whatever request they answer; gone when they are. */
const sent = new WeakMap<Buffer, Map<string, Kept>>()

/** Where an answer is: bytes, and the media type under which they were sent. */
interface Place { readonly body: WeakRef<Buffer>; readonly type: string }

/** Requests that are remembered, long ones counting as several; their bytes are those that `written` keeps, as long as it keeps them. */
const MOST = 50_000

/** Headers that are of one request alone, or of the form in which it is sent. */
const OWN: ReadonlySet<string> = new Set([REQUEST_ID_HEADER, TIMING_HEADER, 'Content-Length'].map((name) => name.toLowerCase()))

/** What has to be refused for want of a host goes the long way. */
const isPlain = ({ method, req: { headers } }: Context): boolean => (method === 'GET' || method === 'HEAD') && headers.host !== undefined

/** Sends past Koa and the response's own store of headers, which cost more than all the rest. */
function send(ctx: Context, { headers }: Kept, body: Buffer): void {
  const timing = timingOf(ctx)
  const own = [REQUEST_ID_HEADER, String(ctx.state['id']), 'Content-Length', String(body.length), ...(timing === undefined ? [] : [TIMING_HEADER, timing])]
  ctx.respond = false
  ctx.state['bytes'] = body.length
  ctx.res.writeHead(200, [...headers, ...own])
  ctx.res.end(body)
}

function answer(ctx: Context, kept: Kept, body: Buffer): void {
  if (!isConditional(ctx)) { send(ctx, kept, body); return }
  for (let i = 0; i < kept.headers.length; i += 2) ctx.res.setHeader(kept.headers[i] as string, kept.headers[i + 1] as string)
  if (sendHeld(ctx)) return
  ctx.status = 200
  ctx.body = body
}

/** Answers of which the bytes are kept, for each graph. */
export const kept = (serve: Serve): Middleware => {
  const answers = new WeakMap<Served, LRUCache<string, Place>>()
  return async function kept(ctx, next) {
    const served = serve()
    if (!served.written || !isPlain(ctx)) return next()
    const { url, headers: { accept = '', 'accept-encoding': encoding = '' } } = ctx.req
    const key = `${url} ${accept} ${String(encoding)}`
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
    if (ctx.status !== 200 || !isSame(ctx) || !Buffer.isBuffer(ctx.body) || ctx.method !== 'GET' || served !== serve()) return
    const headers = Object.entries(ctx.res.getHeaders()).flatMap(([name, value]) => (OWN.has(name) ? [] : [name, String(value)]))
    const type = ctx.response.get('Content-Type')
    const names = sent.get(ctx.body) ?? new Map<string, Kept>()
    sent.set(ctx.body, names.set(type, { route: (ctx as Routed).routerName, headers }))
    known.set(key, { body: new WeakRef(ctx.body), type })
  }
}
