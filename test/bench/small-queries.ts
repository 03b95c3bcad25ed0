/**
 * Small SELECT queries through HTTP, each another one, at one connection and at many: skeg beside Trifid, which
 * has Oxigraph embedded too. Trifid comes by npx and is no dependency.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { literalText } from '../../src/sparql/terms.ts'
import { startTrifid, TRIFID } from './trifid.ts'
import { median, type Figure } from './figure.ts'
import { loadWell, startOxigraph, startSkeg, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'
import { CONNECTIONS, PREFIXES } from './targets.ts'

/** Queries, asked in turn: neither server caches what it answers. */
const NAMES = 5000

/** Rounds are short and many: what slows the machine for seconds then slows both. */
const SECONDS = 1
const ROUNDS = 10
const WARMING = 3

const POLL_INTERVAL_MS = 500

async function queriesOf(quads: string): Promise<string[]> {
  const oxigraph = await startOxigraph(quads)
  const { rows } = await oxigraph.ask(
    `${PREFIXES}SELECT DISTINCT ?value WHERE { ?person foaf:familyName ?value } LIMIT ${NAMES}`,
  )
  await oxigraph.close()
  return rows.map(
    ({ value }) =>
      'SELECT ?person ?given WHERE { ' +
      `?person <http://xmlns.com/foaf/0.1/familyName> ${literalText(value?.value ?? '')} ; ` +
      '<http://xmlns.com/foaf/0.1/givenName> ?given }',
  )
}

/** Asks one query after another for a round. */
function createClient(endpoint: string, queries: readonly string[]) {
  const targets = queries.map((query) => `${new URL(endpoint).pathname}?query=${encodeURIComponent(query)}`)
  let next = 0
  return (connections: number, seconds = SECONDS) =>
    loadWell(endpoint, { connections, seconds, target: () => targets[next++ % targets.length] as string })
}

/** Waits until the endpoint of skeg has the graph. */
async function loaded({ root }: Server): Promise<void> {
  while ((await fetch(`${root}/sparql?query=ASK%20%7B%7D`)).status !== 200) await wait(POLL_INTERVAL_MS)
}

export async function smallQueries(set: BenchSet): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-small-'))
  const queries = await queriesOf(set.quads)
  const servers: Server[] = []
  try {
    const trifid = await startTrifid(set, folder)
    servers.push(trifid)
    const skeg = await startSkeg(set.graph, set.base, ['--log', 'off'])
    servers.push(skeg)
    await loaded(skeg)
    const clients = [`${skeg.root}/sparql`, `${trifid.root}/query`].map((url) => createClient(url, queries))
    for (const client of clients) await client(CONNECTIONS, WARMING)
    const figures: Figure[] = []
    for (const connections of [1, CONNECTIONS]) {
      const rates: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, client] of clients.entries()) rates[i]?.push((await client(connections)).rate)
      figures.push({
        what: `${set.name}: small SELECT queries, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
        unit: 'a second',
        value: median(rates[0]),
        beside: median(rates[1]),
        besideWhat: `Trifid (${TRIFID})`,
        limits: [{ of: 'ratio', atLeast: 0.8 }],
      })
    }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.close()))
    rmSync(folder, { recursive: true })
  }
}
