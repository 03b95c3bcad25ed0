/** Compression of answers, as Accept-Encoding allows. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { encodingFor } from '../../api/negotiate.ts'
import type { Headers } from './headers.ts'

/** Bytes below which compressing costs more than it saves. */
const THRESHOLD = 1024

/** Level of gzip: two thirds of the time of the default, for 5 % more bytes. Most answers are made once. */
const GZIP = { level: 3 }

/** Quality of Brotli: half the time of that, and smaller still; the next takes three times as long for 5 % less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

export type Encoding = NonNullable<ReturnType<typeof encodingFor>>

/** What compresses pieces. */
export const streamEncoders: Readonly<Record<Encoding, () => Transform>> = {
  gzip: () => createGzip(GZIP),
  br: () => createBrotliCompress(BROTLI),
}

/** What compresses a whole. */
export const encoders: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, GZIP),
  br: (body) => promisify(brotliCompress)(body, BROTLI),
}

/** Everything that skeg writes is text, but for what is packed already. */
const isText = (type: string): boolean =>
  !/^(?:image|audio|video|font)\/|[/+](?:gzip|zip|octet-stream)(?:;|$)/.test(type)

/**
 * The encoding that the body of an answer will have; a part of a file is one of the file as it is.
 * @param length in bytes; absent where it is not known
 */
export function encodingOf(
  request: IncomingHttpHeaders,
  headers: Headers,
  length: number | undefined,
): Encoding | undefined {
  const accept = request['accept-encoding']
  if (accept === undefined || (length ?? THRESHOLD) < THRESHOLD) return undefined
  if (!isText(headers['Content-Type'] ?? '')) return undefined
  const isPart = headers['Accept-Ranges'] !== undefined && request.range !== undefined
  return isPart ? undefined : encodingFor(accept)
}
