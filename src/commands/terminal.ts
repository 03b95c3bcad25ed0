/** What commands say. */

// Nobody may be there to be told; what is to be done is done all the same.
process.stderr.on('error', () => {})

export const say = (lines: Iterable<string>): void => {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

export const counted = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`
