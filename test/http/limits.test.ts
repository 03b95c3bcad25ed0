/** How much is made at once: lists wait for their turn, and nothing is made for clients that have left. */

import { expect } from 'chai'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Graph } from '../../src/store/graph.ts'
import { DEMO } from '../support/endpoint.ts'
import { getRaw, openGraphOf, startServer, type TestServer } from '../support/server.ts'

/** Keeps the store busy for more than a second. */
const LONG =
  'SELECT (COUNT(*) AS ?n) WHERE { VALUES ?i { 1 2 3 } ?a ?b ?c . ?d a ?f . ' +
  'FILTER(STRLEN(STR(?c)) + STRLEN(STR(?f)) > 0) }'

describe('lists and searches', function () {
  this.timeout(60_000)
  let graph: Graph
  let server: TestServer
  let searches = 0
  let reads = 0
  before(async () => {
    graph = await openGraphOf([DEMO])
    await graph.warmUp()
    const counted: Graph = {
      ...graph,
      // The searches of all clients are counted.
      forClient: undefined,
      search: (...given) => {
        searches++
        return graph.search(...given)
      },
      framed: (...given) => {
        reads++
        return graph.framed(...given)
      },
    }
    server = await startServer(counted, { settings: { maxLists: 1, listQueue: 2 } })
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

  const get = (target: string): ReturnType<typeof getRaw> => getRaw(server.port, target)
  let unique = 0
  /** A list that takes a query, as the index does not have what it is filtered by. */
  const list = (): string => `/skg-if/api/products?filter=contributions.by.name:nobody-${unique++}`

  /** Asks without waiting for the answer. */
  async function ask(target: string): Promise<net.Socket> {
    const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
    while (socket.bytesWritten === 0) await wait(1)
    await wait(30)
    return socket
  }

  it('are made in turn, and past the queue refused with 503 and Retry-After', async () => {
    const busy = graph.select(LONG)
    const first = get(list())
    await wait(50)
    const waiting = [get(list()), get('/search?q=nothing-of-that-name')]
    await wait(50)
    expect(searches).to.equal(1)
    for (const target of [list(), '/search?q=more']) {
      const { status, headers, body } = await get(target)
      expect({ status, retry: headers['retry-after'] }).to.deep.equal({ status: 503, retry: '2' })
      expect(JSON.parse(body)).to.include({ title: 'Busy' })
    }
    // What needs no search goes on.
    expect((await get('/skg-if/api/topics/topic-linked-data')).status).to.equal(200)
    await busy
    expect((await Promise.all([first, ...waiting])).map(({ status }) => status)).to.deep.equal([
      404, 404, 200,
    ])
  })

  it('cost nothing and hold no place where the client has left while they wait', async () => {
    const busy = graph.select(LONG)
    const first = get(list())
    await wait(50)
    const disconnected = [await ask(list()), await ask('/search?q=x')]
    for (const socket of disconnected) socket.destroy()
    await wait(50)
    const others = [get(list()), get(list())]
    await busy
    expect((await first).status).to.equal(404)
    for (const { status } of await Promise.all(others)) expect(status).to.equal(404)
    expect(searches).to.equal(3)
  })

  it('read no records where the client has left during the search', async () => {
    const busy = graph.select(LONG)
    const socket = await ask('/skg-if/api/products?filter=identifiers.scheme:doi&page_size=7')
    expect(searches).to.equal(1)
    socket.destroy()
    await busy
    expect((await get(list())).status).to.equal(404)
    expect(reads).to.equal(0)
    // The same for one that stays.
    expect((await get('/skg-if/api/products?filter=identifiers.scheme:doi&page_size=7')).status).to.equal(200)
    expect(reads).to.be.greaterThan(0)
  })
})
