/** What commands say, and how they are asked to end. */

export const say = (lines: Iterable<string>): void => { for (const line of lines) process.stderr.write(`${line}\n`) }

export const counted = (number: number, what: string): string => `${number} ${number === 1 ? what : `${what}s`}`

/** Waits to be asked to end; asked a second time, the process ends as it stands. */
export const ending = (): Promise<void> => new Promise((resolve) => {
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve())
})
