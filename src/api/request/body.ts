/** The body of a request as text: bounded, UTF-8, complete. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Problem } from '../../config/errors.ts'

/** Bytes of a body; a larger one is answered with 413. */
const MAX_BODY_BYTES = 1_000_000

/** The rest of a body that nobody reads must not be taken for the next request. */
const tooLarge = (): Problem =>
  new Problem('content-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
    headers: { Connection: 'close' },
  })

const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s";]*)/i

const MEDIA_TYPE = /^[ \t]*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)[ \t]*(?:;|$)/

/** The media type of a body, without parameters; undefined where there is none. */
export function bodyTypeOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return undefined
  return MEDIA_TYPE.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
}

/**
 * @throws Problem content-too-large, unsupported-media-type (another charset, or compressed), bad-request (no
 * UTF-8, or cut off)
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const { headers } = request
  const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? []
  if (charset && !/^utf-?8$/i.test(charset))
    throw new Problem('unsupported-media-type', 'The charset of a body must be utf-8.')
  if (headers['content-encoding'])
    throw new Problem('unsupported-media-type', 'A body must come uncompressed.', {
      headers: { 'Accept-Encoding': 'identity' },
    })
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length
      if (length > MAX_BODY_BYTES) throw tooLarge()
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw error instanceof Problem
      ? error
      : new Problem('bad-request', 'The body ends before it is complete.', { cause: error })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Problem('bad-request', 'The body is not UTF-8.')
  }
}
