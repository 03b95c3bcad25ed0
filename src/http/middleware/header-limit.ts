/**
 * The size of an answer's header, which proxies limit: nginx takes 4 kB with the status line. Links that do not
 * fit are left out, the last ones first; `meta` and the pages have those to other pages and forms as well.
 */

import type { Context, Middleware } from 'koa'
import type { ServerResponse } from 'node:http'
import type { Settings } from '../../settings.ts'
import { formatLink, type HeaderLink } from '../representation/answer.ts'

/** Sets the links of a response, of which those that matter most come first. */
export function setLinks(ctx: Context, links: readonly (HeaderLink | string)[]): void {
  ctx.state['links'] = links
}

const linksOf = (ctx: Context): readonly (HeaderLink | string)[] =>
  (ctx.state['links'] as readonly (HeaderLink | string)[] | undefined) ?? []

/** Bytes of the whole header, with the status line. */
const MAX_HEADER_BYTES = 2500

/** Bytes of what is added later: status, date, length, connection, the longest id of a request. */
const RESERVED_BYTES = 180
/** Bytes of Server-Timing. */
const TIMING_BYTES = 200

/** Characters of a Content-Location, beyond which links to other pages are of more use. */
const MAX_CONTENT_LOCATION = 500

/** Colon, blank and line end around a name and a value. */
const SEPARATORS = 4

const sizeOf = (res: ServerResponse): number =>
  Object.entries(res.getHeaders()).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length + SEPARATORS,
    0,
  )

/** The first links that fit. */
function fitting(links: readonly string[], bytes: number): string {
  let room = bytes
  return links.filter((link) => (room -= link.length + 2) >= 0).join(', ')
}

/** Writes the header Link, after everything else is known. */
export const limitHeaders = ({ serverTiming }: Pick<Settings, 'serverTiming'>): Middleware => {
  const maxBytes = MAX_HEADER_BYTES - RESERVED_BYTES - (serverTiming ? TIMING_BYTES : 0)
  return async function limitHeaders(ctx, next) {
    await next()
    const { res } = ctx
    if (String(res.getHeader('Content-Location') ?? '').length > MAX_CONTENT_LOCATION)
      res.removeHeader('Content-Location')
    const links = linksOf(ctx)
    if (links.length === 0) return
    const link = fitting(
      links.map((one) => (typeof one === 'string' ? one : formatLink(one))),
      maxBytes - sizeOf(res),
    )
    if (link !== '') res.setHeader('Link', link)
  }
}
