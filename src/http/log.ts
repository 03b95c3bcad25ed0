/** Structured log lines on stderr. */

import type { Middleware } from 'koa'
import { randomUUID } from 'node:crypto'
import { destination, pino } from 'pino'

type Write = (fields: object, message: string) => void

export interface Log { readonly info: Write; readonly error: Write }

/** JSON lines on stderr, so that stdout holds the line with the URL alone. */
export const createLog = (): Log => pino({ base: undefined }, destination({ fd: 2, sync: true }))

const MAX_URL = 2048

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Ids of requests that proxies may give: nothing that could forge a line. */
const REQUEST_ID = /^[\w.:-]{1,64}$/

/** Gives each request an id, its own where the header X-Request-Id has a sane one; the answer and the log name it. */
export const requestId = (): Middleware => async function requestId(ctx, next) {
  const given = ctx.req.headers['x-request-id']
  const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
  ctx.state['id'] = id
  await next()
  if (!ctx.headerSent) ctx.res.setHeader(REQUEST_ID_HEADER, id)
}

/** A line for each answer: id, client, method, URL as it came, status, bytes, and milliseconds until the last byte was handed over. */
export const requestLog = (log: Log): Middleware => async function requestLog(ctx, next) {
  const start = performance.now()
  ctx.res.once('close', () => {
    const ms = Math.round((performance.now() - start) * 1000) / 1000
    log.info({ id: ctx.state['id'], ip: ctx.ip, method: ctx.method, url: ctx.originalUrl.slice(0, MAX_URL), status: ctx.status, bytes: ctx.length ?? ctx.state['bytes'], ms }, 'request')
  })
  await next()
}
