/**
 * Turns of the event loop: what holds the thread is done in pieces, one piece in a turn, whatever it is a piece of.
 * So what can be answered at once is answered in between, however much else there is to do.
 */

/** Milliseconds of work after which others should have their turn. */
const TURN_MS = 1

/** Turns after which a piece is done although a connection has arrived in each of them. */
const MAX_SKIPPED = 32

type Queue = (() => void)[]

/** First pieces of work, and further ones: they alternate, so that neither waits until none of the other is left. */
const firstPieces: Queue = []
const furtherPieces: Queue = []
let isFirstNext = false
let isWaiting = false
let isQuiet = true
let skipped = 0

/** When the first work of this turn of the event loop began; undefined if there was none. */
let start: number | undefined

/** Says that a connection has arrived: more may follow it, and are all accepted before the next piece of work. */
export function noteConnection(): void {
  isQuiet = false
}

function enqueue(queue: Queue, piece: () => void): void {
  queue.push(piece)
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
  const isFirst = furtherPieces.length === 0 || (isFirstNext && firstPieces.length > 0)
  isFirstNext = !isFirst
  const piece = (isFirst ? firstPieces : furtherPieces).shift()
  isWaiting = firstPieces.length + furtherPieces.length > 0
  if (isWaiting) setImmediate(giveTurn)
  startTurn()
  piece?.()
}

/** Begins work in a turn of the event loop in which no other piece of work is done, after what waits already. */
export const beginInTurn = (work: () => void): void => enqueue(firstPieces, work)

/** Waits for a turn, for a further piece of work. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    enqueue(furtherPieces, resolve)
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
