/** Attacks on the SPARQL endpoint: another client gets its small queries answered beside each of them. */

import { expect } from 'chai'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ENDLESS, loaded, startSparql, type SparqlServer } from '../support/endpoint.ts'
import { hasSnapshot, preparedSnapshot } from '../support/snapshot.ts'

const SMALL = 'SELECT (1 AS ?x) {}'
const OTHER = '198.51.100.9'

/** Small queries that the other client asks beside an attack, and milliseconds between two of them. */
const QUERIES = 20
const PAUSE_MS = 750
/** How many of them have to be answered. */
const ENOUGH = 19

type Attack = (server: SparqlServer, signal: AbortSignal, attacker: string) => Promise<void>

const attacks: Readonly<Record<string, Attack>> = {
  /** A query whose plan is deeper than the stack of the engine. */
  async 'a path of 20,000 steps, again and again'(server, signal, attacker) {
    const query = `SELECT * { ?s ${Array(20_000).fill('<a:a>').join('/')} ?o }`
    while (!signal.aborted) {
      await server.ask(query, '*/*', signal, attacker).catch(() => {})
      await wait(300)
    }
  },
  async 'a path that is as long as it may be, again and again'(server, signal, attacker) {
    const query = `SELECT * { ?s ${Array(390).fill('<a:a>').join('/')} ?o }`
    while (!signal.aborted) {
      await server.ask(query, '*/*', signal, attacker).catch(() => {})
      await wait(300)
    }
  },
  async '100 slow queries from one address'(server, signal, attacker) {
    await Promise.all(
      Array.from({ length: 100 }, () => server.ask(ENDLESS, '*/*', signal, attacker).catch(() => {})),
    )
  },
  async 'two connections that repeat a slow query'(server, signal, attacker) {
    const repeat = async (): Promise<void> => {
      while (!signal.aborted) {
        await server.ask(ENDLESS, '*/*', signal, attacker).catch(() => {})
        await wait(100)
      }
    }
    await Promise.all([repeat(), repeat()])
  },
  async 'hang-ups'(server, signal, attacker) {
    while (!signal.aborted) {
      const leaving = AbortSignal.any([signal, AbortSignal.timeout(400)])
      await server.ask(ENDLESS, '*/*', leaving, attacker).catch(() => {})
    }
  },
}

for (const set of ['the snapshot', 'the demo'])
  describe(`the endpoint over ${set}`, function () {
    this.timeout(600_000)
    let server: SparqlServer
    before(async function () {
      // Others wait while an engine is loaded: over the demo that is soon.
      if (set === 'the snapshot' && !hasSnapshot()) return this.skip()
      const graph = set === 'the snapshot' ? { path: await preparedSnapshot() } : {}
      server = await startSparql({ settings: { sparqlTimeout: 5, cache: 0 }, ...graph })
    })
    after(() => server?.close())

    for (const [i, [title, attack]] of Object.entries(attacks).entries()) {
      it(`answers others beside ${title}`, async () => {
        await loaded(server.graph, 2)
        const end = new AbortController()
        setMaxListeners(0, end.signal)
        // What was held against the one before is none of the next one's.
        const attacking = attack(server, end.signal, `203.0.113.${i}`)
        await wait(500)
        const statuses: number[] = []
        const times: number[] = []
        for (let sent = 0; sent < QUERIES; sent++) {
          const start = performance.now()
          statuses.push((await server.ask(SMALL, '*/*', undefined, OTHER)).status)
          times.push(Math.round(performance.now() - start))
          await wait(PAUSE_MS)
        }
        end.abort()
        await attacking
        console.log(`      ${statuses.join(' ')} after ${times.join(' ')} ms`)
        expect(statuses.filter((status) => status === 200).length).to.be.at.least(ENOUGH)
      })
    }
  })
