/** IRIs and URLs: percent-encoding of what RFC 3987 forbids, and resolution against a base (RFC 3986 section 5.2). */

import { isIPv6 } from 'node:net'
import { decodePercent } from '../values/text.ts'

/** In a loop: a pattern takes time that grows with the square of the number of slashes inside of the text. */
export function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const FORBIDDEN =
  /[\u0000-\u0020"<>\\^`{|}\u007F-\u009F\uE000-\uF8FF\uFDD0-\uFDEF\uFFF0-\uFFFF]|%(?![0-9a-f]{2})|[\uD800-\uDFFF]/gi
const SUSPICIOUS = /[^!#-;=?-Z_a-z~]|%(?![0-9a-f]{2})|#.*#/i

const encodeCharacter = (character: string): string =>
  [...Buffer.from(character, 'utf8')]
    .map((byte) => '%' + byte.toString(16).toUpperCase().padStart(2, '0'))
    .join('')

/**
 * Astral characters are allowed but for noncharacters and the private planes; lone surrogates become U+FFFD.
 */
function encodeAstral(text: string): string {
  return text.replace(/[\u{10000}-\u{10FFFF}]|[\uD800-\uDFFF]/gu, (character) => {
    const point = character.codePointAt(0) as number
    const allowed = point >= 0x10000 && point < 0xe0000 && (point & 0xfffe) !== 0xfffe
    return allowed ? character : encodeCharacter(character)
  })
}

/** An authority that needs a closer look: user, port or IP literal. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*[@:[\]]/i

/** The IRI with what RFC 3987 forbids percent-encoded, everything else as it was. */
export function encodeIri(iri: string): string {
  if (!SUSPICIOUS.test(iri) && !AUTHORITY.test(iri)) return iri
  const [, authority = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(.*)$/is.exec(iri) ?? []
  const clean = rest
    .replace(FORBIDDEN, (character) => (isSurrogate(character) ? character : encodeCharacter(character)))
    .replace(/[[\]]/g, encodeCharacter)
  const [path = '', ...fragments] = clean.split('#')
  const whole = fragments.length > 1 ? `${path}#${fragments.join('%23')}` : clean
  return encodeAstral(encodeAuthority(authority) + whole)
}

/**
 * Scheme and authority; brackets, `@` and `:` that do not stand where RFC 3986 section 3.2 lets them stand
 * are encoded.
 */
function encodeAuthority(text: string): string {
  const clean = text.replace(FORBIDDEN, (character) =>
    isSurrogate(character) ? character : encodeCharacter(character),
  )
  const [, scheme = '', user = '', host = '', port = ''] =
    /^([^:]*:\/\/)(?:(.*)@)?(.*?)(:\d*)?$/s.exec(clean) ?? []
  const address = /^\[(.*)\]$/.exec(host)?.[1]
  const literal = address !== undefined && isIPv6(address) && !address.includes('%')
  return (
    scheme +
    (user && `${user.replace(/[[\]@]/g, encodeCharacter)}@`) +
    (literal ? host : host.replace(/[[\]@:]/g, encodeCharacter)) +
    port
  )
}

const isSurrogate = (character: string): boolean => character >= '\uD800' && character <= '\uDFFF'

/** Whether the text starts with a scheme, so that it needs no base. */
export const isAbsolute = (text: string): boolean => SCHEME.test(text)

interface Parts {
  scheme: string
  authority: string
  path: string
  query: string
  fragment: string
}

/** The five components of RFC 3986 appendix B, each with its delimiter. */
function split(iri: string): Parts {
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
    /^([a-z][a-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(iri) ?? []
  return { scheme, authority, path, query, fragment }
}

function removeDots(path: string): string {
  if (!path.includes('.')) return path
  const output: string[] = []
  const segments = path.split('/')
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1
    if (segment === '..') {
      if (output.length > 1) output.pop()
      if (last) output.push('')
    } else if (segment === '.') {
      if (last) output.push('')
    } else output.push(segment)
  })
  return output.join('/')
}

/**
 * A reference that only stands behind the folder of a base: one segment of which nothing needs to be encoded.
 */
const PLAIN = /^(?!\.\.?$)[\w.~-]+$/

/** The base that was asked for last, and its folder: a graph has one base, or few. */
let lastBase: { readonly base: string; readonly folder?: string } = { base: '' }

/** What plain references follow; undefined if it is no folder. */
function folderOf(base: string): string | undefined {
  if (lastBase.base !== base) {
    const folder = resolve('x', base).slice(0, -1)
    lastBase = { base, ...(/[/#]$/.test(folder) && { folder }) }
  }
  return lastBase.folder
}

/**
 * Resolves a reference against a base and percent-encodes it. Written here because `URL` also rewrites
 * hosts, paths and non-ASCII letters, which would change identifiers.
 */
export function resolveIri(reference: string, base: string): string {
  if (PLAIN.test(reference)) {
    const folder = folderOf(base)
    if (folder !== undefined) return folder + reference
  }
  return isAbsolute(reference) ? encodeIri(reference) : resolve(reference, base)
}

/** Resolves a reference without scheme. */
function resolve(reference: string, base: string): string {
  const b = split(base)
  const r = split(reference)
  if (r.authority) return encodeIri(b.scheme + r.authority + removeDots(r.path) + r.query + r.fragment)
  if (!r.path) return encodeIri(b.scheme + b.authority + b.path + (r.query || b.query) + r.fragment)
  // Section 5.2 drops the fragment of a base; here the ids of a base that ends with # are fragments of it.
  if (base.endsWith('#')) return encodeIri(base + reference)
  const path = r.path.startsWith('/') ? r.path : b.path.slice(0, b.path.lastIndexOf('/') + 1) + r.path
  return encodeIri(b.scheme + b.authority + removeDots(path) + r.query + r.fragment)
}

/** Why the text cannot be a base, or undefined if it can. */
export function invalidBaseReason(base: string): string | undefined {
  if (!/^https?:\/\/[^/?#]+/i.test(base)) return 'it is not an absolute http(s) IRI'
  if (!/[/#]$/.test(base)) return `it lacks the final / or #; ${base}/ would do`
  if (!/^https?:\/\/[^/?#]+\//i.test(base)) return 'it has no / behind the host'
  if (encodeIri(base) !== base) return `it holds characters that an IRI cannot hold`
  return undefined
}

/** The IRI with letters beyond ASCII percent-encoded. */
export const encodeNonAscii = (iri: string): string => iri.replace(/[^\u0000-\u007f]+/g, encodeURIComponent)

/** The IRI with percent-encoded letters beyond ASCII as letters. */
export const decodeNonAscii = (iri: string): string => iri.replace(/(?:%[89a-f][0-9a-f])+/gi, decodePercent)

/**
 * The IRIs that a reference may mean: as it resolves, and with letters beyond ASCII in their other spelling.
 */
export function iriVariants(reference: string, base: string): string[] {
  const iri = resolveIri(reference, base)
  return [
    ...new Set([
      iri,
      encodeNonAscii(iri),
      decodeNonAscii(iri),
      ...(isAbsolute(reference) ? [] : [encodeIri(base + reference)]),
    ]),
  ]
}

/** The names by which a machine calls itself. */
const LOOPBACK = /(?<=^https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/

/** A URL of the own machine by one of its names, any other as it is. */
export const withLocalhost = (url: string): string => url.replace(LOOPBACK, 'localhost')
