/** Who counts as one client. */

import { expect } from 'chai'
import { addressOf, networkOf } from '../../src/admission/client.ts'

describe('a client', () => {
  const networks: readonly [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::6', '2001:db8:1:2::'],
    ['2001:db8::6', '2001:db8:0:0::'],
    ['::1', '0:0:0:0::'],
    ['charts', 'charts'],
    ['', ''],
  ]
  for (const [address, network] of networks)
    it(`at ${address || 'no address'} is ${network || 'nobody'}`, () =>
      expect(networkOf(address)).to.equal(network))

  const addresses: readonly [text: string, address: string | undefined][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5678', '192.0.2.1'],
    ['2001:db8::6', '2001:db8::6'],
    ['[2001:db8::6]', '2001:db8::6'],
    ['[2001:db8::6]:443', '2001:db8::6'],
    ['unknown', undefined],
    ['192.0.2.1:x', undefined],
    ['192.0.2.999:80', undefined],
    ['', undefined],
  ]
  for (const [text, address] of addresses)
    it(`of which a proxy writes "${text}" has ${address ?? 'no'} address`, () =>
      expect(addressOf(text)).to.equal(address))
})
