/** Compression of answers, as Accept-Encoding allows. */

import type { Context, Middleware } from 'koa'
import compress from 'koa-compress'
import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { encodingFor } from '../request/negotiate.ts'
import { isCacheable } from '../representation/response.ts'

/** Bytes below which compressing costs more than it saves. */
const THRESHOLD = 1024

/** Level of gzip: two thirds of the time of the default, for 5 % more bytes. Most answers are made once. */
const GZIP = { level: 3 }

/** Quality of Brotli: as fast as that, and smaller. */
const QUALITY = 3

/** Everything that skeg writes is text, but for what is packed already. */
const isText = (type: string): boolean =>
  !/^(?:image|audio|video|font)\/|[/+](?:gzip|zip|octet-stream)$/.test(type)

/** Whether the response will be compressed; for a HEAD or a 304, whether that of the GET would be. */
export function isCompressed(ctx: Context): boolean {
  const accept = ctx.req.headers['accept-encoding']
  if (accept === undefined || ctx.compress === false) return false
  return (
    isText(ctx.response.type) &&
    (ctx.response.length ?? THRESHOLD) >= THRESHOLD &&
    encodingFor(accept) !== undefined
  )
}

/** A HEAD has the header of its GET, whose length nobody knows before it is compressed. */
function asCompressed(ctx: Context, encoding: string): void {
  ctx.set('Content-Encoding', encoding)
  ctx.body = Readable.from([])
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }

type Encoding = NonNullable<ReturnType<typeof encodingFor>>

const streamEncoders: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGzip(GZIP),
  br: () => createBrotliCompress(BROTLI),
}

/** Compresses a body as Accept-Encoding allows, so that a failure on its way cuts the response off. */
export function encodeStream(ctx: Context, body: Readable): Readable {
  const encoding = encodingFor(ctx.get('Accept-Encoding'))
  ctx.compress = false
  if (encoding === undefined) return body
  ctx.set('Content-Encoding', encoding)
  return pipeline(body, streamEncoders[encoding](), () => {})
}

const encoders: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, GZIP),
  br: (body) => promisify(brotliCompress)(body, BROTLI),
}

/** Answers that are kept, in the encodings in which they were asked for: gone when they are. */
const encoded = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Compresses bytes the first time, and gives the same bytes from then on; what failed is tried again. */
function encodedOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = encoded.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  encoded.set(body, known)
  const bytes = known.get(encoding) ?? encoders[encoding](body)
  known.set(encoding, bytes)
  bytes.catch(() => known.delete(encoding))
  return bytes
}

/** Compresses what comes from within. Clients that do not ask for it pay nothing. */
export const compression = (): Middleware => {
  const compressed = compress({
    threshold: THRESHOLD,
    filter: isText,
    deflate: false,
    zstd: false,
    gzip: GZIP,
    br: BROTLI,
  })
  return function compression(ctx, next) {
    const accept = ctx.req.headers['accept-encoding']
    const encoding = accept === undefined ? undefined : encodingFor(accept)
    if (encoding !== undefined) {
      return compressed(ctx, async () => {
        await next()
        if (!isCompressed(ctx)) ctx.compress = false
        else if (isCacheable(ctx) && Buffer.isBuffer(ctx.body)) {
          ctx.body = await encodedOnce(ctx.body, encoding)
          ctx.set('Content-Encoding', encoding)
        } else if (ctx.method === 'HEAD' && ctx.body) asCompressed(ctx, encoding)
      })
    }
    ctx.res.setHeader('Vary', 'Accept-Encoding')
    return next()
  }
}
