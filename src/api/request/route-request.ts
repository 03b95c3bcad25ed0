/** What a route is given: a request as data, and what its answer is made of. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../answer.ts'
import { inLanguageOf, type GraphContext, type PageContext, type RequestLanguage } from '../graph-context.ts'

/** A request as a message can hold it. */
export interface PlainRequest {
  /** Path of its route, as the table has it. */
  readonly route: string
  readonly method: string
  /** Path and query, as plain ASCII. */
  readonly url: string
  /** What follows the question mark, as it stands in the URL. */
  readonly querystring: string
  /** Values of the parameters of the path, still encoded. */
  readonly path: Readonly<Record<string, string | undefined>>
  /** In a thread: Accept, and those that the route names. */
  readonly headers: IncomingHttpHeaders
  /** The media type of the body, without parameters; absent without a body. */
  readonly bodyType?: string | undefined
  /** The body, if it has been read. */
  readonly body?: string | undefined
  /** In which it gets pages; absent where these have English alone. */
  readonly language?: RequestLanguage | undefined
}

/** What differs between the threads. */
interface Means {
  /** Aborted when the client disconnects before the answer is complete. */
  signal(): AbortSignal
  /** @throws Problem content-too-large, unsupported-media-type, bad-request */
  readBody(): Promise<string>
  /**
   * The answer that takes work. A handler that runs in the main thread ends with it: the request waits for a place in
   * the lane of its route, and the handler runs again in a thread, where the work is done at once.
   * @param small gives the work where it is known to take a moment: it is done at once where nothing else is
   */
  compute(work: () => Promise<Answer>, small?: () => (() => Promise<Answer>) | undefined): Promise<Answer>
}

export interface RouteRequest extends PlainRequest, Means {
  /** Names of the parameters that the query may have. */
  readonly parameters: readonly string[]
  /** The graph that is served, with the task of the request. */
  readonly context: GraphContext
  /** The same in the language of the request: of this pages are made. */
  readonly site: PageContext
}

/** A request for a handler. @param means absent: those of a thread, which has the request as data alone */
export const routeRequest = (
  plain: PlainRequest,
  parameters: readonly string[],
  context: GraphContext,
  means: Partial<Means> = {},
): RouteRequest => ({
  ...plain,
  parameters,
  context,
  get site() {
    return inLanguageOf(context, plain)
  },
  signal: () => context.task.signal,
  readBody: async () => plain.body ?? '',
  compute: (work) => work(),
  ...means,
})
