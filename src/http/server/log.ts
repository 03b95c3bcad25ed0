/** Structured log lines on stderr. */

import { destination, pino } from 'pino'
import { statusOf, type Observer } from './request-context.ts'

type Write = (fields: object, message: string) => void

export interface Log {
  readonly info: Write
  readonly error: Write
}

/** Bytes of lines that wait while stderr is blocked; lines beyond are lost. */
const MAX_BUFFERED_BYTES = 1 << 20

/**
 * JSON lines on stderr, so that stdout holds the line with the URL alone. A line that cannot be written waits
 * for the next, unless nobody reads any more.
 */
export function createLog(fd = 2): Log {
  const lines = destination({ fd, sync: true, maxLength: MAX_BUFFERED_BYTES })
  lines.on('error', () => {})
  // Full, it would not try to write again by itself.
  lines.on('drop', () => {
    lines.write('')
  })
  return pino({ base: undefined }, lines)
}

const MAX_URL = 2048

/** Decimals of milliseconds: microseconds. */
const DECIMALS = 1000

/**
 * A line for each answer: id, client, method, URL as it came, status, bytes, and milliseconds until the last
 * byte was handed over.
 */
export const requestLog =
  (log: Log): Observer =>
  ({ id, client: ip, url, start, bytes }, { method }, response) => {
    const ms = Math.round((performance.now() - start) * DECIMALS) / DECIMALS
    log.info(
      {
        id,
        ip,
        method,
        url: url.slice(0, MAX_URL),
        status: statusOf(response),
        bytes,
        ms,
      },
      'request',
    )
  }
