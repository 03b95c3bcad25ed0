/** What a server answers before it has a graph: 503, and when to ask again. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { About, InterfaceLanguage } from '../../config/about.ts'
import { describeProblem, docsOf, PROBLEM_TYPE } from '../../config/errors.ts'
import { h, writeDocument } from '../../pages/shared/html.ts'
import { texts } from '../../pages/texts/locale.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { languageFor, prefersPage } from '../../api/negotiate.ts'

/** Seconds after which a client is to ask again. */
const SECONDS = 5

const DETAIL = 'The graph is being prepared. Ask again in some seconds.'

/** Browsers ask again by themselves. */
function page(language: InterfaceLanguage): string {
  const { starting } = texts[language]
  return writeDocument(
    h(
      'html',
      { lang: language },
      h(
        'head',
        null,
        h('meta', { charset: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('title', null, starting.title),
      ),
      h('body', null, h('main', null, h('h1', null, starting.heading), h('p', null, starting.help))),
    ),
  )
}

/** What is known before there is a graph. */
interface StartingServer {
  /** Public URL. */
  readonly root: string
  readonly about: Pick<About, 'interfaceLanguages'>
}

export function answerStarting(
  { root, about: { interfaceLanguages: languages = ['en'] } }: StartingServer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isPage = prefersPage(request.headers.accept)
  const problem = retryLater(DETAIL, SECONDS)
  const body = isPage
    ? page(languageFor(request.headers['accept-language'] ?? '', languages))
    : JSON.stringify(describeProblem(problem, root, docsOf(root)))
  response.writeHead(problem.status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    Vary: languages.length > 1 ? 'Accept, Accept-Language' : 'Accept',
    ...problem.headers,
    ...(isPage && { Refresh: String(SECONDS) }),
  })
  // What is sent with the request is not read.
  response.end(body)
  request.resume()
}
