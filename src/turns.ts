/**
 * Turns of the event loop: what holds the thread is done in pieces, one piece in a turn, whatever it is a piece of.
 * So what can be answered at once is answered in between, however much else there is to do.
 */

/** Milliseconds of work after which others should have their turn. */
const TURN_MS = 1

/** Turns after which a piece is done although a connection has arrived in each of them. */
const MAX_SKIPPED = 32

/** Work that has not begun, and the next pieces of work that has: both go on however many there are of the other. */
const queues: readonly [beginning: (() => void)[], begun: (() => void)[]] = [[], []]
let lastQueue = 0
let isWaiting = false
let isQuiet = true
let skipped = 0

/** When the first work of this turn of the event loop began; undefined if there was none. */
let start: number | undefined

/** Says that a connection has arrived: more may follow it, and are all accepted before the next piece of work. */
export function noteConnection(): void {
  isQuiet = false
}

function wait(queue: 0 | 1, piece: () => void): void {
  queues[queue].push(piece)
  if (!isWaiting) setImmediate(giveTurn)
  isWaiting = true
}

function giveTurn(): void {
  const wasQuiet = isQuiet
  isQuiet = true
  if (!wasQuiet && ++skipped < MAX_SKIPPED) {
    setImmediate(giveTurn)
    return
  }
  skipped = 0
  const other = 1 - lastQueue
  lastQueue = queues[other]!.length > 0 ? other : lastQueue
  const piece = queues[lastQueue]!.shift()
  isWaiting = queues.some(({ length }) => length > 0)
  if (isWaiting) setImmediate(giveTurn)
  startTurn()
  piece?.()
}

/** Begins work in a turn of the event loop in which no other piece of work is done, after what waits already. */
export const beginInTurn = (work: () => void): void => wait(0, work)

/** Waits for a turn, for the next piece of work that has begun. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    wait(1, resolve)
  })

/** Whether there has been so much work in this turn of the event loop that what follows should wait for another. */
export function isTurnOver(): boolean {
  if (start === undefined) startTurn()
  return performance.now() - (start as number) >= TURN_MS
}

function startTurn(): void {
  if (start === undefined)
    setImmediate(() => {
      start = undefined
    })
  start = performance.now()
}
