/** A store that is busy for long: who asks is told in time, and what was looked for is found. */

import { expect } from 'chai'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { getRaw, openGraphOf, startServer, type TestServer } from '../support/server.ts'
import { DEMO } from '../support/endpoint.ts'
import { until } from '../support/until.ts'

describe('while the store is busy', () => {
  let graph: Graph
  let server: TestServer
  /** One that gives up after a second. */
  let impatient: TestServer
  /** Searches wait for it. */
  let gate = Promise.resolve()
  let open = (): void => {}
  before(async () => {
    graph = await openGraphOf([DEMO])
    const search: Graph['search'] = async (...args) => {
      await gate
      return graph.search(...args)
    }
    const gated: Graph = { ...graph, search, forTask: (task) => ({ ...gated, task }) }
    server = await startServer(gated, { threads: undefined })
    impatient = await startServer(gated, { threads: undefined, settings: { answerTimeout: 1 } })
  })
  after(async () => {
    await server.close()
    await impatient.close()
    await graph.close()
  })
  const get = (target: string, { port } = server): ReturnType<typeof getRaw> =>
    getRaw(port, `/skg-if/api/${target}`)
  beforeEach(() => {
    gate = new Promise((resolve) => {
      open = resolve
    })
  })
  afterEach(() => open())

  it('answers that are kept and records are given', async () => {
    open()
    await get('products?filter=product_type:literature')
    gate = new Promise(() => {})
    expect((await get('products?filter=product_type:literature')).status).to.equal(200)
    expect((await get('products/https%3A%2F%2Fdoi.org%2F10.7717%2Fpeerj-cs.86')).status).to.equal(200)
  })

  it('searches that take too long are told to ask again, and then they are there', async () => {
    const targets = [
      'products?filter=product_type:literature',
      'products?filter=product_type:literature&page=2',
    ]
    for (const { status, headers, body } of await Promise.all(targets.map((one) => get(one, impatient)))) {
      expect(status).to.equal(503)
      expect(headers['retry-after'], 'of one that runs, or that waits for its lane').to.match(/^[15]$/)
      expect(JSON.parse(body)).to.include({ title: 'Busy', status: '503' })
    }
    open()
    for (const target of targets) await until(async () => (await get(target, impatient)).status === 200)
  })
})
