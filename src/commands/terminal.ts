/** What commands say, and how they are asked to end. */

// Nobody may be there to be told; what is to be done is done all the same.
process.stderr.on('error', () => {})

export const say = (lines: Iterable<string>): void => {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

export const counted = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`

/** Signals that ask any command to end. */
export const ENDING = ['SIGTERM', 'SIGINT'] as const

/** Waits to be asked to end; asked a second time, the process ends as it stands. */
export const ending = (): Promise<void> =>
  new Promise((resolve) => {
    for (const name of ENDING) process.once(name, () => resolve())
  })

/**
 * Does something that may be broken off: at a signal the process ends with the exit code that shells give for
 * it (128 and its number), and removes what is half done.
 * @param names the signals; a server has another use for SIGHUP
 */
export async function breakable<T>(
  work: () => Promise<T>,
  names: readonly NodeJS.Signals[] = [...ENDING, 'SIGHUP'],
): Promise<T> {
  const end = (_name: NodeJS.Signals, number: number): void => process.exit(128 + number)
  for (const name of names) process.on(name, end)
  try {
    return await work()
  } finally {
    for (const name of names) process.off(name, end)
  }
}
