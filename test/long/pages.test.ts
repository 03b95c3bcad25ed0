/** Pages over the real records are light. */

import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import { getPage } from '../support/html.ts'
import { serveSnapshot } from '../support/server.ts'

/** Bytes that a page may have on its way. */
const HEAVIEST = 100_000
const PAGES = 150

describe('pages of the snapshot', function () {
  this.timeout(600_000)
  const server = serveSnapshot({ settings: { cache: 0 } })

  /** Asks for pages, none of them twice; gives the bytes of the heaviest. */
  async function heaviestOf(paths: readonly string[]): Promise<number> {
    let heaviest = 0
    for (const path of paths) {
      const { status, body } = await getPage(`${server.api}/${path}`)
      expect(status, path).to.equal(200)
      heaviest = Math.max(heaviest, gzipSync(body).length)
    }
    return heaviest
  }

  it('of records and lists of ten are light', async () => {
    for (const type of server.graph.model.types.filter((one) => server.graph.count(one) > 100)) {
      const total = server.graph.count(type)
      const step = Math.max(1, Math.floor(total / PAGES))
      const records = Array.from(
        { length: Math.min(PAGES, total) },
        (_, i) => `${type.path}/${encodeURIComponent(server.graph.list(type, i * step, 1)[0] as string)}`,
      )
      const lists = Array.from(
        { length: Math.min(PAGES, Math.floor(total / 10)) },
        (_, i) => `${type.path}?page=${1 + ((i * step) % Math.floor(total / 10))}`,
      )
      for (const [what, paths] of [
        ['records', records],
        ['lists', [...new Set(lists)]],
      ] as const) {
        expect(await heaviestOf(paths), `${type.path}, ${what}`).to.be.below(HEAVIEST)
      }
    }
  })

  it('of the most cited, most written and most populous are light too', async () => {
    for (const type of server.graph.model.types.filter((one) => server.graph.count(one) > 0)) {
      const rows = await server.graph.select(
        `SELECT ?o (COUNT(*) AS ?n) WHERE { ?o a <${server.graph.model.classOf(type)}> . ?s ?p ?o } ` +
          'GROUP BY ?o ORDER BY DESC(?n) LIMIT 3',
      )
      const heaviest = await heaviestOf(
        rows
          .map(({ o = '' }) => o.slice(1, -1))
          .filter((iri) => server.graph.typesOf(iri).includes(type))
          .map((iri) => `${type.path}/${encodeURIComponent(iri)}`),
      )
      expect(heaviest, type.path).to.be.below(HEAVIEST)
    }
  })
})
