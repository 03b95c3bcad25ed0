/** What a route is given: a request as data, and what its answer is made of. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../answer.ts'
import { inLanguageOf, type GraphContext, type LocalContext, type RequestLanguage } from '../graph-context.ts'

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
  readonly body?: string | undefined
  /** In which it gets pages; absent where these have English alone. */
  readonly language?: RequestLanguage | undefined
  /** What its handler has a thread make: a part of its route, from data. */
  readonly part?: { readonly name: string; readonly data: unknown } | undefined
}

export interface RouteRequest extends PlainRequest {
  /** Names of the parameters that the query may have. */
  readonly parameters: readonly string[]
  /** The graph that is served, with the task of the request. */
  readonly context: GraphContext
  /** The same in the language of the request: of this is made what people read. */
  readonly site: LocalContext
}

/** A request for a handler of the main thread. */
export interface MainRequest extends RouteRequest {
  /** Aborted when the client disconnects before the answer is complete. */
  signal(): AbortSignal
  /**
   * Has a part of the route made in a thread, where there is a place for it.
   * @param data as a message can hold it
   * @param isSmall it is known to take a moment: where nothing else is being made, it is made here and now
   */
  compute(part: string, data: unknown, isSmall?: boolean): Promise<Answer>
}

/** @param means what handlers of the main thread have besides */
export const routeRequest = <M extends object>(
  plain: PlainRequest,
  parameters: readonly string[],
  context: GraphContext,
  means: M,
): RouteRequest & M => ({
  ...plain,
  parameters,
  context,
  get site() {
    return inLanguageOf(context, plain)
  },
  ...means,
})
