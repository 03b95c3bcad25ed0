/**
 * A queue for the places of one resource that is fair between clients: a free place goes to the client that has
 * the fewest, of these to the one that came, or had one, longest ago; where the queue is full, the client with most
 * requests in it loses one. A client alone may have all places, but for those that are for who has none.
 */

import { networkOf } from './client.ts'
import { systemClock, type Clock } from './clock.ts'

/** Reasons for which somebody gets no place. */
export interface Refusals {
  full(): Error
  late(): Error
  /** The client has left, or its time is over: the reason of its signal. */
  aborted(reason: unknown): Error
}

export interface QueueEntry {
  readonly client: string
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that it may wait. */
  readonly timeoutMs: number
  /** Waits behind all others. */
  readonly last?: boolean
  /** Work that has begun and wants its place again: it is before all others of its client, and never refused. */
  readonly isBegun?: boolean
}

interface QueueOptions {
  /** How many may wait, of all clients together. */
  readonly maxWaiting: number
  readonly refusals: Refusals
  /** Whether a client may have a further place now; those who may not wait on. */
  readonly mayBegin?: (client: string) => boolean
  readonly clock?: Clock
}

/** What one client has in the queue, and of the places. */
interface Share<Place, R extends QueueEntry> {
  readonly client: string
  places: number
  /** Its turn: a number that increases with each client that comes, and each place that one gets or gives back. */
  turn: number
  /** In the order in which they get places. */
  readonly waiting: Waiting<Place, R>[]
}

/** @template R requests, as they were given to `wait` */
export class FairQueue<Place, R extends QueueEntry = QueueEntry> {
  readonly #options: QueueOptions
  readonly #clock: Clock
  /** Of the clients that wait or have places. */
  readonly #shares = new Map<string, Share<Place, R>>()
  #length = 0
  #lastTurn = 0

  constructor(options: QueueOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /** Requests that wait. */
  get length(): number {
    return this.#length
  }

  /** Milliseconds for which the one has waited that has waited longest of those who may begin; 0 where nobody waits. */
  get longestWaitMs(): number {
    const now = this.#clock.now()
    return this.#order()
      .flatMap(({ waiting }) => waiting)
      .reduce((longest, { since }) => Math.max(longest, now - since), 0)
  }

  /** Waits for a place, which `release` gives back. @throws Error one of the refusals, or of `refuse` */
  wait(request: R): Promise<Place> {
    const { refusals, maxWaiting } = this.#options
    if (request.signal?.aborted) return Promise.reject(refusals.aborted(request.signal.reason))
    const share = this.#shareOf(networkOf(request.client))
    if (!request.isBegun && this.#length >= maxWaiting && !this.#makeRoom(share)) {
      this.#forgetIfEmpty(share)
      return Promise.reject(refusals.full())
    }
    const one = new Waiting<Place, R>(request, refusals, this.#clock, () => this.#remove(share, one))
    if (request.isBegun) share.waiting.unshift(one)
    else share.waiting.push(one)
    this.#length++
    return one.place
  }

  /** Those that are next, in their order: at most one of each client, as none has more places than another. */
  upcoming(count: number): readonly R[] {
    const order = this.#order()
    const fewest = order[0]?.places
    return order
      .filter(({ places }) => places === fewest)
      .slice(0, count)
      .map(({ waiting }) => waiting[0]!.request)
  }

  /**
   * Gives a place to whoever is next, or to a request if it still waits.
   * @param maxHeld places that its client may have already
   * @returns false if nobody has it
   */
  offer(place: Place, request?: R, maxHeld = Infinity): boolean {
    const next = request ? this.#find(request) : this.#order()[0]?.waiting[0]
    if (!next) return false
    const share = this.#shareOf(networkOf(next.request.client))
    if (share.places > maxHeld) return false
    this.#give(share)
    next.resolve(place)
    return true
  }

  /** Whether nobody waits and a client may have a place: then it has one. */
  take(address: string): boolean {
    const client = networkOf(address)
    if (this.#length > 0 || this.#options.mayBegin?.(client) === false) return false
    this.#give(this.#shareOf(client))
    return true
  }

  #give(share: Share<Place, R>): void {
    share.places++
    share.turn = ++this.#lastTurn
  }

  /** A client has given a place back. */
  release(client: string): void {
    const share = this.#shares.get(networkOf(client))
    if (!share) return
    share.places--
    share.turn = ++this.#lastTurn
    this.#forgetIfEmpty(share)
  }

  /** Ends the waiting of a client, or of all. */
  refuse(error: Error, client?: string): void {
    const shares = client === undefined ? [...this.#shares.values()] : [this.#shares.get(networkOf(client))]
    for (const share of shares) for (const one of [...(share?.waiting ?? [])]) one.reject(error)
  }

  /** Those of whom a request may have a place now, the next one first. */
  #order(): Share<Place, R>[] {
    const { mayBegin = () => true } = this.#options
    const isLast = ({ waiting }: Share<Place, R>): number => (waiting[0]?.request.last ? 1 : 0)
    return [...this.#shares.values()]
      .filter(
        ({ waiting, client }) => waiting.length > 0 && (waiting[0]!.request.isBegun || mayBegin(client)),
      )
      .sort((a, b) => isLast(a) - isLast(b) || a.places - b.places || a.turn - b.turn)
  }

  #find(request: R): Waiting<Place, R> | undefined {
    return this.#shares.get(networkOf(request.client))?.waiting.find((one) => one.request === request)
  }

  /** Makes room in a full queue, if somebody has more in it than this client with one more would have. */
  #makeRoom(share: Share<Place, R>): boolean {
    const most = [...this.#shares.values()].reduce((a, b) => (b.waiting.length > a.waiting.length ? b : a))
    if (most.waiting.length <= share.waiting.length + 1) return false
    const newest = most.waiting.findLast(({ request }) => !request.isBegun)
    newest?.reject(this.#options.refusals.full())
    return newest !== undefined
  }

  #shareOf(client: string): Share<Place, R> {
    let share = this.#shares.get(client)
    if (!share) {
      share = { client, places: 0, turn: ++this.#lastTurn, waiting: [] }
      this.#shares.set(client, share)
    }
    return share
  }

  #remove(share: Share<Place, R>, one: Waiting<Place, R>): void {
    share.waiting.splice(share.waiting.indexOf(one), 1)
    this.#length--
    this.#forgetIfEmpty(share)
  }

  #forgetIfEmpty({ client, places, waiting }: Share<Place, R>): void {
    if (places === 0 && waiting.length === 0) this.#shares.delete(client)
  }
}

/** A request in the queue, until it has a place, its time is over or its client leaves. */
class Waiting<Place, R extends QueueEntry> {
  readonly request: R
  readonly since: number
  readonly place: Promise<Place>
  readonly #cancelTimer: () => void
  readonly #onAbort: () => void
  readonly #onEnd: () => void
  #resolve!: (place: Place) => void
  #reject!: (error: Error) => void

  /** @param onEnd is called when it waits no longer */
  constructor(request: R, { late, aborted }: Refusals, clock: Clock, onEnd: () => void) {
    this.request = request
    this.since = clock.now()
    this.place = new Promise((...executor) => ([this.#resolve, this.#reject] = executor))
    this.#cancelTimer = clock.after(request.timeoutMs, () => this.reject(late()))
    this.#onAbort = () => this.reject(aborted(request.signal?.reason))
    request.signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#onEnd = onEnd
  }

  resolve(place: Place): void {
    this.#end()
    this.#resolve(place)
  }

  reject(error: Error): void {
    this.#end()
    this.#reject(error)
  }

  #end(): void {
    this.#cancelTimer()
    this.request.signal?.removeEventListener('abort', this.#onAbort)
    this.#onEnd()
  }
}
