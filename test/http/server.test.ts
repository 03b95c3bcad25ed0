/** Connections whose clients do not behave: what is under way there ends, and nothing is written into it. */

import { expect } from 'chai'
import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { statusOf } from '../../src/server/http/exchange.ts'
import { shutdown, listen, type Listening } from '../../src/server/http/server.ts'
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

  it('whose client leaves closes the responses at work, those that wait behind the first too', async () => {
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
    expect(started).to.deep.equal(['/1', '/2', '/3'])
    expect(closed).to.have.deep.members(started.map((url) => [url, 499]))
    // What is written all the same goes nowhere.
    late?.end('late')
  })

  it('reads no more than a piece of the requests that are pipelined behind one', async () => {
    let started = 0
    let first: ServerResponse | undefined
    const all = 6000
    await open((_, response) => {
      started++
      if (started === 1) first = response
      else response.end('.')
    }, '')
    client.resume()
    client.write(request('/').repeat(all))
    await until(() => first !== undefined)
    // Enough for a server that would read on to have read all.
    for (let turn = 0; turn < 1000; turn++) await nextTurn()
    expect(started).to.be.lessThan(3000)
    first?.end('.')
    await until(() => started === all || client.destroyed)
    expect(started).to.equal(all)
  })

  it('sends the answers to pipelined requests in their order', async () => {
    let text = ''
    let first: ServerResponse | undefined
    await open(
      ({ url }, response) => {
        if (url === '/1') first = response
        else response.end(`<${url}>`)
        if (url === '/3') first?.end('</1>')
      },
      request('/1') + request('/2') + request('/3'),
    )
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    await until(() => text.includes('</3>'))
    expect(text.match(/<\/\d>/g)).to.deep.equal(['</1>', '</2>', '</3>'])
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

  it('on which nonsense comes behind a request whose answer is pending is cut off', async () => {
    let text = ''
    await open(() => client.write('NONSENSE\r\n\r\n'), request('/'))
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    await once(client, 'close')
    expect(text).to.equal('')
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
