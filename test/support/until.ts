/** Waiting for what others do: for a condition, never for a time. */

import { setTimeout as wait } from 'node:timers/promises'

/** Within the time limit of a test, so that the message is the one that names the condition. */
const DEADLINE_MS = 100_000

/** Waits until the condition holds. @throws Error if it does not within 100 seconds */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + DEADLINE_MS; !(await condition()); await wait(10))
    if (Date.now() > end) throw new Error(`does not hold within ${DEADLINE_MS} ms: ${String(condition)}`)
}
