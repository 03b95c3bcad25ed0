/** Compression of answers, as Accept-Encoding allows. */

import type { Context, Middleware } from 'koa'
import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { encodingFor } from '../negotiate.ts'

/** Bytes below which compressing costs more than it saves. */
const THRESHOLD = 1024

/** Level of gzip: two thirds of the time of the default, for 5 % more bytes. Most answers are made once. */
const GZIP = { level: 3 }

/** Quality of Brotli: as fast as that, and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }

type Encoding = NonNullable<ReturnType<typeof encodingFor>>

const streamEncoders: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGzip(GZIP),
  br: () => createBrotliCompress(BROTLI),
}

const encoders: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, GZIP),
  br: (body) => promisify(brotliCompress)(body, BROTLI),
}

/** Everything that skeg writes is text, but for what is packed already. */
const isText = (type: string): boolean =>
  !/^(?:image|audio|video|font)\/|[/+](?:gzip|zip|octet-stream)$/.test(type)

/** The encoding that the body of a response will have; a part of a file is one of the file as it is. */
export function encodingOf({ req: { headers }, response, res, status }: Context): Encoding | undefined {
  const accept = headers['accept-encoding']
  if (accept === undefined || !isText(response.type) || (response.length ?? THRESHOLD) < THRESHOLD)
    return undefined
  const isPart = res.hasHeader('Accept-Ranges') && headers.range !== undefined
  return isPart || status === 204 ? undefined : encodingFor(accept)
}

/** Compresses what comes from within. Of a HEAD, a text is compressed for its length alone. */
export const compression = (): Middleware =>
  async function compression(ctx, next) {
    ctx.res.setHeader('Vary', 'Accept-Encoding')
    await next()
    const { body, method } = ctx
    const encoding = body ? encodingOf(ctx) : undefined
    if (encoding === undefined) return
    ctx.set('Content-Encoding', encoding)
    // Ranges are those of the file as it is.
    ctx.remove('Accept-Ranges')
    if (!(body instanceof Readable)) ctx.body = await encoders[encoding](Buffer.from(body as string | Buffer))
    // A failure of the body on its way cuts the response off.
    else if (method !== 'HEAD') ctx.body = pipeline(body, streamEncoders[encoding](), () => {})
  }
