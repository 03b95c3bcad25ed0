/**
 * Turns of the event loop: what holds the thread is done in pieces, one piece in a turn, in order, whatever it is a
 * piece of. So what can be answered at once is answered in between, however much else there is to do.
 */

/** Milliseconds of work after which others should have their turn. */
const TURN_MS = 1

/** Turns after which a piece is done although a connection has arrived in each of them. */
const MAX_SKIPPED = 32

const waiting: (() => void)[] = []
let start = -Infinity
let isQuiet = true
let skipped = 0

/** Says that a connection has arrived: more may follow it, and are all accepted before the next piece of work. */
export function noteConnection(): void {
  isQuiet = false
}

function giveTurn(): void {
  const wasQuiet = isQuiet
  isQuiet = true
  if (!wasQuiet && ++skipped < MAX_SKIPPED) {
    setImmediate(giveTurn)
    return
  }
  skipped = 0
  const begin = waiting.shift()
  if (waiting.length > 0) setImmediate(giveTurn)
  start = performance.now()
  begin?.()
}

/** Begins a piece of work in a turn of the event loop in which no other one begins, after those that wait already. */
export function beginInTurn(begin: () => void): void {
  if (waiting.push(begin) === 1) setImmediate(giveTurn)
}

/** Waits for a turn, for a piece of work. */
export const nextTurn = (): Promise<void> => new Promise(beginInTurn)

/** Whether the work of this turn has gone on for so long that it should wait for the next one. */
export const isTurnOver = (): boolean => performance.now() - start >= TURN_MS
