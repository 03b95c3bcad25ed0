/** Whose queries have cost an engine: the next one takes its time to load the graph, and all wait for it. */

import { BlockList, isIP } from 'node:net'
import { networkOf } from '../../admission/client.ts'

export interface Penalties {
  /** The client has cost a process. */
  add(client: string): void
  /** Whether the client has cost a process of late. */
  has(client: string): boolean
  /** Processes that all clients have cost of late. */
  total(): number
  /**
   * Milliseconds until the client may ask again; 0 if it may now. An address that may be a proxy's always
   * may: its penalty would keep out all who come through it.
   */
  remainingMs(client: string): number
}

/** Processes that a client may cost within so many milliseconds. */
export const MAX_KILLS = 3
const WINDOW_MS = 60_000

/** Addresses behind which many may be: those of this machine and of private networks, where proxies are. */
const shared = new BlockList()
for (const [network, prefix, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  shared.addSubnet(network, prefix, family)

function isShared(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && shared.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

export function createPenalties(now: () => number = () => performance.now()): Penalties {
  const kills = new Map<string, readonly number[]>()

  function recent(client: string): readonly number[] {
    const since = now() - WINDOW_MS
    return (kills.get(networkOf(client)) ?? []).filter((time) => time > since)
  }
  return {
    add(client) {
      for (const known of [...kills.keys()]) if (recent(known).length === 0) kills.delete(known)
      kills.set(networkOf(client), [...recent(client), now()])
    },
    has: (client) => recent(client).length > 0,
    total: () => [...kills.keys()].reduce((sum, client) => sum + recent(client).length, 0),
    remainingMs(client) {
      const times = recent(client)
      // Room for one more is there again when the last so many but one are out of the window.
      const decisive = times.at(-MAX_KILLS)
      return decisive === undefined || isShared(client) ? 0 : decisive + WINDOW_MS - now()
    },
  }
}
