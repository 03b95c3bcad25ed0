/** The headers that all answers have, and those of caches (RFC 9110 section 8.8, RFC 9111). */

import { hash } from 'node:crypto'
import type { About } from '../../config/about.ts'
import { mediaTypes } from '../../config/media.ts'
import { withLanguage, type RequestLanguage } from '../../api/graph-context.ts'
import type { Answer, HeaderLink } from '../../api/answer.ts'
import { firstLinks, MAX_HEADER_BYTES } from '../../api/representation/answer.ts'
import { isReading, type Exchange } from '../http/exchange.ts'

/** Values by name, in the case in which they are sent. */
export type Headers = Record<string, string>

/**
 * Everything may be read from everywhere, and nothing is sent with credentials. What OWASP asks of an API: data runs
 * no script, loads nothing, stands in no frame, and is of the type that it says. Pages have their own instead.
 */
const commonHeaders = {
  Vary: 'Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

const NEGOTIATED = { Vary: `${commonHeaders.Vary}, Accept` }

/** All headers of an answer but its links, its length and those of one request alone. */
export function headersOf({ headers, uncacheable, isNegotiated }: Answer): Headers {
  const all: Record<string, string | undefined> = {
    ...commonHeaders,
    ...headers,
    ...(isNegotiated && NEGOTIATED),
    ...(uncacheable && { 'Cache-Control': uncacheable }),
  }
  for (const name in headers) if (headers[name] === undefined) delete all[name]
  return all as Headers
}

/**
 * Adds in which language a page is, and that this depends on the request where its URL does not say it. A redirect
 * goes on in the language of the URL.
 */
export function addLanguage(
  headers: Headers,
  { language, isInUrl }: RequestLanguage,
  { interfaceLanguages: languages = [] }: About,
): void {
  const { Location: target } = headers
  if (isInUrl && target !== undefined) headers['Location'] = withLanguage(target, language)
  if (headers['Content-Type'] !== mediaTypes.html.type) return
  headers['Content-Language'] = language
  if (!isInUrl && languages.length > 1) headers['Vary'] = `${headers['Vary']}, Accept-Language`
}

/** Links of a page whose URL says its language: canonical is the one in this language. */
export const linksIn = (
  links: NonNullable<Answer['links']>,
  type: string | undefined,
  chosen?: RequestLanguage,
): NonNullable<Answer['links']> =>
  chosen?.isInUrl && type === mediaTypes.html.type
    ? links.map((link) =>
        typeof link === 'object' && link.rel === 'canonical'
          ? { ...link, href: withLanguage(link.href, chosen.language) }
          : link,
      )
    : links

/** Bytes of what is added later: status, date, length, connection, the longest id of a request. */
const RESERVED_BYTES = 180

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
 * Adds the header Link, when all else is known: proxies limit a header, nginx to 4 kB with the status line. Links that
 * do not fit are left out, the last ones first; `meta` and the pages have those to other pages and forms as well.
 * @param links those that matter most come first
 * @param later headers that follow
 */
export function addLinks(headers: Headers, links: readonly (HeaderLink | string)[], later: Headers): void {
  if ((headers['Content-Location']?.length ?? 0) > MAX_CONTENT_LOCATION) delete headers['Content-Location']
  if (links.length === 0) return
  const maxBytes = MAX_HEADER_BYTES - RESERVED_BYTES
  const texts = firstLinks(links, maxBytes - sizeOf(later) - sizeOf(headers))
  if (texts.length > 0) headers['Link'] = texts.join(', ')
}

/** Bytes of the digest: enough that two versions of one URL never share it by chance. */
const DIGEST_BYTES = 15

const digestOf = (type: string, body: Buffer): string =>
  `"${hash('sha256', Buffer.concat([Buffer.from(`${type}\n`), body]), 'base64url').slice(0, (DIGEST_BYTES * 4) / 3)}"`

/** Statuses of answers that caches may keep. */
const WITH_FRESHNESS: ReadonlySet<number> = new Set([200, 206, 303])

interface Freshness {
  readonly freshness: string
  /** When the graph was loaded, as an HTTP date. */
  readonly lastModified: string
  /** It will be compressed: equal bytes are not promised. */
  readonly isWeak: boolean
}

/**
 * Adds the validators and Cache-Control, if the answer has none of its own. The strong ETag is a digest of the body;
 * what is made in pieces has none.
 */
export function addCacheHeaders(
  headers: Headers,
  status: number,
  body: Answer['body'],
  { request }: Exchange,
  { freshness, lastModified, isWeak }: Freshness,
): void {
  if (!isReading(request) || !WITH_FRESHNESS.has(status) || headers['Cache-Control'] === 'no-store') return
  headers['Cache-Control'] ??= freshness
  if (status === 303) return
  const tag =
    headers['ETag'] ?? (Buffer.isBuffer(body) ? digestOf(headers['Content-Type'] ?? '', body) : undefined)
  if (tag !== undefined) headers['ETag'] = isWeak && !tag.startsWith('W/') ? `W/${tag}` : tag
  // That of a record may be older.
  headers['Last-Modified'] ??= lastModified
}
