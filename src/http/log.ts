/** Structured log lines on stderr. */

import type { ServerResponse } from 'node:http'
import { destination, pino } from 'pino'
import { statusOf, type Observer } from './exchange.ts'

type Write = (fields: object, message: string) => void

export interface Log { readonly info: Write; readonly error: Write }

/** JSON lines on stderr, so that stdout holds the line with the URL alone. */
export const createLog = (): Log => pino({ base: undefined }, destination({ fd: 2, sync: true }))

const MAX_URL = 2048

/** Decimals of milliseconds: microseconds. */
const DECIMALS = 1000

const bytesOf = (response: ServerResponse): number | undefined => {
  const length = response.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}

/** A line for each answer: id, client, method, URL as it came, status, bytes, and milliseconds until the last byte was handed over. */
export const requestLog = (log: Log): Observer => ({ id, client: ip, url, start, bytes }, { method }, response) => {
  const ms = Math.round((performance.now() - start) * DECIMALS) / DECIMALS
  log.info({ id, ip, method, url: url.slice(0, MAX_URL), status: statusOf(response), bytes: bytes ?? bytesOf(response), ms }, 'request')
}
