/** Clients that want to keep others out, on the whole snapshot: each attack is bounded, and so is what it does. */

import { expect } from 'chai'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startSkeg, type Server } from '../bench/servers.ts'
import { quantile } from '../support/load.ts'
import { hasSnapshot, preparedSnapshot, SNAPSHOT_BASE } from '../support/snapshot.ts'
import { until } from '../support/until.ts'

/** Requests that are timed at least. */
const LEAST = 30

describe('a server under attack', function () {
  this.timeout(300_000)
  let graph: string
  let server: Server
  let port: number
  /** Path of a record. */
  let byId: string

  async function start(...flags: string[]): Promise<void> {
    server = await startSkeg(graph, SNAPSHOT_BASE, [
      '--sparql',
      'off',
      '--log',
      'off',
      '--cache',
      '0',
      ...flags,
    ])
    port = Number(new URL(server.root).port)
    const list = (await (await fetch(`${server.root}/skg-if/api/topics?page_size=1`)).json()) as {
      meta: { api_items: [{ urls: [{ href: string }] }] }
    }
    byId = list.meta.api_items[0].urls[0].href.slice(server.root.length)
  }
  before(async function () {
    if (!hasSnapshot()) this.skip()
    graph = await preparedSnapshot()
  })
  afterEach(async () => {
    await server?.close()
  })

  async function connect(text: string): Promise<net.Socket> {
    const socket = net.connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }

  /** Milliseconds of a request by id that no cache answers. */
  async function timeById(): Promise<number> {
    const start = performance.now()
    const response = await fetch(`${server.root}${byId}`)
    expect(response.status).to.equal(200)
    await response.text()
    return performance.now() - start
  }

  /**
   * Within how many milliseconds nine of ten requests by id are answered, one after the other, for so many seconds:
   * the machine itself may stop for a while.
   */
  async function usualById(seconds: number): Promise<number> {
    const end = performance.now() + seconds * 1000
    const times: number[] = []
    while (times.length < LEAST || performance.now() < end) {
      times.push(await timeById())
      await wait(10)
    }
    return quantile(
      times.sort((a, b) => a - b),
      0.9,
    )
  }

  /** Milliseconds of one list of those that the attacks ask for. */
  async function timeOfList(): Promise<number> {
    const start = performance.now()
    await (await fetch(`${server.root}/skg-if/api/products?page_size=100&page=187&format=rdfxml`)).text()
    return performance.now() - start
  }

  const lists = (offset: number): string =>
    Array.from(
      { length: 600 },
      (_, i) =>
        `GET /skg-if/api/products?page_size=100&page=${1 + ((i + offset) % 188)}&format=rdfxml ` +
        `HTTP/1.1\r\nHost: x\r\n\r\n`,
    ).join('')

  it('answers by id beside 600 lists that are pipelined on one connection', async () => {
    await start()
    await usualById(2)
    // One such list alone holds the thread for as long as it is written.
    const list = await timeOfList()
    const idle = await usualById(5)
    const socket = await connect(lists(0))
    const attacked = await usualById(10)
    expect(attacked, `idle ${Math.round(idle)} ms, a list ${Math.round(list)} ms`).to.be.lessThan(
      8 * Math.max(idle, list),
    )
    socket.destroy()
    await wait(1000)
    expect(await usualById(3)).to.be.lessThan(8 * Math.max(idle, list))
  })

  it('answers by id while six connections of 600 lists leave at once', async () => {
    await start()
    const list = await timeOfList()
    const idle = await usualById(3)
    const sockets = await Promise.all([0, 30, 60, 90, 120, 150].map((offset) => connect(lists(offset))))
    await wait(500)
    for (const socket of sockets) socket.destroy()
    // Of each connection a list is at work, and one more is written before it is seen that nobody is there.
    await wait(12 * list)
    expect(await usualById(5), `idle ${Math.round(idle)} ms, a list ${Math.round(list)} ms`).to.be.lessThan(
      8 * Math.max(50, idle),
    )
  })

  it('cuts 300 bodies that trickle, and lets others in meanwhile', async () => {
    await start()
    const head = 'POST /skg-if/api HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n'
    const sockets = await Promise.all(Array.from({ length: 300 }, () => connect(head)))
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x')
    }, 1000)
    let closed = 0
    for (const socket of sockets) socket.resume().once('close', () => closed++)
    try {
      await timeById()
      await until(() => closed === sockets.length)
    } finally {
      clearInterval(trickle)
      for (const socket of sockets) socket.destroy()
    }
  })

  it('is busy at /health, and never ill, beside 300 filters that no cache knows', async () => {
    await start()
    const names = 'wang zhang chen liu li yang huang zhao wu zhou'.split(' ')
    const filters = Array.from({ length: 300 }, (_, i) => {
      const conditions = Array.from(
        { length: 5 },
        (__, j) => `contributions.by.family_name:${names[(i + j) % 10]}${i}`,
      )
      return fetch(`${server.root}/skg-if/api/products?filter=${conditions.join()}`).then(
        (response) => response.status,
      )
    })
    const health: number[] = []
    for (let i = 0; i < 7; i++) {
      health.push((await fetch(`${server.root}/health`)).status)
      await wait(200)
    }
    expect(health).to.deep.equal(Array(7).fill(200))
    for (const status of await Promise.all(filters)) expect(status).to.be.oneOf([404, 503])
  })
})
