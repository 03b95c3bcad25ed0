/** Who a client is: the address without its port, and of an IPv6 address the network. */

import { isIP, isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name the network; one customer has as many addresses as there are in it. */
const NETWORK_GROUPS = 4

/** The network of an IPv6 address, the address that a mapped one holds; any other text as it is. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  if (address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  if (tail !== undefined) groups.push(...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest)
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::`
}

const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/
const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/

/** The address of which a proxy writes, with a port perhaps; undefined where it is none. */
export function addressOf(text: string): string | undefined {
  const address = (IPV4_WITH_PORT.exec(text) ?? IN_BRACKETS.exec(text))?.[1] ?? text
  return isIP(address) === 0 ? undefined : address
}
