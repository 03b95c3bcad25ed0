/** The second address, for operators: what is there, and no longer on the public port. */

import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, type App } from '../../src/server/app.ts'
import type { Settings } from '../../src/config/settings.ts'
import { openSmallGraph } from '../support/server.ts'
import { throughout } from '../support/closing.ts'

const ONE = '/skg-if/api/products/prod-1'
const address = { host: '127.0.0.1', port: 9090 }

describe('an address for operators', () => {
  const graph = throughout(() => openSmallGraph())

  async function statuses(listener: App['listener'] | undefined): Promise<Record<string, number>> {
    const server: Server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const entries = await Promise.all(
      ['/metrics', '/dump', '/health', ONE, '/'].map(async (path) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`)
        await response.text()
        return [path, response.status] as const
      }),
    )
    server.close().closeAllConnections()
    return Object.fromEntries(entries)
  }

  const all = { '/metrics': 200, '/dump': 200, '/health': 200, [ONE]: 200, '/': 200 }
  const rows: readonly [
    title: string,
    settings: Partial<Settings>,
    open: object,
    admin: object | undefined,
  ][] = [
    ['is not there without the setting', {}, all, undefined],
    [
      'has the figures, which are not public then',
      { admin: address },
      { ...all, '/metrics': 404 },
      { '/metrics': 200, '/dump': 404, '/health': 200, [ONE]: 404, '/': 404 },
    ],
    [
      'has the dump alone, if that is wished',
      { admin: address, dump: 'admin' },
      { ...all, '/metrics': 404, '/dump': 404 },
      { '/metrics': 200, '/dump': 200, '/health': 200, [ONE]: 404, '/': 404 },
    ],
    ['is not needed for no dump at all', { dump: 'off' }, { ...all, '/dump': 404 }, undefined],
  ]
  for (const [title, settings, open, admin] of rows) {
    it(title, async () => {
      const app = createApp({ graph, settings: { log: false, ...settings } })
      expect(await statuses(app.listener)).to.deep.equal(open)
      if (admin) expect(await statuses(app.adminListener)).to.deep.equal(admin)
      else expect(app.adminListener).to.equal(undefined)
    })
  }

  it('and no dump are not part of the description of the graph', async () => {
    for (const [dump, isDescribed] of [
      ['public', true],
      ['off', false],
    ] as const) {
      const server = createServer(createApp({ graph, settings: { log: false, dump } }).listener).listen(0)
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const text = await (await fetch(`http://127.0.0.1:${port}/.well-known/void`)).text()
      server.close().closeAllConnections()
      expect(text.includes('void:dataDump')).to.equal(isDescribed)
    }
  })
})
