/** Queries to a server that may be busy or away for a while. */

import { setTimeout as wait } from 'node:timers/promises'
import { RemoteFault, type RemoteReason } from '../../store/client/remote-faults.ts'

export interface Patience {
  /** How often a query that fails is repeated. */
  readonly retries: number
}

/** Milliseconds before the first repetition; each further one waits twice as long. */
const BACKOFF_MS = 1000

/** Failures that may pass. */
const PASSING: readonly RemoteReason[] = ['silent', 'cut', 'busy', 'late']

/**
 * Runs a query until it is answered.
 * @param name of the query
 * @throws Error that names the query and what the server said
 */
export async function repeatPassing<A>(
  name: string,
  url: string,
  { retries }: Patience,
  run: () => Promise<A>,
): Promise<A> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error
      if (attempt >= retries || !PASSING.includes(error.reason))
        throw new Error(`${name}: ${url} gives no answer: ${error.detail}`, { cause: error })
      await wait(BACKOFF_MS * 2 ** attempt)
    }
  }
}
