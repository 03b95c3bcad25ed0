/** In which language a request gets pages: that of its URL, else of Accept-Language, else the first of the graph. */

import type { IncomingMessage } from 'node:http'
import type { About, InterfaceLanguage } from '../../config/about.ts'
import { Problem } from '../../config/errors.ts'
import { memoize } from '../../model/values/collections.ts'
import { LANGUAGE } from '../../config/parameters.ts'
import type { RequestLanguage } from '../../api/graph-context.ts'
import { languageFor } from '../../api/negotiate.ts'

const acceptedBy = memoize(
  (languages: readonly InterfaceLanguage[]) => memoize((accept) => languageFor(accept, languages), 100),
  10,
)

/** In the query string alone: an id in the path may hold as much. */
const IN_URL = new RegExp(`^([^?]*[?](?:[^&]*&)*?)${LANGUAGE}=([^&]*)(?:&|$)`)

/** What of a request chooses between the languages of its pages; empty where there is nothing to choose. */
export function languageKey(
  { url = '', headers: { 'accept-language': accept = '' } }: IncomingMessage,
  { interfaceLanguages = [] }: About,
): string {
  return interfaceLanguages.length < 2 || IN_URL.test(url) ? '' : acceptedBy(interfaceLanguages)(accept)
}

/**
 * Reads the language of an exchange, and takes it out of its URL: routes need not know of it.
 * @throws Problem invalid-parameter for a language that pages do not have
 */
export function readLanguage(
  exchange: { readonly request: IncomingMessage; url: string },
  languages: readonly InterfaceLanguage[],
): RequestLanguage {
  const accepted = acceptedBy(languages)(exchange.request.headers['accept-language'] ?? '')
  const [, , named] = IN_URL.exec(exchange.url) ?? []
  if (named === undefined) return { language: accepted, isInUrl: false }
  const language = languages.find((one) => one === named)
  if (language === undefined)
    throw new Problem(
      'invalid-parameter',
      `${LANGUAGE} is ${named.slice(0, 64)}; the languages of the pages are ${languages.join(', ')}.`,
    )
  exchange.url = exchange.url.replace(IN_URL, '$1').replace(/[?&]$/, '')
  return { language, isInUrl: true }
}
