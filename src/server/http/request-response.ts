/** A request and its response, while the answer is made. */

import type { Context } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenTask } from '../../admission/task.ts'
import type { Answer } from '../../api/answer.ts'
import type { RequestLanguage } from '../../api/graph-context.ts'
import type { Durations } from '../../api/server-timing.ts'
import type { RequestContext } from './request-context.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestContext: RequestContext
  /** The request target as it came; from `normalizeUrl` on, what of it is ours, as plain ASCII. */
  url: string
  /** In which it gets pages; absent where these have English alone. */
  language?: RequestLanguage
  /** How long its stages take, if that is measured. */
  readonly durations: Durations | undefined
  /** What the router, or a problem, answers. */
  answer?: Answer
  /** The tasks that are open for it. */
  readonly tasks: Set<OpenTask>
}

/** The exchanges of the requests that are in the stack of Koa. */
const exchanges = new WeakMap<IncomingMessage, Exchange>()

/** Gives a request its exchange, for `exchangeOf`. */
export const beginExchange = (exchange: Exchange): void => void exchanges.set(exchange.request, exchange)

/** The exchange of the request of a context, as it was begun. */
export const exchangeOf = ({ req }: Context): Exchange => exchanges.get(req) as Exchange

/** Whether a request changes nothing, so that its answer may be stored. */
export const isReading = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
