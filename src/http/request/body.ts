/** The body of a request as text: bounded, UTF-8, complete. */

import type { Context } from 'koa'
import { Problem } from '../../errors.ts'

/** Bytes of a body; a larger one is answered with 413. */
const MAX_BODY_BYTES = 1_000_000

/** The rest of a body that nobody reads must not be taken for the next request. */
const tooLarge = (): Problem =>
  new Problem('content-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
    headers: { Connection: 'close' },
  })

/**
 * @throws Problem content-too-large, unsupported-media-type (another charset, or compressed), bad-request (no
 * UTF-8, or cut off)
 */
export async function readBody(ctx: Context): Promise<string> {
  const { charset } = ctx.request
  if (charset && !/^utf-?8$/i.test(charset))
    throw new Problem('unsupported-media-type', 'The charset of a body must be utf-8.')
  if (ctx.get('Content-Encoding'))
    throw new Problem('unsupported-media-type', 'A body must come uncompressed.', {
      headers: { 'Accept-Encoding': 'identity' },
    })
  if ((ctx.request.length ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
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
