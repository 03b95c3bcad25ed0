/** Messages of commands, on standard error. */

import { visible } from '../model/values/visible.ts'

// Standard error may be closed; the command goes on without messages.
process.stderr.on('error', () => {})

/** Writes messages of one or several lines; what they quote of others does not steer a terminal. */
export const printMessages = (messages: Iterable<string>): void => {
  for (const message of messages)
    for (const line of message.split('\n')) process.stderr.write(`${visible(line)}\n`)
}

export const withNumber = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`
