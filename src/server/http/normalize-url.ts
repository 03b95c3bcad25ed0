/** The request target: what of it is ours, as plain ASCII that every later step reads alike. */

import type { Middleware } from 'koa'
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../config/errors.ts'
import type { GetContext } from '../../api/graph-context.ts'
import { exchangeOf } from './exchange.ts'
import { readLanguage } from './language.ts'

/** Characters of a URL; a longer one is answered with 414. */
export const MAX_URL_LENGTH = 32_768

/** Node gives each byte as one character; `#` has no meaning in a request. */
const NON_URL_CHARACTERS = /[^!$-~]|"/g

const encodeByte = (character: string): string =>
  '%' + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

/** Path and query of a target in origin form or, with our own host, in absolute form. */
function stripOrigin(target: string, root: URL): string {
  if (target.startsWith('/') || target === '*') return target
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? []
  if (host?.toLowerCase() !== root.host)
    throw new Problem('bad-request', `The request is for another host; this server is ${root.origin}.`)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The part after the path of the public URL, for proxies that do not take it away. */
function stripBasePath(target: string, prefix: string): string {
  if (prefix === '' || !target.startsWith(prefix)) return target
  const rest = target.slice(prefix.length)
  return rest === '' || /^[/?]/.test(rest) ? `/${rest.replace(/^\//, '')}` : target
}

const HOST = /^host$/i

/** How many headers Host a request has: Node gives the first of several. */
export const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && HOST.test(name)).length

/** @throws Problem bad-request where HTTP/1.1 asks for that (RFC 9112, sections 3.2 and 6.1) */
function requireHeaders(request: IncomingMessage): void {
  const hosts = countHosts(request)
  if (hosts > 1) throw new Problem('bad-request', 'The header Host must be there once, not several times.')
  if (request.httpVersion === '1.1' && !request.headers.host)
    throw new Problem('bad-request', 'The header Host is missing.')
  const encoding = request.headers['transfer-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    throw new Problem('bad-request', 'The header Transfer-Encoding must be chunked, or absent.', {
      headers: { Connection: 'close' },
    })
}

/**
 * Normalizes the URL of an exchange, and reads the language in it; throws the problems of these.
 * @param root public URL of the server, without a slash at the end
 */
export function normalizeUrl(root: string, getContext: GetContext): Middleware {
  const url = new URL(root)
  const prefix = url.pathname === '/' ? '' : url.pathname
  return function normalizeUrl(ctx, next) {
    const exchange = exchangeOf(ctx)
    const { url: target, request } = exchange
    if (target.length > MAX_URL_LENGTH)
      throw new Problem(
        'uri-too-long',
        `The URL is ${target.length} characters long; the limit is ${MAX_URL_LENGTH}.`,
      )
    requireHeaders(request)
    exchange.url = stripBasePath(stripOrigin(target, url).replace(NON_URL_CHARACTERS, encodeByte), prefix)
    const { interfaceLanguages: languages } = getContext().about
    if (languages) exchange.language = readLanguage(exchange, languages)
    return next()
  }
}
