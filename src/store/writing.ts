/** A process that writes a file beside the server: a thread would leave its memory with it. */

import { fork, type Serializable } from 'node:child_process'

export interface Writing<Result> {
  /** What the process says of the file when it is whole. */
  readonly written: Promise<Result>
  /** Ends the process, however far it is. */
  end(): Promise<void>
}

/** @param orders what the process is told, from which it knows when that is all */
export function writeApart<Result>(
  module: URL,
  words: readonly string[],
  orders: Iterable<Serializable> = [],
): Writing<Result> {
  const child = fork(module, words, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const written = new Promise<Result>((resolve, reject) => {
    child
      .once('message', (result) => resolve(result as Result))
      .on('error', reject)
      .once('exit', () => reject(new Error('the process that writes it has ended')))
    tell(child, orders).catch((error: unknown) => {
      reject(error)
      child.kill('SIGKILL')
    })
  })
  // Without a process there is nothing that could end.
  const ended = new Promise<void>((resolve) => {
    if (child.pid === undefined) resolve()
    else child.once('exit', () => resolve())
  })
  return {
    written,
    end: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** One order after the other, so that few of them are in memory. */
async function tell(child: ReturnType<typeof fork>, orders: Iterable<Serializable>): Promise<void> {
  for (const order of orders) {
    await new Promise<void>((resolve, reject) => {
      child.send(order, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }
}

/**
 * For the process itself: it ends with its server, and a hang-up, which asks the server to reload and may
 * reach all processes of its group, is not meant for it.
 */
export function endWithServer(): void {
  process.on('disconnect', () => process.exit()).on('SIGHUP', () => {})
  if (!process.connected) process.exit()
}

/** Says what was written, and ends. */
export const tellWritten = (result: Serializable): void => {
  process.send?.(result, () => process.disconnect())
}
