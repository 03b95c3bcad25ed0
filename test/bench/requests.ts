/**
 * Requests of all kinds over HTTP: the first time, beside Oxigraph called directly; and again from 20
 * connections, beside a bare Koa app with the same bytes.
 */

import { Pool } from 'undici'
import { load } from '../support/load.ts'
import { besides, spread, type Figure } from './figure.ts'
import {
  loadWell,
  startBareKoa,
  startOxigraph,
  startSkeg,
  type Answer,
  type Oxigraph,
  type Server,
} from './servers.ts'
import type { BenchSet } from './sets.ts'
import { CONNECTIONS, kindsOf, warmingTargets, type Kind } from './targets.ts'

const API = '/skg-if/api'
const SECONDS = 2

/** Seconds of requests like those that are measured, by which the code becomes warm. */
const WARMING = 8

/**
 * Questions of one kind that Oxigraph is asked by hand, and milliseconds after which it is asked no more: on
 * the largest set, one takes seconds.
 */
const BY_HAND = 12
const LONG_ENOUGH = 4000

/** Milliseconds in which a search is answered once the texts are indexed, as often in a row. */
const INDEXED = 50
const IN_A_ROW = 20

interface Told extends Answer {
  readonly status: number
  /** Milliseconds until the answer was with the client. */
  readonly ms: number
  /** Milliseconds in the server by stage, and in all. */
  readonly spent: ReadonlyMap<string, number>
}

async function ask(pool: Pool, path: string): Promise<Told> {
  const start = performance.now()
  const {
    statusCode: status,
    headers,
    body: stream,
  } = await pool.request({ path: API + path, method: 'GET' })
  const body = new Uint8Array(await stream.arrayBuffer())
  if (status !== 200 && status !== 404)
    throw new Error(`${path}: ${status} ${new TextDecoder().decode(body)}`)
  const spent = String(headers['server-timing'] ?? '')
    .split(', ')
    .map((entry) => entry.split(';dur='))
    .map(([stage = '', ms]) => [stage, Number(ms)] as const)
  return {
    status,
    ms: performance.now() - start,
    body,
    headers: { 'Content-Type': String(headers['content-type'] ?? '') },
    spent: new Map(spent),
  }
}

/** Waits until searches come from the index, and the code is warm. */
export async function learned(server: Server): Promise<void> {
  const pool = new Pool(server.root)
  for (let quick = 0, i = 0; quick < IN_A_ROW; i++) {
    const start = performance.now()
    await ask(pool, `/products?filter=,cf.search.title_abstract:warm%20up%20${i},cf.search.title:${i}`)
    quick = performance.now() - start < INDEXED ? quick + 1 : 0
  }
  await pool.close()
}

async function firstTime(
  server: Server,
  oxigraph: Oxigraph,
  { says, targets, connections = 1 }: Kind,
  name: string,
): Promise<{ figures: Figure[]; answers: Map<string, Answer> }> {
  const told: Told[] = []
  const byHand: number[] = []
  const answers = new Map<string, Answer>()
  let asked = 0
  const pool = new Pool(server.root, { connections })
  const left = [...targets]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const one = await ask(pool, next.path)
        told.push(one)
        if (one.status === 200) answers.set(API + next.path, one)
      }
    }),
  )
  await pool.close()
  for (const { sparql } of targets) {
    if (byHand.length === BY_HAND || asked >= LONG_ENOUGH) break
    const { ms } = await oxigraph.ask(sparql)
    byHand.push(ms)
    asked += ms
  }
  const stage = (of: string): number[] => told.flatMap(({ spent }) => spent.get(of) ?? [])
  const figure = (what: string, of: string): Figure => ({
    what: `${name}: ${says}, ${what}`,
    unit: 'ms',
    ...spread(stage(of)),
    ...besides(byHand, 'SPARQL by hand in Oxigraph'),
  })
  const figures = [
    ...(stage('search').length > 0 ? [figure('ids and total, first time', 'search')] : []),
    figure('first time, in the server', 'total'),
  ]
  // Where the server is busy, most of what a client waits for is the answers to others.
  if (connections > 1)
    figures.push({
      what: `${name}: ${says}, first time, at the client`,
      unit: 'ms',
      ...spread(told.map(({ ms }) => ms)),
    })
  return { figures, answers }
}

async function again(server: Server, answers: ReadonlyMap<string, Answer>, what: string): Promise<Figure[]> {
  if (answers.size === 0) return []
  const targets = [...answers.keys()]
  const koa = await startBareKoa(answers)
  const run = (root: string): ReturnType<typeof load> =>
    loadWell(root, {
      connections: CONNECTIONS,
      seconds: SECONDS,
      target: (i) => targets[i % targets.length] as string,
    })
  await run(koa.root)
  const [skeg, beside] = [await run(server.root), await run(koa.root)]
  await koa.close()
  return [
    {
      what: `${what}, again, ${CONNECTIONS} connections`,
      unit: 'ms',
      ...spread(skeg.times),
      ...besides(beside.times, 'bare Koa, the same bytes'),
    },
  ]
}

export async function requests({ graph, base, quads, name }: BenchSet): Promise<Figure[]> {
  const [server, oxigraph] = await Promise.all([
    startSkeg(graph, base, ['--sparql', 'off', '--log', 'off', '--server-timing', 'on']),
    startOxigraph(quads),
  ])
  const figures: Figure[] = []
  try {
    const kinds = await kindsOf(oxigraph)
    await learned(server)
    const warming = await warmingTargets(oxigraph)
    await load(server.root, {
      connections: CONNECTIONS,
      seconds: WARMING,
      target: (i) => API + warming[i % warming.length],
    })
    for (const kind of kinds) {
      const first = await firstTime(server, oxigraph, kind, name)
      figures.push(...first.figures, ...(await again(server, first.answers, `${name}: ${kind.says}`)))
    }
  } finally {
    await Promise.all([server.close(), oxigraph.close()])
  }
  return figures
}
