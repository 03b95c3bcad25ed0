/** Messages of commands, on standard error. */

import { visible } from '../model/values/text.ts'

// Standard error may be closed; the command goes on without messages.
process.stderr.on('error', () => {})

/** Writes messages of one or several lines; what they quote of others does not steer a terminal. */
export const printMessages = (messages: Iterable<string>): void => {
  for (const message of messages)
    for (const line of message.split('\n')) process.stderr.write(`${visible(line)}\n`)
}

export const withNumber = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5000

/** Calls now and then. */
export function sometimes<A extends unknown[]>(report: (...args: A) => void): (...args: A) => void {
  let reportedAt = performance.now()
  return (...args) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    report(...args)
  }
}
