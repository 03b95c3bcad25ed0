/** What commands say, and how they are asked to end. */

export const say = (lines: Iterable<string>): void => { for (const line of lines) process.stderr.write(`${line}\n`) }

export const counted = (number: number, what: string): string => `${number} ${number === 1 ? what : `${what}s`}`

/** Waits to be asked to end; asked a second time, the process ends as it stands. */
export const ending = (): Promise<void> => new Promise((resolve) => {
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve())
})

/** Does something that may be broken off: asked to end meanwhile, the process ends, and takes away what is half done. */
export async function breakable<T>(work: () => Promise<T>): Promise<T> {
  const end = (): void => process.exit(1)
  const names = ['SIGTERM', 'SIGINT'] as const
  for (const name of names) process.on(name, end)
  try {
    return await work()
  } finally {
    for (const name of names) process.off(name, end)
  }
}
