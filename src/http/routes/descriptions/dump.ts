/** The whole graph as N-Quads, as text or as a .gz file, from the files that it was opened from. */

import type { RouterMiddleware } from '@koa/router'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { software } from '../../../about.ts'
import { readFiles } from '../../../store/documents/nquads.ts'
import { Problem } from '../../../errors.ts'
import { markVersion, negotiateFormat, send } from '../../representation/response.ts'
import { encodeStream } from '../../middleware/compression.ts'
import { readQuery, singleValue } from '../../request/query-parameters.ts'
import type { GetContext } from '../../graph-context.ts'

/**
 * Bytes of the files. @throws Problem not-available if a load has replaced them: a graph that is read in place
 * has no other name for them
 */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => stat(file))).catch((error: unknown) => {
    throw new Problem(
      'not-available',
      'The files of the graph that is served were replaced by another load; the server gives a ' +
        'dump again when it has reloaded (SIGHUP).',
      { cause: error },
    )
  })
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Text is compressed anew for whoever accepts that: the members of a file in several would come as one only
 * where the client reads on behind the first, and browsers do not. As a file, it is what it is on disk.
 */
export const dump = (getContext: GetContext): RouterMiddleware =>
  async function dump(ctx) {
    const { quads = [], version } = getContext().graph
    const mediaType = negotiateFormat(ctx, 'dump', singleValue(readQuery(ctx.querystring), 'format'))
    const isFile = mediaType.name === 'gzip'
    const packed = isFile && quads.length === 1 && quads[0]?.endsWith('.gz') ? quads[0] : undefined
    const bytes = await sizeOf(quads)
    const size = packed === undefined ? undefined : bytes
    const text = (): Readable => Readable.from(readFiles(quads), { objectMode: false })
    const content = (): Readable =>
      packed !== undefined
        ? createReadStream(packed)
        : isFile
          ? pipeline(text(), createGzip(), () => {})
          : encodeStream(ctx, text())
    ctx.set('Content-Disposition', `attachment; filename="${software.name}.nq${isFile ? '.gz' : ''}"`)
    markVersion(ctx, version, mediaType)
    const body = content()
    send(ctx, mediaType, 200, ctx.method === 'HEAD' ? Readable.from([]) : body)
    if (ctx.method === 'HEAD') body.destroy()
    if (size !== undefined) ctx.length = size
  }
