/** Structured log lines on stderr. */

import { isatty } from 'node:tty'
import { destination, pino } from 'pino'
import { visible } from '../../model/values/text.ts'
import { statusOf, type Observer } from './exchange.ts'

type Write = (fields: object, message: string) => void

export interface Log {
  readonly info: Write
  readonly error: Write
}

/** Bytes of lines that wait while stderr is blocked; lines beyond are lost. */
const MAX_BUFFERED_BYTES = 1 << 20

/**
 * JSON lines on stderr, so that stdout holds the line with the URL alone; on a terminal, lines for people. A line that
 * cannot be written waits for the next, unless nobody reads any more.
 */
export function createLog(fd = 2, isTerminal = isatty(fd)): Log {
  const lines = destination({ fd, sync: true, maxLength: MAX_BUFFERED_BYTES })
  lines.on('error', () => {})
  // Full, it would not try to write again by itself.
  lines.on('drop', () => {
    lines.write('')
  })
  const options = {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  }
  return pino(options, isTerminal ? { write: (line) => void lines.write(readable(line)) } : lines)
}

/** A line for people: time, level and message, then what is said besides. */
export function readable(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const said = Object.entries(fields).map(([name, value]) =>
    typeof value === 'string' ? value : `${name}=${JSON.stringify(value)}`,
  )
  const failure = (err as { stack?: unknown } | undefined)?.stack
  const clock = String(time).replace('T', ' ').replace('Z', '')
  const texts = [clock, String(level).toUpperCase().padEnd(5), msg, ...said, failure]
  return `${texts
    .filter((one) => one !== undefined)
    .map((one) => visible(String(one)))
    .join('  ')}\n`
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
  ({ id, client: ip, target: url, start, bytes, request: { method }, response }) => {
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
