/** What a server answers before it has a graph: 503, and when to ask again. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { About } from '../../config/about.ts'
import { describeProblem, docsOf, PROBLEM_TYPE } from '../../config/errors.ts'
import { pages } from '../routes/routes.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { languageFor, prefersPage } from '../../api/negotiate.ts'

/** Seconds after which a client is to ask again. */
const SECONDS = 5

const DETAIL = 'The graph is being prepared. Ask again in some seconds.'

/** What is known before there is a graph. */
interface StartingServer {
  /** Public URL. */
  readonly root: string
  readonly about: Pick<About, 'interfaceLanguages'>
}

export async function answerStarting(
  { root, about: { interfaceLanguages: languages = ['en'] } }: StartingServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const problem = retryLater(DETAIL, SECONDS)
  const page = prefersPage(request.headers.accept)
    ? await pages?.starting(languageFor(request.headers['accept-language'] ?? '', languages))
    : undefined
  const body = page ?? JSON.stringify(describeProblem(problem, root, docsOf(root)))
  response.writeHead(problem.status, {
    'Content-Type': page ? 'text/html; charset=utf-8' : PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    Vary: languages.length > 1 ? 'Accept, Accept-Language' : 'Accept',
    ...problem.headers,
    // Browsers ask again by themselves.
    ...(page && { Refresh: String(SECONDS) }),
  })
  // What is sent with the request is not read.
  response.end(body)
  request.resume()
}
