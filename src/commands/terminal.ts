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
 * Does something that may be broken off: asked to end meanwhile, the process ends, and takes away what is
 * half done.
 * @param names signals that ask for it; a server has another use for SIGHUP
 */
export async function breakable<T>(
  work: () => Promise<T>,
  names: readonly NodeJS.Signals[] = [...ENDING, 'SIGHUP'],
): Promise<T> {
  const end = (): void => process.exit(1)
  for (const name of names) process.on(name, end)
  try {
    return await work()
  } finally {
    for (const name of names) process.off(name, end)
  }
}
