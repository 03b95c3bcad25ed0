/**
 * Turns of the event loop: what holds the thread is done in pieces, one piece in a turn, whatever it is a piece of.
 * So what can be answered at once is answered in between, however much else there is to do.
 */

/** Milliseconds of work after which others should have their turn. */
const TURN_MS = 1

/** Turns in which a piece gives way to connections that arrive; after that, none does until no more arrive. */
const MAX_SKIPPED = 32

type Piece = () => void

/** Pieces of the work of several clients, which have their turns one after the other. */
class PieceQueue {
  /** The client that is next comes first. */
  readonly #pieces = new Map<string, Piece[]>()

  get isEmpty(): boolean {
    return this.#pieces.size === 0
  }

  push(client: string, piece: Piece): void {
    const own = this.#pieces.get(client)
    if (own) own.push(piece)
    else this.#pieces.set(client, [piece])
  }

  shift(): Piece | undefined {
    for (const [client, own] of this.#pieces) {
      this.#pieces.delete(client)
      const piece = own.shift()
      if (own.length > 0) this.#pieces.set(client, own)
      return piece
    }
    return undefined
  }
}

/** First pieces of work, and further ones: they alternate, so that neither waits until none of the other is left. */
const firstPieces = new PieceQueue()
const furtherPieces = new PieceQueue()
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

function enqueue(queue: PieceQueue, client: string, piece: Piece): void {
  queue.push(client, piece)
  if (!isWaiting) setImmediate(giveTurn)
  isWaiting = true
}

function giveTurn(): void {
  if (isQuiet) skipped = 0
  else if (skipped < MAX_SKIPPED) {
    skipped++
    isQuiet = true
    setImmediate(giveTurn)
    return
  }
  isQuiet = true
  const isFirst = furtherPieces.isEmpty || (isFirstNext && !firstPieces.isEmpty)
  isFirstNext = !isFirst
  const piece = (isFirst ? firstPieces : furtherPieces).shift()
  isWaiting = !firstPieces.isEmpty || !furtherPieces.isEmpty
  if (isWaiting) setImmediate(giveTurn)
  startTurn()
  piece?.()
}

/**
 * Begins work in a turn of the event loop in which no other piece of work is done, after what waits already for
 * its client and a piece for each of the others.
 */
export const beginInTurn = (client: string, work: () => void): void => enqueue(firstPieces, client, work)

/** Waits for a turn, for a further piece of the work for a client. */
export const nextTurn = (client: string): Promise<void> =>
  new Promise((resolve) => {
    enqueue(furtherPieces, client, resolve)
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
