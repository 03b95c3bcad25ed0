/** A store that is busy for long: who asks is told in time, and what was looked for is found. */

import { expect } from 'chai'
import type { Problem } from '../../src/errors.ts'
import { withTimeout } from '../../src/http/middleware/timeout.ts'
import type { Graph } from '../../src/store/graph.ts'
import { getRaw, openGraphOf, startServer, type TestServer } from '../support/server.ts'
import { DEMO } from '../support/endpoint.ts'

/** Keeps the store at work for some tenths of a second. */
const LONG =
  'SELECT (COUNT(*) AS ?n) WHERE { { SELECT ?c { ?a ?b ?c } LIMIT 50 } ?d ?e ?f . FILTER(STRLEN(STR(?c)) + STRLEN(STR(?f)) > 0) }'

describe('while the store is busy', function () {
  this.timeout(60_000)
  let graph: Graph
  let server: TestServer
  /** Searches wait for it. */
  let gate = Promise.resolve()
  before(async () => {
    graph = await openGraphOf([DEMO])
    await graph.warmUp()
    const search: Graph['search'] = async (...args) => {
      await gate
      return graph.search(...args)
    }
    server = await startServer({ ...graph, search, forClient: undefined }, { settings: { answerTimeout: 1 } })
  })
  after(async () => {
    await server.close()
    await graph.close()
  })
  const get = (target: string): ReturnType<typeof getRaw> => getRaw(server.port, `/skg-if/api/${target}`)

  it('answers that are kept and records are given', async () => {
    await get('topics')
    const busy = Promise.all([1, 2].map(() => graph.select(LONG)))
    expect((await get('topics')).status).to.equal(200)
    expect((await get('products/https%3A%2F%2Fdoi.org%2F10.7717%2Fpeerj-cs.86')).status).to.equal(200)
    await busy
  })

  it('searches that take too long are told to ask again, and then they are there', async () => {
    const targets = [
      'products?filter=product_type:literature',
      'products?filter=product_type:literature&page=2',
    ]
    let open = (): void => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    for (const { status, headers, body } of await Promise.all(targets.map(get))) {
      expect({ status, retry: headers['retry-after'] }).to.deep.equal({ status: 503, retry: '1' })
      expect(JSON.parse(body)).to.include({ title: 'Busy', status: '503' })
    }
    open()
    for (const target of targets) expect((await get(target)).status).to.equal(200)
  })
})

describe('answers that are late together', () => {
  const ANSWERS = 20

  it('are given up one in each turn of the event loop', async () => {
    const works = Array.from({ length: ANSWERS }, () => withTimeout(0.01, new Promise(() => {})))
    const turns = new Set<number>()
    let turn = 0
    let isDone = false
    const count = (): void => {
      turn++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(
      works.map((work) =>
        work.catch(({ status }: Problem) => {
          expect(status).to.equal(503)
          turns.add(turn)
        }),
      ),
    )
    isDone = true
    expect(turns.size).to.equal(ANSWERS)
  })
})
