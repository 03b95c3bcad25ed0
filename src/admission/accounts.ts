/** What each client has not taken yet of its answers, in bytes, and how much of it there may be. */

import { networkOf } from './client.ts'

export interface Accounts {
  /** Counts bytes as unsent. @returns what says, once, that they have been sent or are given up */
  add(client: string, bytes: number): () => void
  /**
   * Whether a client may begin further work: it has less unsent than one may have; and where all together have as
   * much as they may, it has nothing unsent.
   */
  mayBegin(client: string): boolean
  /** Is called when somebody may begin who could not before. @returns what ends that */
  onChange(callback: () => void): () => void
}

interface Limits {
  readonly maxBytes: number
  readonly maxBytesPerClient: number
}

export function createAccounts({ maxBytes, maxBytesPerClient }: Limits): Accounts {
  const unsent = new Map<string, number>()
  const callbacks = new Set<() => void>()
  let total = 0

  function change(client: string, bytes: number): void {
    const sum = (unsent.get(client) ?? 0) + bytes
    if (sum > 0) unsent.set(client, sum)
    else unsent.delete(client)
    total += bytes
  }
  function mayBegin(address: string): boolean {
    const bytes = unsent.get(networkOf(address)) ?? 0
    return bytes < maxBytesPerClient && (total < maxBytes || bytes === 0)
  }

  return {
    add(address, bytes) {
      const client = networkOf(address)
      let isCounted = true
      change(client, bytes)
      return () => {
        if (!isCounted) return
        isCounted = false
        const wasFull = total >= maxBytes || !mayBegin(client)
        change(client, -bytes)
        if (wasFull) for (const callback of callbacks) callback()
      }
    },
    mayBegin,
    onChange(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
  }
}

/** Those of this process, whose memory they bound: 16 MB of one client, 128 MB of all. */
export const accounts = createAccounts({ maxBytes: 128_000_000, maxBytesPerClient: 16_000_000 })
