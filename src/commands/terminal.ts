/** Messages of commands, on standard error. */

// Standard error may be closed; the command goes on without messages.
process.stderr.on('error', () => {})

export const say = (lines: Iterable<string>): void => {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

export const counted = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`
