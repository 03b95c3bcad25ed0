/**
 * Requests over Virtuoso beside Virtuoso's own answers to the same SPARQL, without caches, the code warm: what
 * skeg adds. One after the other, they would mostly measure how long a core of a virtual machine takes to wake
 * up, twice more over skeg; so processes that give way to all others keep the cores awake.
 */

import { Pool } from 'undici'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { prepare } from '../support/stores.ts'
import { hasVirtuoso, startVirtuoso } from '../support/virtuoso.ts'
import type { Source } from '../support/generated.ts'
import { keepAwake } from './awake.ts'
import { besides, median, spread, type Figure } from './figure.ts'
import { startOverStore, type Server } from './servers.ts'

/** Requests of a kind that are measured, and others like them before, by which the code becomes warm. */
const REQUESTS = 60
const WARMING = 600

/** Rows that Virtuoso sorts. */
const MOST_ROWS = 9999

interface RecordedQuery {
  readonly accept: string
  readonly body: string
  readonly reset: boolean
}

/** Passes queries on and records them; those that were under way at once are one batch. */
async function startRecorder(
  target: string,
): Promise<{ url: string; batches: RecordedQuery[][]; close(): void }> {
  const batches: RecordedQuery[][] = []
  let underWay = 0
  const pool = new Pool(new URL(target).origin)
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const question = {
          accept: request.headers.accept ?? '',
          body: Buffer.concat(chunks).toString(),
          reset: request.headers.connection === 'close',
        }
        if (underWay++ === 0) batches.push([])
        batches.at(-1)?.push(question)
        void ask(pool, target, question).then(({ headers, body }) => {
          underWay--
          response
            .writeHead(200, { ...headers, connection: question.reset ? 'close' : 'keep-alive' })
            .end(body)
        })
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(target).pathname}`,
    batches,
    close: () => {
      server.closeAllConnections()
      server.close()
      void pool.destroy()
    },
  }
}

async function ask(
  pool: Pool,
  url: string,
  { accept, body, reset }: RecordedQuery,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const response = await pool.request({
    path: new URL(url).pathname,
    method: 'POST',
    headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
    body,
    reset,
  })
  return {
    headers: response.headers as Record<string, string>,
    body: Buffer.from(await response.body.arrayBuffer()),
  }
}

/** The values of ?v, as Virtuoso gives them in CSV. */
async function valuesOf(pool: Pool, url: string, pattern: string, limit: number): Promise<string[]> {
  const query = `SELECT DISTINCT ?v WHERE { ${pattern} } ORDER BY ?v LIMIT ${limit}`
  const { body } = await ask(pool, url, {
    accept: 'text/csv',
    body: new URLSearchParams({ query }).toString(),
    reset: false,
  })
  return body
    .toString()
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean)
    .map((line) => (line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line))
}

type Values = (pattern: string, limit?: number) => Promise<string[]>

/** Words of titles, the measured ones last. */
const WORDS = `heart river cancer galaxy bridge market forest school policy soil plasma cotton lattice fungus
laser polymer virus migraine turbine tumor
  ocean zebra glacier quartz bayesian toxicity surgery wildfire transform graph neural robot vision
language speech causal privacy kernel motion depth`.split(/\s+/)

/** Request kinds: the paths of different requests, the last of which are measured. */
async function kindsOf(values: Values): Promise<Record<string, string[]>> {
  const api = '/skg-if/api/products'
  const ids = await values(
    '?v a <http://purl.org/spar/fabio/Work> ; <http://purl.org/dc/terms/title> ?title',
    MOST_ROWS,
  )
  const list = (i: number): string => ids[(i * 7919) % ids.length] as string
  const each = (path: (i: number) => string): string[] =>
    Array.from({ length: WARMING + REQUESTS }, (_, i) => path(i))
  const filtered = async (key: string, pattern: string): Promise<string[]> =>
    (await values(pattern)).map((value) => `${api}?filter=,${key}:${encodeURIComponent(value)}`)
  return {
    'by id': each((i) => `${api}/${encodeURIComponent(list(i))}`),
    'by id, Turtle': each((i) => `${api}/${encodeURIComponent(list(i + 1000))}?format=turtle`),
    'a page of 10': each((i) => `${api}?page=${i + 3}`),
    'a page of 100': each((i) => `${api}?page=${(i % 150) + 1}&page_size=100`),
    'filter by identifier': await filtered(
      'identifiers.id',
      '?n <http://purl.org/spar/datacite/usesIdentifierScheme> ' +
        '<http://purl.org/spar/datacite/doi> ; ' +
        '<http://www.essepuntato.it/2010/06/literalreification/hasLiteralValue> ?v',
    ),
    'filter by family name': await filtered(
      'contributions.by.family_name',
      '?p <http://xmlns.com/foaf/0.1/familyName> ?v',
    ),
    'filter by affiliation': await filtered(
      'contributions.declared_affiliations.name',
      '?p a <http://xmlns.com/foaf/0.1/Organization> ; <http://xmlns.com/foaf/0.1/name> ?v',
    ),
    'search in titles': WORDS.map((word) => `${api}?filter=cf.search.title:${word}`),
    SPARQL: each(
      (i) => `/sparql?query=${encodeURIComponent(`SELECT * WHERE { GRAPH <${list(i)}> { ?s ?p ?o } }`)}`,
    ),
  }
}

export async function remote({ path, base }: Source): Promise<Figure[]> {
  if (!hasVirtuoso) {
    console.log('Virtuoso is not installed: the part remote is skipped')
    return []
  }
  const prepared = await prepare([path], base)
  const engine = await startVirtuoso(prepared.files)
  const recorder = await startRecorder(engine.url)
  const flags = ['--cache', '0', '--log', 'off', '--empty-list', '200']
  const [recorded, direct] = [
    await startOverStore(prepared.path, recorder.url, flags),
    await startOverStore(prepared.path, engine.url, flags),
  ]
  const pool = new Pool(new URL(engine.url).origin)
  const clients = new Map([recorded, direct].map((one) => [one, new Pool(one.root)]))
  const rest = keepAwake()
  const figures: Figure[] = []
  const get = async (root: Server, one: string): Promise<number> => {
    const start = performance.now()
    const { statusCode, body } = await clients.get(root)!.request({ path: one, method: 'GET' })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${statusCode} to ${one}`)
    return performance.now() - start
  }
  for (const [kind, all] of Object.entries(
    await kindsOf((pattern, limit = WARMING + REQUESTS) => valuesOf(pool, engine.url, pattern, limit)),
  )) {
    const paths = all.slice(-Math.min(REQUESTS, all.length >> 1))
    for (const one of all.slice(0, -paths.length)) for (const root of clients.keys()) await get(root, one)
    const times = { skeg: [] as number[], engine: [] as number[], added: [] as number[] }
    for (const [i, one] of paths.entries()) {
      recorder.batches.length = 0
      await get(recorded, one)
      const questions = [...recorder.batches]
      const own = async (): Promise<number> => {
        const start = performance.now()
        for (const together of questions)
          await Promise.all(together.map((question) => ask(pool, engine.url, question)))
        return performance.now() - start
      }
      const [first, second] =
        i % 2 === 0 ? [await get(direct, one), await own()] : [await own(), await get(direct, one)]
      const [skeg, alone] = i % 2 === 0 ? [first, second] : [second, first]
      times.skeg.push(skeg)
      times.engine.push(alone)
      times.added.push(skeg - alone)
    }
    figures.push(
      {
        what: `${kind} over Virtuoso (median of ${paths.length})`,
        ...spread(times.skeg),
        unit: 'ms',
        ...besides(times.engine, 'Virtuoso alone, the same SPARQL'),
      },
      { what: `${kind}: what skeg adds (median)`, value: median(times.added), unit: 'ms' },
    )
  }
  rest()
  recorder.close()
  await Promise.all([
    pool.destroy(),
    ...[...clients.values()].map((client) => client.destroy()),
    recorded.close(),
    direct.close(),
  ])
  await engine.close()
  return figures
}
