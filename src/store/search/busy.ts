/** How many searches of clients may wait, and the problem for those that may not. */

import { Problem } from '../../errors.ts'

/** Searches that may wait, and milliseconds for which each of them may. */
export const MAX_WAITING = 1000
export const MAX_WAIT_MS = 20_000

export const busy = (detail: string): Problem =>
  new Problem('busy', detail, { headers: { 'Retry-After': '5' } })
