/** How much is made at once: lists wait for their turn, and nothing is made for clients that have left. */

import { expect } from 'chai'
import { once } from 'node:events'
import net from 'node:net'
import { MAX_WAITING } from '../../src/admission/lanes.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { DEMO } from '../support/endpoint.ts'
import { getRaw, openGraphOf, startServer, type Raw, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

describe('lists and searches', () => {
  let graph: Graph
  let server: TestServer
  /** Searches wait for it. */
  let gate: Promise<void> | undefined
  let searches = 0
  let reads = 0
  before(async () => {
    graph = await openGraphOf([DEMO])
    const counted: Graph = {
      ...graph,
      // The searches of all clients are counted.
      forTask: (task) => ({ ...counted, task }),
      search: async (...args) => {
        searches++
        await gate
        return graph.search(...args)
      },
      answer: (...args) => {
        reads++
        return graph.answer(...args)
      },
    }
    server = await startServer(counted, { threads: undefined })
    // The first search waits for its code, and for no turn.
    await get('/search?q=first')
  })
  after(async () => {
    await server.close()
    await graph.close()
  })
  beforeEach(() => {
    searches = reads = 0
  })

  const get = (target: string): Promise<Raw> => getRaw(server.port, target)
  let unique = 0
  /** A list that takes a query, as the index does not have what it is filtered by. */
  const list = (): string => `/skg-if/api/products?filter=contributions.by.name:nobody-${unique++}`

  /** Lets searches wait until the function that it returns is called. */
  function closeGate(): () => void {
    let open = (): void => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    return open
  }
  /** Asks without waiting for the answer. */
  async function ask(target: string): Promise<net.Socket> {
    const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }

  it('are made in turn, and past the queue refused with 503 and Retry-After', async () => {
    const open = closeGate()
    const first = get(list())
    await until(() => searches === 1)
    const ended: Raw[] = []
    const targets = Array.from({ length: MAX_WAITING / 2 + 1 }, () => [list(), `/search?q=no-${unique++}`])
    const others = targets.flat().map(async (target) => ended.push(await get(target)))
    await until(() => ended.length === 2)
    for (const { status, headers, body } of ended) {
      expect({ status, retry: headers['retry-after'] }).to.deep.equal({ status: 503, retry: '2' })
      expect(JSON.parse(body)).to.include({ title: 'Busy' })
    }
    expect(searches).to.equal(1)
    // What needs no search goes on.
    expect((await get('/skg-if/api/topics/topic-linked-data')).status).to.equal(200)
    open()
    expect((await first).status).to.equal(404)
    await Promise.all(others)
    for (const { status } of ended.slice(2)) expect(status).to.be.oneOf([200, 404])
    expect(searches).to.be.above(1)
  })

  it('cost nothing where the client has left while they wait', async () => {
    const open = closeGate()
    const first = get(list())
    await until(() => searches === 1)
    const since = performance.now()
    const leaving = await Promise.all(Array.from({ length: MAX_WAITING + 1 }, () => ask(list())))
    // All have arrived when one of them is refused: the others wait.
    await Promise.race(leaving.map((socket) => once(socket, 'data')))
    const left = server.drained(100_000, since)
    for (const socket of leaving) socket.destroy()
    await left
    // There is room again.
    const others = [get(list()), get(list())]
    open()
    expect((await first).status).to.equal(404)
    expect((await Promise.all(others)).map(({ status }) => status)).to.deep.equal([404, 404])
    expect(searches).to.equal(3)
  })

  it('read no records where the client has left during the search', async () => {
    const open = closeGate()
    const socket = await ask('/skg-if/api/products?filter=identifiers.scheme:doi&page_size=7')
    await until(() => searches === 1)
    const disconnected = server.drained(100_000)
    socket.destroy()
    await disconnected
    open()
    expect((await get(list())).status).to.equal(404)
    expect(reads).to.equal(0)
    // The same for one that stays.
    expect((await get('/skg-if/api/products?filter=identifiers.scheme:doi&page_size=7')).status).to.equal(200)
    expect(reads).to.be.greaterThan(0)
  })
})
