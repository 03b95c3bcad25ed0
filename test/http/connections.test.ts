/** Connections whose clients take nothing of their answers. */

import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createConnections } from '../../src/server/http/connections.ts'
import { until } from '../support/until.ts'

const MAX_STALL_MS = 3000
const PIECE = Buffer.alloc(100_000)

function* endless(): Generator<Buffer> {
  for (;;) yield PIECE
}

describe('a connection', () => {
  let server: Server
  let port: number
  before(async () => {
    server = createServer({ requestTimeout: 0 })
    createConnections(server, {
      listener: (_, response) => void Readable.from(endless()).pipe(response),
      refuse: (_, socket) => socket.destroy(),
      maxStallMs: MAX_STALL_MS,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  it('is cut where its client takes nothing of its answer, and no other is that is read slowly', async () => {
    const open = new Set<net.Socket>()
    server.on('connection', (socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
    const [silent, slow] = [1, 2].map(() => net.connect(port, '127.0.0.1').on('error', () => {})) as [
      net.Socket,
      net.Socket,
    ]
    let taken = 0
    slow.on('data', ({ length }) => {
      taken += length
      slow.pause()
    })
    const reading = setInterval(() => slow.resume(), 5)
    for (const socket of [silent, slow]) socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => open.size === 2 && taken > 0)
    await until(() => open.size === 1)
    const before = taken
    await until(() => taken > before + 10_000_000)
    clearInterval(reading)
    expect(open.size).to.equal(1)
    expect(slow.destroyed).to.equal(false)
    for (const socket of [silent, slow]) socket.destroy()
  })
})
