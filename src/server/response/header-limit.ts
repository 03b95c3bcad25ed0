/**
 * The size of an answer's header, which proxies limit: nginx takes 4 kB with the status line. Links that do not
 * fit are left out, the last ones first; `meta` and the pages have those to other pages and forms as well.
 */

import type { HeaderLink } from '../../api/answer.ts'
import { firstLinks, MAX_HEADER_BYTES } from '../../api/representation/answer.ts'
import type { Headers } from './headers.ts'

/** Bytes of what is added later: status, date, length, connection, the longest id of a request. */
const RESERVED_BYTES = 180
/** Bytes of Server-Timing. */
const TIMING_BYTES = 200

/** Characters of a Content-Location, beyond which links to other pages are of more use. */
const MAX_CONTENT_LOCATION = 500

/** Colon, blank and line end around a name and a value. */
const SEPARATORS = 4

function sizeOf(headers: Headers): number {
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name] as string).length + SEPARATORS
  return bytes
}

/**
 * Adds the header Link, when all else is known.
 * @param links those that matter most come first
 * @param later headers that follow
 */
export function addLinks(
  headers: Headers,
  links: readonly (HeaderLink | string)[],
  later: Headers,
  hasTiming: boolean,
): void {
  if ((headers['Content-Location']?.length ?? 0) > MAX_CONTENT_LOCATION) delete headers['Content-Location']
  if (links.length === 0) return
  const maxBytes = MAX_HEADER_BYTES - RESERVED_BYTES - (hasTiming ? TIMING_BYTES : 0)
  const texts = firstLinks(links, maxBytes - sizeOf(later) - sizeOf(headers))
  if (texts.length > 0) headers['Link'] = texts.join(', ')
}
