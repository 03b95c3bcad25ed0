/** Responses in a negotiated format, and their Link headers. */

import type { Context } from 'koa'
import type { Readable } from 'node:stream'
import { encodeNonAscii } from '../../model/context/iri.ts'
import { pagePolicy } from '../../pages/shared/content-security-policy.ts'
import { Problem } from '../../errors.ts'
import {
  bareType,
  mediaTypes,
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
  /** What tells apart two forms of one media type: a profile of JSON-LD, a style of references. */
  readonly profile?: string | undefined
  readonly style?: string | undefined
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

/** A parameter of a media type, also one that goes without saying. */
const parameterOf = ({ type, impliedParameters = '' }: MediaType, name: string): string | undefined =>
  new RegExp(`; ${name}="?([^";]+)`).exec(`${type}; ${impliedParameters}`)?.[1]

/** Links to all forms of a resource but one. @param url the URL to which the name of a form is added */
export const alternateLinks = (
  url: string | ((other: MediaType) => string),
  resources: readonly Resource[],
  mediaType: MediaType,
): AlternateLink[] =>
  offersOf(...resources)
    .filter(({ name }) => name !== mediaType.name)
    .map((other) => ({
      name: other.name,
      href: urlInFormat(typeof url === 'string' ? url : url(other), other.name),
      rel: 'alternate',
      type: bareType(other),
      profile: parameterOf(other, 'profile'),
      style: parameterOf(other, 'style'),
    }))

/** Headers are ASCII, IRIs need not be. */
export const formatLink = ({ href, rel, type, profile, style }: HeaderLink): string =>
  [
    `<${encodeNonAscii(href)}>`,
    ...Object.entries({ rel, type, profile, style }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}="${value}"`],
    ),
  ].join('; ')

/** Value of a Link header; empty for no links. */
export const linkHeader = (links: readonly HeaderLink[]): string => links.map(formatLink).join(', ')

/** Adds links to the header Link, of which those that matter most come first: there is room for some alone. */
export function setLinks(ctx: Context, links: readonly HeaderLink[]): void {
  ctx.state['links'] = [...linksOf(ctx), ...links]
}

/** The links of a response. */
export const linksOf = (ctx: Context): readonly HeaderLink[] =>
  (ctx.state['links'] as readonly HeaderLink[] | undefined) ?? []

/** Takes the links away. */
export const clearLinks = (ctx: Context): void => {
  ctx.state['links'] = []
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
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly links: readonly HeaderLink[]
  /** The next request would get another one: the cache has no use for it. */
  readonly isOnce?: boolean
}

export function sendRepresentation(
  ctx: Context,
  mediaType: MediaType,
  { body, headers, links, isOnce = false }: Representation,
  status = 200,
): void {
  if (isOnce) forbidCaching(ctx)
  send(ctx, mediaType, status, body)
  ctx.set(headers)
  setLinks(ctx, links)
}

/** Characters of a URL to which a redirect may lead: it stands in a header, and that is limited. */
const MAX_LOCATION = 1500

/** Redirects with 303. @throws Problem uri-too-long, as no header can hold the URL */
export function redirect(ctx: Context, url: string): void {
  if (url.length > MAX_LOCATION)
    throw new Problem(
      'uri-too-long',
      `This would redirect to a URL of ${url.length} characters; the limit of a redirect is ${MAX_LOCATION}. ` +
        'Ask for what is behind it, under the path of its collection.',
    )
  ctx.set('Location', url)
  send(ctx, { name: 'text', ...mediaTypes.text }, 303, `${url}\n`)
}

/**
 * Keeps a response out of the response cache, which repeats all others for equal requests.
 * @param cacheControl what it says to other caches
 */
export const forbidCaching = (ctx: Context, cacheControl: 'no-store' | 'no-cache' = 'no-store'): void => {
  ctx.set('Cache-Control', cacheControl)
  ctx.state['uncacheable'] = true
}

/** Whether the response depends on more than the graph and the request. */
export const isUncacheable = (ctx: Context): boolean => ctx.state['uncacheable'] === true
