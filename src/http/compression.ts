/** Compression of answers, as Accept-Encoding allows. */

import type { Context, Middleware } from 'koa'
import compress from 'koa-compress'
import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import { encodingFor } from '../media.ts'

/** Bytes below which compressing costs more than it saves. */
const THRESHOLD = 1024

/** Quality of Brotli: as fast as gzip, and smaller. */
const QUALITY = 4

/** Everything that skeg writes is text, but for what is packed already. */
const isText = (type: string): boolean => !/^(?:image|audio|video|font)\/|[/+](?:gzip|zip|octet-stream)$/.test(type)

/** Whether the answer as it stands goes out compressed; a HEAD or a 304 is told as its GET would be. */
export function isCompressed(ctx: Context): boolean {
  const accept = ctx.req.headers['accept-encoding']
  if (accept === undefined || ctx.compress === false) return false
  return isText(ctx.response.type) && (ctx.response.length ?? THRESHOLD) >= THRESHOLD && encodingFor(accept) !== undefined
}

/** A HEAD has the header of its GET, whose length nobody knows before it is compressed. */
function asCompressed(ctx: Context, encoding: string): void {
  ctx.set('Content-Encoding', encoding)
  ctx.body = Readable.from([])
}

/** Compresses what comes from within. Clients that do not ask for it pay nothing. */
export const compression = (): Middleware => {
  const compressed = compress({ threshold: THRESHOLD, filter: isText, deflate: false, zstd: false, gzip: {}, br: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } } })
  return function compression(ctx, next) {
    const accept = ctx.req.headers['accept-encoding']
    const encoding = accept === undefined ? undefined : encodingFor(accept)
    if (encoding !== undefined) {
      return compressed(ctx as never, async () => {
        await next()
        if (!isCompressed(ctx)) ctx.compress = false
        else if (ctx.method === 'HEAD' && ctx.body) asCompressed(ctx, encoding)
      })
    }
    ctx.res.setHeader('Vary', 'Accept-Encoding')
    return next()
  }
}
