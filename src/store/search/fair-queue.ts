/**
 * A fair queue for a limited number of slots: a client has one slot at a time, its second query waits for the
 * first of every other client, and where the queue is full, the client with most queries in it loses one.
 */

import { isIPv6 } from 'node:net'

/** Reasons for which somebody gets no place. */
export interface Refusals {
  full(): Error
  late(): Error
  aborted(): Error
}

export interface QueueRequest {
  readonly client: string
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  /** Waits behind all others. */
  readonly last?: boolean
}

/** @template R requests, as they were given to `wait` */
export interface FairQueue<Place, R extends QueueRequest = QueueRequest> {
  /** Waits for a place, which `release` gives back. @throws Error one of the refusals, or of `refuse` */
  wait(request: R): Promise<Place>
  /** Those that are next, in their order, if they have one place in turn. */
  upcoming(count: number): readonly R[]
  /** Gives a place to whoever is next, or to a request if it still waits. @returns false if nobody has it */
  offer(place: Place, request?: R): boolean
  /** The client has its place no more. */
  release(client: string): void
  /** Ends the waiting of a client, or of all. */
  refuse(error: Error, client?: string): void
  readonly length: number
}

/** Groups of an IPv6 address that name the network; one customer has as many addresses as there are in it. */
const NETWORK_GROUPS = 4

/** The network of an IPv6 address; any other text as it is. */
export function networkOf(address: string): string {
  if (address.includes('.') || !isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  if (tail !== undefined) groups.push(...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest)
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::`
}

/** @param maxWaiting how many may wait, of all clients together */
export const createFairQueue = <Place, R extends QueueRequest = QueueRequest>(
  maxWaiting: number,
  refusals: Refusals,
): FairQueue<Place, R> => new Queue(maxWaiting, refusals)

class Queue<Place, R extends QueueRequest> implements FairQueue<Place, R> {
  readonly #maxWaiting: number
  readonly #refusals: Refusals
  readonly #waiting: Waiting<Place, R>[] = []
  /** Clients that have a place. */
  readonly #placed = new Set<string>()

  constructor(maxWaiting: number, refusals: Refusals) {
    this.#maxWaiting = maxWaiting
    this.#refusals = refusals
  }

  get length(): number {
    return this.#waiting.length
  }

  wait(request: R): Promise<Place> {
    const client = networkOf(request.client)
    const count = this.#waiting.filter((one) => one.client === client).length
    if (request.signal?.aborted) return Promise.reject(this.#refusals.aborted())
    if (this.length >= this.#maxWaiting && !this.#makeRoom(count))
      return Promise.reject(this.#refusals.full())
    const turn = count + (this.#placed.has(client) ? 1 : 0) + (request.last ? this.#maxWaiting : 0)
    const entry = new Waiting<Place, R>(request, turn, this.#refusals, (one) => this.#remove(one))
    const at = this.#waiting.findIndex((one) => one.turn > turn)
    this.#waiting.splice(at < 0 ? this.length : at, 0, entry)
    return entry.place
  }

  upcoming(count: number): readonly R[] {
    return this.#waiting
      .filter(({ client }) => !this.#placed.has(client))
      .slice(0, count)
      .map(({ request }) => request)
  }

  offer(place: Place, request?: R): boolean {
    const next = this.#waiting.find((one) =>
      request ? one.request === request : !this.#placed.has(one.client),
    )
    if (!next) return false
    this.#placed.add(next.client)
    next.resolve(place)
    return true
  }

  release(client: string): void {
    this.#placed.delete(networkOf(client))
  }

  refuse(error: Error, client?: string): void {
    const name = client === undefined ? undefined : networkOf(client)
    for (const one of [...this.#waiting]) if (name === undefined || one.client === name) one.reject(error)
  }

  /** Makes room in a full queue, if somebody has more in it than a client with so many and one more would have. */
  #makeRoom(count: number): boolean {
    const counts = new Map<string, number>()
    for (const { client } of this.#waiting) counts.set(client, (counts.get(client) ?? 0) + 1)
    const [client, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    if (most <= count + 1) return false
    this.#waiting.findLast((one) => one.client === client)?.reject(this.#refusals.full())
    return true
  }

  #remove(one: Waiting<Place, R>): void {
    const at = this.#waiting.indexOf(one)
    if (at >= 0) this.#waiting.splice(at, 1)
  }
}

/** A request in the queue, until it has a place, its time is over or its client leaves. */
class Waiting<Place, R extends QueueRequest> {
  readonly request: R
  readonly client: string
  readonly turn: number
  readonly place: Promise<Place>
  readonly #timer: NodeJS.Timeout
  readonly #onAbort: () => void
  readonly #onEnd: (one: Waiting<Place, R>) => void
  #resolve!: (place: Place) => void
  #reject!: (error: Error) => void

  /** @param onEnd is called when it waits no longer */
  constructor(
    request: R,
    turn: number,
    { late, aborted }: Refusals,
    onEnd: (one: Waiting<Place, R>) => void,
  ) {
    this.request = request
    this.client = networkOf(request.client)
    this.turn = turn
    this.place = new Promise((...executor) => ([this.#resolve, this.#reject] = executor))
    this.#timer = setTimeout(() => this.reject(late()), request.timeoutMs)
    this.#onAbort = () => this.reject(aborted())
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
    clearTimeout(this.#timer)
    this.request.signal?.removeEventListener('abort', this.#onAbort)
    this.#onEnd(this)
  }
}
