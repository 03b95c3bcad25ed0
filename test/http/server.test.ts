/** Connections whose clients do not behave: what is under way there ends, and nothing is written into it. */

import { expect } from 'chai'
import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { statusOf } from '../../src/http/server/request-context.ts'
import { shutdown, listen, type Listening } from '../../src/http/server/server.ts'
import { until } from '../support/until.ts'

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((_, count) => resolve(count))
  })

describe('a connection', () => {
  let listening: Listening
  let client: net.Socket

  /** A server with one connection, on which text is sent. */
  async function open(
    listener: RequestListener,
    text: string,
    limits?: Parameters<typeof listen>[3],
  ): Promise<void> {
    listening = await listen('127.0.0.1', 0, () => ({ listener, root: '' }), limits)
    client = net.connect((listening.server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => {})
    await once(client, 'connect')
    client.write(text)
  }
  afterEach(async () => {
    client.destroy()
    await shutdown(listening.server, 100)
  })

  it('whose client leaves closes the response at work, and begins no request that waits behind it', async () => {
    const started: (string | undefined)[] = []
    const closed: (readonly [url: string | undefined, status: number])[] = []
    let late: ServerResponse | undefined
    let resolveFirst: (value: unknown) => void
    const first = new Promise((resolve) => {
      resolveFirst = resolve
    })
    await open(
      ({ url }, response) => {
        started.push(url)
        late = response
        response.on('close', () => closed.push([url, statusOf(response)]))
        resolveFirst(undefined)
      },
      request('/1') + request('/2') + request('/3'),
    )
    await first
    client.destroy()
    await listening.drained(100_000)
    await until(async () => (await connectionsOf(listening.server)) === 0)
    expect(started).to.deep.equal(['/1'])
    expect(closed).to.deep.equal([['/1', 499]])
    // What is written all the same goes nowhere.
    late?.end('late')
  })

  it('has one request at work, and reads no more than a piece of those that wait', async () => {
    let [atWork, most, started, arrived] = [0, 0, 0, 0]
    const all = 6000
    let first: ServerResponse | undefined
    await open((_, response) => {
      most = Math.max(most, ++atWork)
      started++
      response.on('close', () => atWork--)
      if (started === 1) first = response
      else response.end('.')
    }, '')
    listening.server.prependListener('request', () => arrived++)
    client.resume()
    client.write(request('/').repeat(all))
    await until(() => first !== undefined)
    // Enough for a server that would read on to have read all.
    for (let turn = 0; turn < 1000; turn++) await nextTurn()
    expect(arrived).to.be.lessThan(3000)
    first?.end('.')
    await until(() => started === all || client.destroyed)
    expect(started).to.equal(all)
    expect(most).to.equal(1)
  })

  it('lets others have their turn between its pipelined requests', async () => {
    const order: (string | undefined)[] = []
    const many = 1000
    await open(({ url }, response) => {
      order.push(url)
      if (order.length === 1) other.write(request('/other'))
      response.end()
    }, '')
    client.resume()
    const other = net.connect((listening.server.address() as AddressInfo).port, '127.0.0.1')
    await once(other, 'connect')
    client.write(request('/many').repeat(many))
    await until(() => order.length === many + 1)
    other.destroy()
    expect(order.indexOf('/other')).to.be.lessThan(many)
  })

  it('whose body does not arrive in time is answered with 408 and cut, whatever follows', async () => {
    await open(
      (message, response) => {
        message.resume().on('end', () => response.end())
      },
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n',
      { requestTimeout: 1 },
    )
    const trickle = setInterval(() => client.write('x'), 100)
    let text = ''
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    try {
      await once(client, 'close')
    } finally {
      clearInterval(trickle)
    }
    expect(text).to.match(/^HTTP\/1\.1 408 [^]*request-timeout/)
    await until(async () => (await connectionsOf(listening.server)) === 0)
  })

  it('on which a body behind a slow request does not arrive in time is answered in order', async () => {
    await open(
      ({ method }, response) => {
        listening.server.once('clientError', () => response.end(method))
      },
      `${request('/')}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n`,
      { requestTimeout: 1 },
    )
    let text = ''
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    await once(client, 'close')
    expect(text).to.match(/^HTTP\/1\.1 200 [^]*GETHTTP\/1\.1 408 /)
  })

  it('is closed past the number that an address may have, and those of other addresses are not', async () => {
    await open((_, response) => response.end('answer'), '', { maxConnectionsPerAddress: 2 })
    const { port } = listening.server.address() as AddressInfo
    const from = async (localAddress: string): Promise<net.Socket> => {
      const socket = net.connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
      await once(socket, 'connect')
      return socket
    }
    const answered = async (socket: net.Socket): Promise<boolean> => {
      if (socket.closed) return false
      socket.write(request('/'))
      return new Promise((resolve) => {
        socket.once('data', () => resolve(true)).once('close', () => resolve(false))
      })
    }
    const [second, third, other] = [await from('127.0.0.1'), await from('127.0.0.1'), await from('127.0.0.2')]
    expect(await Promise.all([client, second, third, other].map(answered))).to.deep.equal([
      true,
      true,
      false,
      true,
    ])
    second.destroy()
    await once(second, 'close')
    await until(async () => (await connectionsOf(listening.server)) === 2)
    const again = await from('127.0.0.1')
    expect(await answered(again)).to.equal(true)
    for (const socket of [other, again]) socket.destroy()
  })

  it('on which nonsense comes in the middle of an answer is cut off', async () => {
    let text = ''
    await open((_, response) => {
      response.write('begun')
      client.write('NONSENSE\r\n\r\n')
    }, request('/'))
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    await once(client, 'close')
    expect(text).to.match(/^HTTP\/1\.1 200 [^]*begun/)
    expect(text).not.to.include('400')
  })

  it('on which nonsense comes behind requests is told so behind their answers', async () => {
    let text = ''
    let failed: Promise<unknown>
    await open(({ url }, response) => {
      const answer = (): unknown => response.end(`<${url}>`)
      if (url === '/1') void failed.then(() => client.write('MORE\r\n\r\n', answer))
      else answer()
    }, '')
    failed = once(listening.server, 'clientError')
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    client.write(`${request('/1')}${request('/2')}NONSENSE\r\n\r\n`)
    await once(client, 'close')
    expect(text.match(/HTTP\/1\.1 /g)).to.have.lengthOf(3)
    expect(text).to.match(/^HTTP\/1\.1 200 [^]*<\/1>HTTP\/1\.1 200 [^]*<\/2>HTTP\/1\.1 400 [^]*bad-request/)
    await until(async () => (await connectionsOf(listening.server)) === 0)
  })

  it('that is slow to take its answer gets all of it when the server ends', async () => {
    const length = 30_000_000
    let answered = (): void => {}
    const allWritten = new Promise<void>((resolve) => {
      answered = resolve
    })
    await open((_, response) => {
      response.end(Buffer.alloc(length, 'a'))
      answered()
    }, request('/'))
    client.pause()
    await allWritten
    const ending = shutdown(listening.server, 100_000)
    await wait(300)
    let receivedBytes = 0
    client
      .on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length
      })
      .resume()
    await once(client, 'close')
    await ending
    expect(receivedBytes).to.be.greaterThan(length)
  })
})
