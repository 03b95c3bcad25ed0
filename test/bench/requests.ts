/**
 * Requests of all kinds over HTTP: the first time, beside Oxigraph called directly; and again from 20
 * connections, beside a bare Koa app with the same bytes.
 */

import { setTimeout as wait } from 'node:timers/promises'
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
 * Queries of one kind that Oxigraph runs, and milliseconds after which it runs no more of them: on the
 * largest
 * set, one takes seconds.
 */
const MAX_QUERIES = 60
const MAX_QUERIES_MS = 4000

/** Milliseconds in which a search is answered by warm code, and how many of them in a row show that. */
const WARM_MS = 50
const IN_A_ROW = 20

const POLL_INTERVAL_MS = 500

interface Sample extends Answer {
  readonly status: number
  /** Milliseconds until the client had the response. */
  readonly ms: number
}

async function request(pool: Pool, path: string): Promise<Sample> {
  const start = performance.now()
  const {
    statusCode: status,
    headers,
    body: stream,
  } = await pool.request({ path: API + path, method: 'GET' })
  const body = new Uint8Array(await stream.arrayBuffer())
  if (status !== 200 && status !== 404)
    throw new Error(`${path}: ${status} ${new TextDecoder().decode(body)}`)
  return {
    status,
    ms: performance.now() - start,
    body,
    headers: { 'Content-Type': String(headers['content-type'] ?? '') },
  }
}

/** Waits until the engines have loaded the graph, and the code is warm. */
export async function warmUp(server: Server): Promise<void> {
  // Found by the engines alone; a server whose engines still load says so after a while.
  while ((await fetch(`${server.root}${API}/products?filter=cf.contributions_aff_country:GB`)).status === 503)
    await wait(POLL_INTERVAL_MS)
  const pool = new Pool(server.root)
  for (let quick = 0, i = 0; quick < IN_A_ROW; i++) {
    const start = performance.now()
    await request(pool, `/products?filter=,cf.search.title_abstract:warm%20up%20${i},cf.search.title:${i}`)
    quick = performance.now() - start < WARM_MS ? quick + 1 : 0
  }
  await pool.close()
}

/** Milliseconds of what Oxigraph takes for the same. */
async function timeOxigraph(oxigraph: Oxigraph, { targets, isConstruct }: Kind): Promise<number[]> {
  const times: number[] = []
  let sum = 0
  for (const { sparql } of targets) {
    if (times.length === MAX_QUERIES || sum >= MAX_QUERIES_MS) break
    const ms = isConstruct ? await oxigraph.construct(sparql) : (await oxigraph.ask(sparql)).ms
    times.push(ms)
    sum += ms
  }
  return times
}

async function firstTime(
  server: Server,
  oxigraph: Oxigraph,
  kind: Kind,
  name: string,
): Promise<{ figures: Figure[]; answers: Map<string, Answer> }> {
  const { title, targets, connections = 1, limits = [] } = kind
  const samples: Sample[] = []
  const answers = new Map<string, Answer>()
  const pool = new Pool(server.root, { connections })
  const queue = [...targets]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const sample = await request(pool, next.path)
        samples.push(sample)
        if (sample.status === 200) answers.set(API + next.path, sample)
      }
    }),
  )
  await pool.close()
  const beside = besides(await timeOxigraph(oxigraph, kind), 'SPARQL by hand in Oxigraph')
  const times = samples.map(({ ms }) => ms)
  const what = `${name}: ${title}, first time, at the client`
  return { figures: [{ what, unit: 'ms', ...spread(times), ...beside, limits }], answers }
}

async function again(
  server: Server,
  answers: ReadonlyMap<string, Answer>,
  what: string,
  limits: Figure['limits'] = [],
): Promise<Figure[]> {
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
      limits,
    },
  ]
}

export async function requests({ graph, base, quads, name }: BenchSet): Promise<Figure[]> {
  const [server, oxigraph] = await Promise.all([
    startSkeg(graph, base, ['--sparql', 'off', '--log', 'off']),
    startOxigraph(quads),
  ])
  const figures: Figure[] = []
  try {
    const kinds = await kindsOf(oxigraph, name === 'multiplied')
    await warmUp(server)
    const warming = await warmingTargets(oxigraph)
    await load(server.root, {
      connections: CONNECTIONS,
      seconds: WARMING,
      target: (i) => API + warming[i % warming.length],
    })
    for (const kind of kinds) {
      const first = await firstTime(server, oxigraph, kind, name)
      figures.push(
        ...first.figures,
        ...(await again(server, first.answers, `${name}: ${kind.title}`, kind.again)),
      )
    }
  } finally {
    await Promise.all([server.close(), oxigraph.close()])
  }
  return figures
}
