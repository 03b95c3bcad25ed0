/** When requests begin: hundreds that come at once are read at once, and would hold up all others together. */

import type { IncomingMessage } from 'node:http'

/** Whether a request asks for one thing by its path: a record, a page, the health check. */
export const isByPathAlone = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.includes('?')

const waiting: (() => void)[] = []

function beginFirst(): void {
  const begin = waiting.shift()
  if (waiting.length > 0) setImmediate(beginFirst)
  begin?.()
}

/**
 * Begins work, such as that of a search, in a turn of the event loop in which no other such work begins, in order:
 * requests by path are answered in between.
 */
export function beginInTurn(begin: () => void): void {
  if (waiting.push(begin) === 1) setImmediate(beginFirst)
}
