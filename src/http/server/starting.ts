/** What a server answers before it has a graph: 503, and when to ask again. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeProblem, docsOf, PROBLEM_TYPE } from '../../errors.ts'
import { h, writeDocument } from '../../pages/shared/html.ts'
import { retryLater } from '../../retry-later.ts'
import { prefersPage } from '../negotiate.ts'

/** Seconds after which a client is to ask again. */
const SECONDS = 5

const DETAIL = 'The graph is being prepared. Ask again in some seconds.'

/** Browsers ask again by themselves. */
const page = (): string =>
  writeDocument(
    h(
      'html',
      { lang: 'en' },
      h(
        'head',
        null,
        h('meta', { charset: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('title', null, 'Starting'),
      ),
      h(
        'body',
        null,
        h(
          'main',
          null,
          h('h1', null, 'This server is starting'),
          h('p', null, 'Its graph is being prepared. This page looks again every five seconds.'),
        ),
      ),
    ),
  )

/** @param root public URL of the server */
export function answerStarting(root: string, request: IncomingMessage, response: ServerResponse): void {
  const isPage = prefersPage(request.headers.accept)
  const problem = retryLater(DETAIL, SECONDS)
  const body = isPage ? page() : JSON.stringify(describeProblem(problem, root, docsOf(root)))
  response.writeHead(problem.status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    Vary: 'Accept',
    ...problem.headers,
    ...(isPage && { Refresh: String(SECONDS) }),
  })
  // What is sent with the request is not read.
  response.end(body)
  request.resume()
}
