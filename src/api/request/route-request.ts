/** What a route is given: a request without the server that has received it. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../answer.ts'
import type { GraphContext, PageContext, RequestLanguage } from '../graph-context.ts'
import type { StageTimer } from '../server-timing.ts'

export interface RouteRequest {
  readonly method: string
  /** Path and query, as plain ASCII. */
  readonly url: string
  /** What follows the question mark, as it stands in the URL. */
  readonly querystring: string
  /** Values of the parameters of the path, still encoded. */
  readonly path: Readonly<Record<string, string | undefined>>
  /** Names of the parameters that the query may have. */
  readonly parameters: readonly string[]
  readonly headers: IncomingHttpHeaders
  /** The media type of the body, without parameters; absent without a body. */
  readonly bodyType: string | undefined
  /** The graph that is served, with the task of the request. */
  readonly context: GraphContext
  /** The same in the language of the request: of this pages are made. */
  readonly site: PageContext
  /** In which it gets pages; absent where these have English alone. */
  readonly language?: RequestLanguage | undefined
  readonly timer: StageTimer
  /** Aborted when the client disconnects before the answer is complete. */
  readonly signal: AbortSignal
  /** @throws Problem content-too-large, unsupported-media-type, bad-request */
  readBody(): Promise<string>
  /**
   * The answer that takes work. A handler that runs in the main thread ends with it: the request waits for a place in
   * the lane of its route, and the handler runs again in a thread, where the work is done at once.
   * @param small gives the work where it is known to take a moment: it is done at once where nothing else is
   */
  compute(work: () => Promise<Answer>, small?: () => (() => Promise<Answer>) | undefined): Promise<Answer>
}
