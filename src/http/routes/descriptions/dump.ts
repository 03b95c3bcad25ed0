/** The whole graph as N-Quads, as text or as a .gz file, from the files that it was opened from. */

import type { RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { software } from '../../../about.ts'
import { readFiles } from '../../../store/documents/nquads.ts'
import { Problem } from '../../../errors.ts'
import { sendFile, type ByteRange } from '../../representation/file-response.ts'
import { markVersion, negotiateFormat, send } from '../../representation/response.ts'
import { readFormat } from '../../request/query-parameters.ts'
import type { GetContext } from '../../graph-context.ts'

/**
 * @throws Problem not-available if a load has replaced a file: a graph that is read in place has no other name for
 * it
 */
const statOf = (file: string): Promise<Stats> =>
  stat(file).catch((error: unknown) => {
    throw new Problem(
      'not-available',
      'The files of the graph that is served were replaced by another load; the server gives a ' +
        'dump again when it has reloaded (SIGHUP).',
      { cause: error },
    )
  })

/** The file as it is on disk, or a part of it. */
function sendStored(ctx: Context, file: string, { size, mtimeMs }: Stats, lastModified: string): void {
  const read = (range?: ByteRange): Readable =>
    ctx.method === 'HEAD' ? Readable.from([]) : createReadStream(file, range)
  const etag = `"${mtimeMs.toString(36)}-${size.toString(36)}"`
  sendFile(ctx, { size, etag, read }, lastModified)
}

/**
 * Text is compressed anew for whoever accepts that: the members of a file in several would come as one only
 * where the client reads on behind the first, and browsers do not. As a file, it is what it is on disk. What is
 * made anew has no length, and thus no ranges.
 */
export const dump = (getContext: GetContext): RouterMiddleware =>
  async function dump(ctx) {
    const {
      graph: { quads = [], version },
      lastModified,
    } = getContext()
    const mediaType = negotiateFormat(ctx, 'dump', readFormat(ctx))
    const isFile = mediaType.name === 'gzip'
    ctx.set('Content-Disposition', `attachment; filename="${software.name}.nq${isFile ? '.gz' : ''}"`)
    ctx.set('Content-Type', mediaType.type)
    const [stats] = await Promise.all(quads.map(statOf))
    const [file] = quads
    if (file !== undefined && stats && quads.length === 1 && file.endsWith('.gz') === isFile) {
      sendStored(ctx, file, stats, lastModified)
      return
    }
    const text = (): Readable => Readable.from(readFiles(quads), { objectMode: false })
    const content = (): Readable => (isFile ? pipeline(text(), createGzip(), () => {}) : text())
    markVersion(ctx, version, mediaType)
    send(ctx, mediaType, 200, ctx.method === 'HEAD' ? Readable.from([]) : content())
  }
