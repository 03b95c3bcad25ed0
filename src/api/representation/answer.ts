/** Answers: representations in a negotiated format, and their Link headers. */

import { encodeNonAscii } from '../../model/context/iri.ts'
import { memoize } from '../../model/values/collections.ts'
import { Problem } from '../../config/errors.ts'
import {
  bare,
  offersIn,
  offersOf,
  type FormOf,
  type MediaName,
  type MediaType,
  type Resource,
} from '../../config/media.ts'
import type { AlternateLink, Answer, HeaderLink } from '../answer.ts'
import type { PublishedGraph } from '../../record/urls.ts'
import { negotiate } from '../negotiate.ts'
import type { RouteRequest } from '../request/route-request.ts'

/**
 * Load our own stylesheet, run our own scripts (suggestions, the query editor, the API reference), which ask
 * this server, send our own forms; nothing else.
 */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
} as const

const pagePolicy = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ')

export type { Answer, HeaderLink, Pieces } from '../answer.ts'

/** What is not read as a whole has an ETag by its version: weak, as equal graphs may give differing bytes. */
export const versionTag = (version: string | undefined, { name }: MediaType): { readonly ETag?: string } =>
  version === undefined ? {} : { ETag: `W/"${version}-${name}"` }

/** Chooses the format of an answer. @throws Problem not-acceptable */
export const negotiateFormat = <R extends Resource>(
  { headers, context }: Pick<RouteRequest, 'headers' | 'context'>,
  resource: R | readonly R[],
  format?: string,
): MediaType<FormOf<R>> => negotiate(headers.accept, offersIn(context, ...([resource].flat() as R[])), format)

const [defaultFormat] = offersOf('entity')

const urlInFormat = (url: string, name: MediaName): string =>
  `${url}${url.includes('?') ? '&' : '?'}format=${name}`

/** The URL that gives a form, whatever Accept says; the URL itself for the form that needs no asking. */
export const formatUrl = (url: string, { name }: MediaType): string =>
  name === defaultFormat?.name ? url : urlInFormat(url, name)

type TellingParameters = Pick<HeaderLink, 'profile' | 'style'>

/** The parameters that tell media types apart, also those that go without saying. */
const parametersOf = memoize<TellingParameters, MediaType>(({ type, impliedParameters = '' }) => {
  const text = `${type}; ${impliedParameters}`
  return { profile: /; profile="?([^";]+)/.exec(text)?.[1], style: /; style="?([^";]+)/.exec(text)?.[1] }
})

/**
 * Links to the forms of a resource but one, all or those that are accepted.
 * @param site whose forms they are
 * @param url the URL to which the name of a form is added
 */
export const alternateLinks = (
  site: Pick<PublishedGraph, 'hasPages'>,
  url: string | ((other: MediaType) => string),
  resources: readonly Resource[],
  mediaType: MediaType,
  accepts: (other: MediaType) => boolean = () => true,
): AlternateLink[] =>
  offersIn(site, ...resources)
    .filter((other) => other.name !== mediaType.name && accepts(other))
    .map((other) => ({
      name: other.name,
      href: urlInFormat(typeof url === 'string' ? url : url(other), other.name),
      rel: other.rel ?? 'alternate',
      type: bare(other.type),
      ...parametersOf(other),
    }))

/** Headers are ASCII, IRIs need not be. */
export function formatLink({ href, rel, type, profile, style }: HeaderLink): string {
  const parameter = (name: string, value: string | undefined): string =>
    value === undefined ? '' : `; ${name}="${value}"`
  const more = parameter('type', type) + parameter('profile', profile) + parameter('style', style)
  return `<${encodeNonAscii(href)}>; rel="${rel}"${more}`
}

/** Bytes of the header of an answer, with the status line. */
export const MAX_HEADER_BYTES = 2500

/** The links as text, up to the first one for which there is no room in a header. */
export function firstLinks(links: readonly (HeaderLink | string)[], maxBytes = MAX_HEADER_BYTES): string[] {
  const texts: string[] = []
  let room = maxBytes
  for (const link of links) {
    const text = typeof link === 'string' ? link : formatLink(link)
    room -= text.length + SEPARATOR.length
    if (room < 0) break
    texts.push(text)
  }
  return texts
}

const SEPARATOR = ', '

/** Value of a Link header; empty for no links. */
export const linkHeader = (links: readonly HeaderLink[]): string => links.map(formatLink).join(SEPARATOR)

/** Security headers of pages. */
export const pageHeaders = {
  'Content-Security-Policy': pagePolicy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

/** An answer in a form, of status 200 unless said. */
export const answerIn = (
  { name, type }: { readonly name: MediaName; readonly type: string },
  body: Answer['body'],
  more: Partial<Answer> = {},
): Answer => ({
  status: 200,
  ...more,
  body,
  headers: { 'Content-Type': type, ...(name === 'html' && pageHeaders), ...more.headers },
})

/** Characters of the name of a file: file systems take 255 bytes. */
const MAX_FILE_NAME = 100

/** The header that names the file in which a form is saved; none for forms that are shown. */
export function fileHeaders({ ending }: MediaType, name: string): Readonly<Record<string, string>> {
  if (ending === undefined) return {}
  const safe = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'record'
  return { 'Content-Disposition': `attachment; filename="${safe.slice(0, MAX_FILE_NAME)}.${ending}"` }
}

/** An answer of what is had in one form alone. */
export const answerAs = (resource: Resource, body: Answer['body'], more?: Partial<Answer>): Answer =>
  answerIn(offersOf(resource)[0] as MediaType, body, more)

/** Characters of a URL to which a redirect may lead: it stands in a header, and that is limited. */
const MAX_LOCATION = 1500

/** Redirects, with 303 unless said. @throws Problem uri-too-long, as no header can hold the URL */
export function redirectTo(url: string, more: Partial<Answer> = {}): Answer {
  if (url.length > MAX_LOCATION)
    throw new Problem(
      'uri-too-long',
      `This would redirect to a URL of ${url.length} characters; the limit of a redirect is ${MAX_LOCATION}. ` +
        'Ask for what is behind it, under the path of its collection.',
    )
  return answerAs('text', `${url}\n`, { status: 303, ...more, headers: { Location: url } })
}
