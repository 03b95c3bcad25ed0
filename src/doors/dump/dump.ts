/** The whole graph as N-Quads, as text or as a .gz file, from the files that it was opened from. */

import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { software } from '../../config/about.ts'
import { readFiles } from '../../store/nquads.ts'
import { Problem } from '../../config/errors.ts'
import { fileAnswer, type ByteRange } from '../../api/representation/file-response.ts'
import {
  answerIn,
  negotiateFormat,
  versionTag,
  type Answer,
  type Pieces,
} from '../../api/representation/answer.ts'
import { readFormat } from '../../api/request/query-parameters.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'

/** The content of a stream, which is opened for the first piece. */
function piecesOf(open: () => Readable): Pieces {
  let content: Readable | undefined
  let pieces: AsyncIterator<string | Buffer> | undefined
  return {
    async next() {
      content ??= open()
      pieces ??= content[Symbol.asyncIterator]() as AsyncIterator<string | Buffer>
      const { done, value } = await pieces.next()
      return done ? undefined : value
    },
    close: () => content?.destroy(),
  }
}

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
function storedFile(
  request: RouteRequest,
  file: string,
  { size, mtimeMs }: Stats,
  headers: Answer['headers'],
): Answer {
  const read = (range?: ByteRange): Pieces => piecesOf(() => createReadStream(file, range))
  const etag = `"${mtimeMs.toString(36)}-${size.toString(36)}"`
  return fileAnswer(request, { size, etag, read }, request.context.lastModified, headers)
}

/**
 * Text is compressed anew for whoever accepts that: the members of a file in several would come as one only
 * where the client reads on behind the first, and browsers do not. As a file, it is what it is on disk. What is
 * made anew has no length, and thus no ranges.
 */
export async function dump(request: RouteRequest): Promise<Answer> {
  const { quads = [], version } = request.context.graph
  const mediaType = negotiateFormat(request, 'dump', readFormat(request))
  const isFile = mediaType.name === 'gzip'
  const disposition = {
    'Content-Disposition': `attachment; filename="${software.name}.nq${isFile ? '.gz' : ''}"`,
  }
  const [stats] = await Promise.all(quads.map(statOf))
  const [file] = quads
  if (file !== undefined && stats && quads.length === 1 && file.endsWith('.gz') === isFile)
    return storedFile(request, file, stats, { ...disposition, 'Content-Type': mediaType.type })
  const text = (): Readable => Readable.from(readFiles(quads), { objectMode: false })
  const content = piecesOf(() => (isFile ? pipeline(text(), createGzip(), () => {}) : text()))
  return answerIn(mediaType, content, {
    headers: { ...disposition, ...versionTag(version, mediaType) },
  })
}
