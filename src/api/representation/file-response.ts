/** Files, whole or in part: single ranges of bytes (RFC 9110 section 14). */

import { Problem } from '../../config/errors.ts'
import type { RouteRequest } from '../request/route-request.ts'
import type { Answer } from './answer.ts'

/** The first and the last byte, from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileContent {
  readonly size: number
  /** Strong: equal for equal bytes alone, with its quotation marks. */
  readonly etag: string
  /** @param range absent: the whole file */
  read(range?: ByteRange): Answer['body']
}

const RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/** The range of a header; undefined where the file is sent as a whole: for several, or none that can be read. */
function parseRange(header: string, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = RANGE.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return { start: Math.max(0, size - Number(last)), end: last === '0' ? -1 : size - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: Math.min(last === '' ? Infinity : Number(last), size - 1) }
}

/** If-Range: a part is of use only to who has other parts of the same bytes. */
const isSame = (ifRange: string, etag: string, lastModified: string): boolean =>
  ifRange === '' || ifRange === etag || ifRange === lastModified

/**
 * A file, or the part for which the request asks.
 * @param lastModified date of the file, as the header has it
 * @param more headers beside those of files
 * @throws Problem range-not-satisfiable where the file is shorter
 */
export function fileAnswer(
  { method, headers }: Pick<RouteRequest, 'method' | 'headers'>,
  { size, etag, read }: FileContent,
  lastModified: string,
  more: Answer['headers'],
): Answer {
  const range =
    method === 'GET' &&
    headers.range !== undefined &&
    isSame(headers['if-range']?.toString() ?? '', etag, lastModified)
      ? parseRange(headers.range, size)
      : undefined
  if (range && range.start > range.end)
    throw new Problem('range-not-satisfiable', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    })
  return {
    status: range ? 206 : 200,
    headers: {
      ...more,
      'Accept-Ranges': 'bytes',
      ETag: etag,
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
    },
    body: read(range),
    bytes: range ? range.end - range.start + 1 : size,
  }
}
