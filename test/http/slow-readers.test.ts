/** Clients that hardly read their answers: it counts against them alone, and in the end they are cut off. */

import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { createConnections } from '../../src/server/http/connections.ts'
import { inParts } from '../../src/server/http/response-cache.ts'
import { startSparql, type SparqlServer } from '../support/endpoint.ts'
import { getRaw } from '../support/server.ts'
import { until } from '../support/until.ts'

const [SLOW, OTHER] = ['192.0.2.1', '192.0.2.2']

const headersOf = (client: string): string => `Host: localhost\r\nX-Forwarded-For: ${client}`

describe('clients that hardly read answers of /sparql', () => {
  let server: SparqlServer
  const sockets: net.Socket[] = []
  before(async () => {
    server = await startSparql({ settings: { cache: 0, sparqlTimeout: 60 } })
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await server.close()
  })
  const queryOf = (text: string): string => `/sparql?query=${encodeURIComponent(text)}`
  const LARGE = queryOf('SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 45000')

  it('wait for themselves, and no other client does', async () => {
    const { body } = await getRaw(server.port, LARGE, 'GET', headersOf(OTHER))
    expect(body.length).to.be.within(15e6, 25e6)
    for (let i = 0; i < 6; i++) {
      const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      socket.once('readable', () => socket.read(2000))
      socket.write(`GET ${LARGE} HTTP/1.1\r\n${headersOf(SLOW)}\r\n\r\n`)
    }
    const { endpoint } = server.graph
    await until(() => (endpoint?.state().waiting ?? 0) > 0 && endpoint?.state().running === 0)
    const targets = [queryOf('ASK {}'), '/skg-if/api/products?page_size=5', '/skg-if/api/topics?page_size=3']
    for (let i = 0; i < 30; i++) {
      const { status } = await getRaw(server.port, targets[i % 3]!, 'GET', headersOf(OTHER))
      expect(status, targets[i % 3]).to.equal(200)
    }
    const own = getRaw(server.port, queryOf('ASK { }'), 'GET', headersOf(SLOW))
    expect(await Promise.race([own, getRaw(server.port, targets[0]!, 'GET', headersOf(OTHER))])).to.include({
      status: 200,
    })
    for (const socket of sockets) socket.destroy()
    expect((await own).status).to.equal(200)
  })
})

describe('a long answer', () => {
  const servers: Server[] = []
  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function listen(limits: { readonly maxStallMs: number; readonly rateMs?: number }): Promise<Server> {
    const server = createServer({ requestTimeout: 0 })
    servers.push(server)
    createConnections(server, {
      listener: (_, response) => void inParts([Buffer.alloc(40_000_000)]).pipe(response),
      refuse: (_, socket) => socket.destroy(),
      ...limits,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  /** Takes so many bytes of an answer twenty times a second. @returns how many came before it was cut, or whole */
  function read(server: Server, bytes: number): Promise<number> {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let taken = 0
    const timer = setInterval(() => {
      if (bytes === 0) return
      const piece = socket.read(Math.min(bytes, socket.readableLength) || undefined) as Buffer | null
      taken += piece?.length ?? 0
    }, 50)
    // Where it is cut off, a socket that is not read to its end does not say so.
    server.on('connection', (accepted) => {
      if (accepted.remotePort !== socket.localPort) return
      accepted.once('close', () => accepted.writableFinished || socket.destroy())
    })
    return once(socket, 'close').then(() => {
      clearInterval(timer)
      return taken
    })
  }

  for (const [title, bytes, limits] of [
    ['next to nothing', 100, { maxStallMs: 200_000, rateMs: 3000 }],
    ['nothing', 0, { maxStallMs: 3000 }],
  ] as const)
    it(`is cut off where its client takes ${title}, and not where it takes some`, async () => {
      const server = await listen(limits)
      const [slow, fast] = await Promise.all([read(server, bytes), read(server, 1_000_000)])
      expect(slow).to.be.below(1_000_000)
      expect(fast).to.be.above(40_000_000)
    })
})
