/** Structured log lines on stderr. */

import type { Middleware } from 'koa'
import { destination, pino } from 'pino'

type Write = (fields: object, message: string) => void

export interface Log { readonly info: Write; readonly error: Write }

/** JSON lines on stderr, so that stdout holds the line with the URL alone. */
export const createLog = (): Log => pino({ base: undefined }, destination({ fd: 2, sync: true }))

const MAX_URL = 2048

/** A line for each answer: method, URL as it came, status, bytes, and milliseconds until the last byte was handed over. */
export const requestLog = (log: Log): Middleware => async function requestLog(ctx, next) {
  const start = performance.now()
  ctx.res.once('close', () => {
    const ms = Math.round((performance.now() - start) * 1000) / 1000
    log.info({ method: ctx.method, url: ctx.originalUrl.slice(0, MAX_URL), status: ctx.status, bytes: ctx.length, ms }, 'request')
  })
  await next()
}
