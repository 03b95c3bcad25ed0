/** Connections whose clients do not behave: what is under way there ends, and nothing is written into it. */

import { expect } from 'chai'
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { statusOf } from '../../src/http/exchange.ts'
import { end, listen, type Listening } from '../../src/http/server.ts'

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

describe('a connection', function () {
  this.timeout(20_000)
  let listening: Listening
  let client: net.Socket

  /** A server with one connection, on which text is sent. */
  async function open(listener: RequestListener, text: string): Promise<void> {
    listening = await listen('127.0.0.1', 0, () => ({ listener, root: '' }))
    client = net.connect((listening.server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => {})
    await once(client, 'connect')
    client.write(text)
  }
  afterEach(async () => {
    client.destroy()
    await end(listening.server, 100)
  })

  it('whose client leaves ends all answers that wait on it', async () => {
    const closed: (readonly [url: string | undefined, status: number])[] = []
    let came: (value: unknown) => void
    const all = new Promise((resolve) => {
      came = resolve
    })
    const answers: ServerResponse[] = []
    await open(
      ({ url }, response) => {
        answers.push(response)
        response.on('close', () => closed.push([url, statusOf(response)]))
        // The first is not answered; of the others one is complete, and waits for it.
        if (url === '/2') response.end('complete')
        if (url === '/3') came(undefined)
      },
      request('/1') + request('/2') + request('/3'),
    )
    await all
    client.destroy()
    expect(
      await Promise.race([
        listening.settled(15_000).then(() => 'settled'),
        wait(10_000, 'under way', { ref: false }),
      ]),
    ).to.equal('settled')
    expect(closed.sort()).to.deep.equal([
      ['/1', 499],
      ['/2', 499],
      ['/3', 499],
    ])
    // What is written all the same goes nowhere.
    for (const answer of answers.filter(({ writableEnded }) => !writableEnded)) answer.end('late')
  })

  it('that ends in order closes each answer once', async () => {
    const closed: (readonly [url: string | undefined, status: number])[] = []
    await open(
      ({ url }, response) => {
        response.on('close', () => closed.push([url, statusOf(response)]))
        setTimeout(() => response.end(url), url === '/1' ? 50 : 0)
      },
      request('/1') + request('/2'),
    )
    let text = ''
    for await (const chunk of client) if ((text += String(chunk)).endsWith('/2')) break
    await listening.settled(10_000)
    expect(closed).to.deep.equal([
      ['/1', 200],
      ['/2', 200],
    ])
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
    await open(
      ({ url }, response) => {
        setTimeout(() => response.end(`<${url}>`), url === '/1' ? 100 : 0)
      },
      `${request('/1')}${request('/2')}NONSENSE\r\n\r\n`,
    )
    client.on('data', (chunk) => {
      text += String(chunk)
    })
    await wait(20)
    client.write('MORE\r\n\r\n')
    await once(client, 'close')
    expect(text.match(/HTTP\/1\.1 /g)).to.have.lengthOf(3)
    expect(text).to.match(/^HTTP\/1\.1 200 [^]*<\/1>HTTP\/1\.1 200 [^]*<\/2>HTTP\/1\.1 400 [^]*bad-request/)
    const left = (): Promise<number> =>
      new Promise((resolve) => {
        listening.server.getConnections((_, count) => resolve(count))
      })
    while ((await left()) > 0) await wait(20)
  })

  it('that is slow to take its answer gets all of it when the server ends', async () => {
    const length = 30_000_000
    let answered = (): void => {}
    const whole = new Promise<void>((resolve) => {
      answered = resolve
    })
    await open((_, response) => {
      response.end(Buffer.alloc(length, 'a'))
      answered()
    }, request('/'))
    client.pause()
    await whole
    const ending = end(listening.server, 15_000)
    await wait(300)
    let taken = 0
    client
      .on('data', (chunk: Buffer) => {
        taken += chunk.length
      })
      .resume()
    await once(client, 'close')
    await ending
    expect(taken).to.be.greaterThan(length)
  })
})
