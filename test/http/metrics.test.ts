/** Figures for monitoring, and ids of requests. */

import { expect } from 'chai'
import { once } from 'node:events'
import net from 'node:net'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { getRaw, openSmallGraph, startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

describe('the figures', function () {
  let graph: Graph
  let server: TestServer
  let proxied: TestServer
  const lines: { readonly message: string; readonly fields: Record<string, unknown> }[] = []
  let onSearch: () => Promise<void> | void = () => {}
  before(async () => {
    graph = await openSmallGraph()
    const search: Graph['search'] = async (...args) => {
      await onSearch()
      return graph.search(...args)
    }
    const write = (fields: object, message: string): void => {
      lines.push({ fields: fields as Record<string, unknown>, message })
    }
    // What the index has framed is not framed when it is asked for: here nothing is.
    const log = { info: write, error: write }
    proxied = await startServer(graph, { settings: { log: true, trustProxy: true }, log })
    const gated: Graph = {
      ...graph,
      answer: () => undefined,
      search,
      forTask: (task) => ({ ...gated, task }),
    }
    server = await startServer(gated, {
      threads: undefined,
      settings: { log: true },
      log,
    })
  })
  after(async () => {
    await proxied.close()
    await server.close()
    await graph.close()
  })

  const figures = async (): Promise<string[]> => (await getRaw(server.port, '/metrics')).body.split('\n')
  const value = (all: readonly string[], name: string): number =>
    Number(all.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0)

  const routes: readonly [route: string, target: string, status: number][] = [
    ['entity', '/skg-if/api/products/prod-1', 200],
    ['list', '/skg-if/api/topics', 200],
    ['list', '/skg-if/api/topics?page=0', 400],
    ['home', '/', 200],
    ['health', '/health', 200],
    ['id', '/id/prod-1', 303],
    ['none', '/nothing', 404],
  ]
  for (const [route, target, status] of routes) {
    it(`count ${target}, kept or not`, async () => {
      const name = `skeg_http_requests_total{route="${route}",method="GET",status="${status}"}`
      const before = await figures()
      for (let i = 0; i < 3; i++) expect((await getRaw(server.port, target)).status).to.equal(status)
      const after = await figures()
      expect(value(after, name) - value(before, name)).to.equal(3)
      const timed = `skeg_http_request_duration_seconds_count{route="${route}"}`
      expect(value(after, timed) - value(before, timed)).to.equal(3)
    })
  }
  it('count every answer of many', async () => {
    const name = 'skeg_http_requests_total{route="health",method="GET",status="200"}'
    const before = value(await figures(), name)
    for (let i = 0; i < 600; i++) await getRaw(server.port, '/health')
    expect(value(await figures(), name) - before).to.equal(600)
  })

  it('tell the size of the graph', async () => {
    const all = await figures()
    for (const type of graph.model.types)
      expect(value(all, `skeg_graph_records{collection="${type.path}"}`)).to.equal(graph.count(type))
    expect(value(all, 'skeg_graph_loaded_timestamp_seconds')).to.equal(graph.loaded.getTime() / 1000)
    expect(value(all, 'process_resident_memory_bytes')).to.be.above(1e6)
  })
  it('tell how often an answer was there already, in its encoding', async () => {
    const count = async (result: string): Promise<number> =>
      value(await figures(), `skeg_response_cache_lookups_total{result="${result}"}`)
    const [hits, misses] = [await count('hit'), await count('miss')]
    const target = '/skg-if/api/products/prod-1?format=turtle'
    for (let i = 0; i < 3; i++) await getRaw(server.port, target)
    for (const encoding of ['gzip', 'gzip;q=0.5', 'GZIP'])
      await getRaw(server.port, target, 'GET', `Host: x\r\nAccept-Encoding: ${encoding}`)
    expect([(await count('hit')) - hits, (await count('miss')) - misses]).to.deep.equal([4, 2])
  })
  it('have zero where nothing happens', async () => {
    const all = await figures()
    for (const name of [
      'skeg_sparql_waiting',
      'skeg_sparql_running',
      'skeg_sparql_copies',
      'skeg_sparql_ended_total',
      'skeg_reloads_total{outcome="swapped"}',
      'skeg_reloads_total{outcome="failed"}',
    ])
      expect(all).to.include(`${name} 0`)
  })

  const ids: readonly [title: string, requestId: string, isAccepted: boolean][] = [
    ['a plain id', 'abc-123', true],
    ['an id with a colon', '1-5759e988:1', true],
    ['one that is too long', 'x'.repeat(65), false],
    ['one with a blank', 'a b', false],
    ['one with quotes', '"x"', false],
  ]
  for (const [title, requestId, isAccepted] of ids) {
    it(`${isAccepted ? 'take' : 'do not take'} the id that a proxy gave a request: ${title}`, async () => {
      const { headers } = await getRaw(
        proxied.port,
        '/health',
        'GET',
        `Host: x\r\nX-Request-Id: ${requestId}`,
      )
      expect(headers['x-request-id'] === requestId).to.equal(isAccepted)
      expect(
        lines.filter(({ fields }) => fields['id'] === headers['x-request-id'] && fields['status'] === 200),
      ).to.have.length(1)
    })
  }
  it('do not take the id that anybody gives a request', async () => {
    const { headers } = await getRaw(server.port, '/health', 'GET', 'Host: x\r\nX-Request-Id: abc-123')
    expect(headers['x-request-id']).to.match(/^[\da-f-]{36}$/)
  })
  it('and the log name the route of a request whose client has left, and no status that it never saw', async () => {
    const disconnections = (all: readonly string[]): number =>
      value(all, 'skeg_http_requests_total{route="list",method="GET",status="499"}')
    const before = disconnections(await figures())
    const socket = net.connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    const begun = new Promise<void>((resolve) => {
      onSearch = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    socket.write('GET /skg-if/api/products?filter=contributions.by.name:gone HTTP/1.1\r\nHost: x\r\n\r\n')
    await begun
    onSearch = () => {}
    socket.resetAndDestroy()
    await until(async () => disconnections(await figures()) === before + 1)
    expect(
      lines.some(({ fields }) => fields['status'] === 499 && !('bytes' in fields && fields['bytes'])),
    ).to.equal(true)
  })
  it('and the log name the client that the last proxy saw, where proxies are trusted', async () => {
    const addresses: unknown[] = []
    const warnings: string[] = []
    const write = (fields: object, message: string): void => {
      if (message === 'request') addresses.push((fields as { ip?: string }).ip)
      else warnings.push(message)
    }
    for (const trustProxy of [true, false]) {
      await using other = await startServer(graph, {
        settings: { log: true, trustProxy },
        log: { info: write, error: write },
      })
      for (const header of ['X-Forwarded-For: 192.0.2.1, 203.0.113.7:5678', 'X-Forwarded-For: ,', 'X: y'])
        await getRaw(other.port, '/health', 'GET', `Host: x\r\n${header}`)
    }
    expect(addresses).to.deep.equal([
      '203.0.113.7',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
    ])
    expect(warnings, 'once, where they are not trusted').to.have.length(1)
    expect(warnings[0]).to.include('--trust-proxy')
  })
})
