/** A request and its response, while the answer is made. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenTask } from '../../admission/task.ts'
import type { Durations } from './server-timing.ts'
import type { RequestContext } from './request-context.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestContext: RequestContext
  /** The request target as it came; from `normalizeUrl` on, what of it is ours, as plain ASCII. */
  url: string
  /** How long its stages take, if that is measured. */
  readonly durations: Durations | undefined
  /** The tasks that are open for it. */
  readonly tasks: Set<OpenTask>
}

/** Whether a request changes nothing, so that its answer may be stored. */
export const isReading = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
