/** What a route is given: a request without the server that has received it. */

import type { IncomingHttpHeaders } from 'node:http'
import type { GraphContext } from '../graph-context.ts'
import type { StageTimer } from '../middleware/server-timing.ts'

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
  readonly timer: StageTimer
  /** Aborted when the client disconnects before the answer is complete. */
  readonly signal: AbortSignal
  /** @throws Problem content-too-large, unsupported-media-type, bad-request */
  readBody(): Promise<string>
  /** Does the work of the route when there is a place for it in its lane. */
  inLane<A>(work: () => Promise<A>): Promise<A>
  /**
   * Makes a part of an answer that is written while the client takes it, in a task and a time of its own, when there is
   * a place among downloads.
   */
  runPart<A>(work: (context: GraphContext) => Promise<A>): Promise<A>
  /** Counts bytes that the client has not taken. @returns what ends that */
  countUnsent(bytes: number): () => void
  /** Calls back when the response is closed, complete or not. */
  onClose(callback: () => void): void
}
