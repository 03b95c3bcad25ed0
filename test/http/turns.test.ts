/** Requests that come at once: searches begin one by one, and what is asked for by its path goes first. */

import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { createAccounts } from '../../src/admission/accounts.ts'
import { createRequestListener } from '../../src/http/server/request-context.ts'

const SEARCHES = 20

describe('requests that come at once', () => {
  let server: Server
  let sockets: Socket[]
  /** Targets in the order in which they began. */
  let begun: string[]
  let onBegin: (target: string) => void

  beforeEach(async () => {
    begun = []
    onBegin = () => {}
    server = createServer(
      createRequestListener({
        trustProxy: true,
        onUntrustedProxy: () => {},
        accounts: createAccounts({ maxBytes: 1, maxBytesPerClient: 1 }),
        observers: [],
        tryCache: () => false,
        fallback({ url = '' }, response) {
          begun.push(url)
          onBegin(url)
          response.end()
        },
      }),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const accepted = new Promise<void>((resolve) => {
      let connections = 0
      server.on('connection', () => {
        if (++connections === SEARCHES + 1) resolve()
      })
    })
    sockets = Array.from({ length: SEARCHES + 1 }, () => connect(port, '127.0.0.1'))
    await Promise.all([accepted, ...sockets.map((socket) => once(socket, 'connect'))])
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  /** Sends one request on each connection before the server reads any of them. */
  async function sendAll(requests: readonly string[]): Promise<void> {
    const answers = requests.map((request, i) => {
      const socket = sockets[i] as Socket
      socket.write(`${request} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return once(socket, 'data')
    })
    await Promise.all(answers)
  }
  const searches = Array.from({ length: SEARCHES }, (_, i) => `/products?page=${i}`)
  const asGet = (target: string): string => `GET ${target}`

  it('begin with the one by path, and searches follow in the order of arrival', async () => {
    await sendAll([...searches, '/products/1'].map(asGet))
    expect(begun).to.deep.equal(['/products/1', ...searches])
  })
  it('let a request by path in while searches wait', async () => {
    const late = sockets.at(-1) as Socket
    let answered: Promise<unknown> = Promise.resolve()
    onBegin = (target) => {
      if (target !== searches[0]) return
      late.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
      answered = once(late, 'data')
    }
    await sendAll(searches.map(asGet))
    await answered
    expect(begun.indexOf('/health')).to.be.within(1, SEARCHES / 2)
  })
  it('begin among those of another client that came before', async () => {
    const other = sockets.at(-1) as Socket
    let answered: Promise<unknown> = Promise.resolve()
    onBegin = (target) => {
      if (target !== searches[0]) return
      other.write('GET /other?page=1 HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n')
      answered = once(other, 'data')
    }
    await sendAll(searches.map(asGet))
    await answered
    expect(begun.indexOf('/other?page=1')).to.be.within(1, SEARCHES / 2)
  })
  it('do not begin when their client has gone meanwhile', async () => {
    const leavingSocket = sockets.at(-2) as Socket
    onBegin = (target) => {
      if (target === searches[0]) leavingSocket.destroy()
    }
    const answers = sendAll(searches.slice(0, -1).map(asGet))
    leavingSocket.write(`GET ${searches.at(-1)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await answers
    expect(begun).to.deep.equal(searches.slice(0, -1))
  })
  it('wait for their turn with a body, too', async () => {
    await sendAll(['POST /sparql', '/health'].map((one) => (one.startsWith('/') ? asGet(one) : one)))
    expect(begun).to.deep.equal(['/health', '/sparql'])
  })
})
