/** Pages over the real records: light, and made soon when they are asked for the first time. */

import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import type { Graph } from '../../src/store/graph.ts'
import { getPage } from '../support/html.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

/** Bytes that a page may have on its way, and milliseconds in the server, of the middle one of many. */
const HEAVIEST = 100_000
const SLOWEST = 25
const PAGES = 150

describe('pages of the snapshot', function () {
  this.timeout(600_000)
  let graph: Graph
  let server: TestServer
  before(async function () {
    if (!hasSnapshot()) this.skip()
    graph = (await openSnapshot()).graph
    await graph.warmUp()
    server = await startServer(graph, { settings: { serverTiming: true, cache: 0 } })
  })
  after(async () => {
    await server?.close()
    await graph?.close()
  })

  /**
   * Asks for pages, none of them twice; gives the milliseconds that the middle one took, and the bytes of the
   * heaviest.
   */
  async function look(
    paths: readonly string[],
  ): Promise<{ readonly middle: number; readonly heaviest: number }> {
    const times: number[] = []
    let heaviest = 0
    for (const path of paths) {
      const { status, headers, body } = await getPage(`${server.api}/${path}`)
      expect(status, path).to.equal(200)
      times.push(Number(/total;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '')?.[1]))
      heaviest = Math.max(heaviest, gzipSync(body).length)
    }
    return { heaviest, middle: times.sort((a, b) => a - b)[times.length >> 1] as number }
  }

  it('of records and lists of ten are light and soon there', async () => {
    for (const type of graph.model.types.filter((one) => graph.count(one) > 100)) {
      const total = graph.count(type)
      const step = Math.max(1, Math.floor(total / PAGES))
      const records = Array.from(
        { length: Math.min(PAGES, total) },
        (_, i) => `${type.path}/${encodeURIComponent(graph.list(type, i * step, 1)[0] as string)}`,
      )
      const lists = Array.from(
        { length: Math.min(PAGES, Math.floor(total / 10)) },
        (_, i) => `${type.path}?page=${1 + ((i * step) % Math.floor(total / 10))}`,
      )
      for (const [what, paths] of [
        ['records', records],
        ['lists', [...new Set(lists)]],
      ] as const) {
        const { middle, heaviest } = await look(paths)
        expect(heaviest, `${type.path}, ${what}: bytes`).to.be.below(HEAVIEST)
        expect(middle, `${type.path}, ${what}: milliseconds`).to.be.below(SLOWEST)
      }
    }
  })

  it('of the most cited, most written and most populous are light too', async () => {
    for (const type of graph.model.types.filter((one) => graph.count(one) > 0)) {
      const rows = await graph.select(
        `SELECT ?o (COUNT(*) AS ?n) WHERE { ?o a <${graph.model.classOf(type)}> . ?s ?p ?o } ` +
          'GROUP BY ?o ORDER BY DESC(?n) LIMIT 3',
      )
      const { heaviest } = await look(
        rows
          .map(({ o = '' }) => o.slice(1, -1))
          .filter((iri) => graph.typesOf(iri).includes(type))
          .map((iri) => `${type.path}/${encodeURIComponent(iri)}`),
      )
      expect(heaviest, type.path).to.be.below(HEAVIEST)
    }
  })
})
