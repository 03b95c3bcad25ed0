/** Why a public query is not run. */

import { Problem } from '../../errors.ts'
import { retryLater } from '../../retry-later.ts'

/** What Retry-After says at least, in milliseconds. */
const MIN_RETRY_MS = 1000

export const busy = (detail: string, ms = MIN_RETRY_MS): Problem => retryLater(detail, ms / 1000)

export const aborted = (): Problem => new Problem('query-too-costly', 'The client has left.')

export const closed = (): Problem => busy('The endpoint is closed.')

export const notLoaded = (): Problem => busy('The graph could not be loaded for queries.')

/** @param ms milliseconds until the client may ask again */
export const tooManyKills = (ms: number): Problem =>
  busy('Queries of this client had to be ended several times within a minute.', ms)
