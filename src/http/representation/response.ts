/** Responses in a negotiated format, and their Link headers. */

import type { Context } from 'koa'
import type { Readable } from 'node:stream'
import { encodeNonAscii } from '../../model/context/iri.ts'
import { pagePolicy } from '../../pages/shared/content-security-policy.ts'
import {
  bareType,
  offersOf,
  type FormOf,
  type MediaName,
  type MediaType,
  type Resource,
} from '../../media.ts'
import { negotiate } from '../request/negotiate.ts'

/** A link of a header (RFC 8288). */
export interface HeaderLink {
  readonly href: string
  readonly rel: string
  readonly type?: string | undefined
}

/**
 * Gives what is not read as a whole an ETag, by its version: weak, as equal graphs may give differing bytes. Without a
 * version it has none.
 */
export function markVersion(ctx: Context, version: string | undefined, { name }: MediaType): void {
  if (version !== undefined) ctx.set('ETag', `W/"${version}-${name}"`)
}

/** Chooses the format of a response. @throws Problem not-acceptable, with Vary set */
export function negotiateFormat<R extends Resource>(
  ctx: Context,
  resource: R | readonly R[],
  format?: string,
): MediaType<FormOf<R>> {
  ctx.vary('Accept')
  return negotiate(ctx.req.headers.accept, offersOf(...([resource].flat() as R[])), format)
}

const [defaultFormat] = offersOf('entity')

const urlInFormat = (url: string, name: MediaName): string =>
  `${url}${url.includes('?') ? '&' : '?'}format=${name}`

/** The URL that gives a form, whatever Accept says; the URL itself for the form that needs no asking. */
export const formatUrl = (url: string, { name }: MediaType): string =>
  name === defaultFormat?.name ? url : urlInFormat(url, name)

/** A link to another form of the same. */
export interface AlternateLink extends HeaderLink {
  readonly name: MediaName
}

/** Links to all forms of a resource but one. */
export const alternateLinks = (
  url: string,
  resources: readonly Resource[],
  mediaType: MediaType,
): AlternateLink[] =>
  offersOf(...resources)
    .filter(({ name }) => name !== mediaType.name)
    .map((other) => ({
      name: other.name,
      href: urlInFormat(url, other.name),
      rel: 'alternate',
      type: bareType(other),
    }))

/** Headers are ASCII, IRIs need not be. */
const formatLink = ({ href, rel, type }: HeaderLink): string =>
  `<${encodeNonAscii(href)}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

/** Value of a Link header; empty for no links. */
export const linkHeader = (links: readonly HeaderLink[]): string => links.map(formatLink).join(', ')

/** Characters of a Link header: many clients read 16 kB of headers at most. */
const MAX_LINK_HEADER = 8000

/** Value of a Link header of the first links that fit into one. */
export function fittingLinkHeader(links: readonly HeaderLink[]): string {
  let room = MAX_LINK_HEADER
  return links
    .map(formatLink)
    .filter((link) => (room -= link.length + 2) >= 0)
    .join(', ')
}

/** Adds Link headers; none for an empty list. */
export function setLinks(ctx: Context, links: readonly HeaderLink[]): void {
  if (links.length > 0) ctx.append('Link', linkHeader(links))
}

/** Security headers of pages. */
export const pageHeaders = {
  'Content-Security-Policy': pagePolicy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Writes text, or text as bytes, in the form. */
export function send(
  ctx: Context,
  { name, type }: MediaType,
  status: number,
  body: string | Buffer | Readable,
): void {
  ctx.status = status
  ctx.set('Content-Type', type)
  if (name === 'html') ctx.set(pageHeaders)
  ctx.body = body
}

/** A representation, ready to be sent. */
export interface Representation {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
  /** It holds no record: a setting has the status of such lists. */
  readonly isEmpty?: true
  /** It lacks what was not there in time: the next request tries again. */
  readonly isPartial?: true
}

/** Sends a response that the next request will not get again, as it is. */
export function sendOnce(
  ctx: Context,
  mediaType: MediaType,
  { body, headers, status = 200 }: Representation,
): void {
  ctx.set(headers)
  ctx.set('Cache-Control', 'no-store')
  send(ctx, mediaType, status, body)
}

/** Sends a response that depends on nothing but the graph and the request. */
export function sendRepresentation(
  ctx: Context,
  mediaType: MediaType,
  { body, headers, status = 200, isPartial }: Representation,
): void {
  if (isPartial) ctx.set('Cache-Control', 'no-store')
  else markCacheable(ctx)
  send(ctx, mediaType, status, body)
  ctx.set(headers)
}

/** Allows the cache to repeat the response for equal requests. */
export const markCacheable = (ctx: Context): void => {
  ctx.state['cacheable'] = true
}

/** Whether the cache may repeat the response. */
export const isCacheable = (ctx: Context): boolean => ctx.state['cacheable'] === true
