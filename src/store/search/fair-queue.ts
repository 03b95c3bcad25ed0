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

interface Waiting<Place, R> {
  readonly request: R
  readonly client: string
  readonly turn: number
  resolve(place: Place): void
  reject(error: Error): void
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
export function createFairQueue<Place, R extends QueueRequest = QueueRequest>(
  maxWaiting: number,
  refusals: Refusals,
): FairQueue<Place, R> {
  const waiting: Waiting<Place, R>[] = []
  /** Clients that have a place. */
  const placed = new Set<string>()

  const countOf = (client: string): number => waiting.filter((one) => one.client === client).length

  function remove(one: Waiting<Place, R>): void {
    const at = waiting.indexOf(one)
    if (at >= 0) waiting.splice(at, 1)
  }

  /** Makes room in a full queue, if somebody has more in it than this client would have. */
  function makeRoom(count: number): boolean {
    const counts = new Map<string, number>()
    for (const { client } of waiting) counts.set(client, (counts.get(client) ?? 0) + 1)
    const [client, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    if (most <= count + 1) return false
    waiting.findLast((one) => one.client === client)?.reject(refusals.full())
    return true
  }

  return {
    wait(request) {
      const { client: address, signal, timeoutMs, last = false } = request
      const client = networkOf(address)
      const count = countOf(client)
      if (signal?.aborted) return Promise.reject(refusals.aborted())
      if (waiting.length >= maxWaiting && !makeRoom(count)) return Promise.reject(refusals.full())
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => entry.reject(refusals.late()), timeoutMs)
        const abort = (): void => entry.reject(refusals.aborted())
        function leave(): void {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          remove(entry)
        }
        const entry: Waiting<Place, R> = {
          request,
          client,
          turn: count + (placed.has(client) ? 1 : 0) + (last ? maxWaiting : 0),
          resolve(place) {
            leave()
            resolve(place)
          },
          reject(error) {
            leave()
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        const at = waiting.findIndex(({ turn }) => turn > entry.turn)
        waiting.splice(at < 0 ? waiting.length : at, 0, entry)
      })
    },
    upcoming: (count) =>
      waiting
        .filter(({ client }) => !placed.has(client))
        .slice(0, count)
        .map(({ request }) => request),
    offer(place, request) {
      const next = waiting.find((one) => (request ? one.request === request : !placed.has(one.client)))
      if (!next) return false
      placed.add(next.client)
      next.resolve(place)
      return true
    },
    release: (client) => {
      placed.delete(networkOf(client))
    },
    refuse(error, client) {
      const name = client === undefined ? undefined : networkOf(client)
      for (const one of [...waiting]) if (name === undefined || one.client === name) one.reject(error)
    },
    get length() {
      return waiting.length
    },
  }
}
