/**
 * Other servers by other hands on the same graph: Trifid, and the endpoint of Comunica. They come by npx and
 * are no dependency.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/port.ts'
import { besides, spread, type Figure } from './figure.ts'
import { warmUp } from './requests.ts'
import { startOxigraph, startSkeg, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'
import { kindsOf, type Target } from './targets.ts'

/** The last versions that run on Node 20. */
const TRIFID = 'trifid@5'
const COMUNICA = '@comunica/query-sparql-file@4.4.1'

const IDS = 100
const SEARCHES = 5

/** Milliseconds in which a server by npx has to answer: it is installed, and reads the graph. */
const PATIENCE = 600_000
const LOOK = 1000

const ASK = `query=${encodeURIComponent('ASK { ?s ?p ?o }')}`

/** Starts a command of a package. @throws Error if it does not answer SPARQL at the path in time */
async function startByNpx(
  name: string,
  port: number,
  path: string,
  command: readonly string[],
): Promise<Server> {
  const child = spawn('npx', ['--yes', '--package', name, ...command], { stdio: 'ignore', detached: true })
  const root = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    if (child.exitCode !== null) return
    process.kill(-(child.pid as number), 'SIGKILL')
    await once(child, 'exit')
  }
  for (const end = performance.now() + PATIENCE; performance.now() < end && child.exitCode === null;) {
    if (
      await fetch(`${root}${path}?${ASK}`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { root, pid: child.pid as number, close }
    await wait(LOOK)
  }
  await close()
  throw new Error(`${name} does not answer`)
}

const trifidConfig = (port: number, base: string, quads: string): string =>
  JSON.stringify({
    server: { listener: { port, host: '127.0.0.1' }, logLevel: 'warn' },
    globals: { datasetBaseUrl: base, endpoints: { default: { url: '/query' } } },
    plugins: {
      'entity-renderer': { module: '@zazuko/trifid-entity-renderer' },
      'fetch-handler': {
        module: 'trifid-handler-fetch',
        paths: '/query',
        config: { url: quads, contentType: 'application/n-quads' },
      },
    },
  })

/** Milliseconds of each request, one after another. @throws Error for an answer that is none */
async function time(urls: readonly string[], accept: string): Promise<number[]> {
  const times: number[] = []
  for (const url of urls) {
    const start = performance.now()
    const response = await fetch(url, { headers: { Accept: accept } })
    const { length } = await response.text()
    if (response.status !== 404 && (!response.ok || length === 0))
      throw new Error(`${url}: ${response.status}`)
    times.push(performance.now() - start)
  }
  return times
}

const inGraphs = (sparql: string): string =>
  sparql
    .replace('SELECT DISTINCT ?entity WHERE {', 'SELECT DISTINCT ?entity WHERE { GRAPH ?g {')
    .replace(/\}$/, '} }')
const queries = (
  root: string,
  targets: readonly Target[],
  shape = (sparql: string): string => sparql,
): string[] => targets.map(({ sparql }) => `${root}?query=${encodeURIComponent(shape(sparql))}`)

export async function others({ graph, base, quads, name }: BenchSet): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-others-'))
  const servers: Server[] = []
  const oxigraph = await startOxigraph(quads)
  try {
    const kinds = await kindsOf(oxigraph, false)
    const targetsOf = (says: string, most: number): Target[] =>
      (kinds.find((kind) => kind.says === says)?.targets ?? []).slice(0, most)
    const [ids, searches] = [
      targetsOf('a product by id', IDS),
      targetsOf('cf.search.title: rare words', SEARCHES),
    ]
    const skeg = await startSkeg(graph, base, ['--sparql', 'off', '--log', 'off', '--server-timing', 'on'])
    servers.push(skeg)
    await warmUp(skeg)
    const [port, other] = [await freePort(), await freePort()]
    writeFileSync(join(folder, 'trifid.yaml'), trifidConfig(port, base, quads))
    const trifid = await startByNpx(TRIFID, port, '/query', ['trifid', '-c', join(folder, 'trifid.yaml')])
    servers.push(trifid)
    const comunica = await startByNpx(COMUNICA, other, '/sparql', [
      'comunica-sparql-file-http',
      quads,
      '-p',
      String(other),
      '--unionDefaultGraph',
      '-t',
      '300',
    ])
    servers.push(comunica)

    const own = (targets: readonly Target[]): string[] =>
      targets.map(({ path }) => `${skeg.root}/skg-if/api${path}`)
    const suffixes = ids
      .map(({ path }) => decodeURIComponent(path.slice('/products/'.length)))
      .filter((iri) => iri.startsWith(base))
      .map((iri) => iri.slice(base.length))
    const [byId, found] = [
      spread(await time(own(ids), 'text/turtle')),
      spread(await time(own(searches), 'application/json')),
    ]
    const json = 'application/sparql-results+json'
    return [
      {
        what: `${name}: a product by id in Turtle, first time, at the client`,
        unit: 'ms',
        ...byId,
        ...besides(
          await time(
            suffixes.map((suffix) => `${trifid.root}/${suffix}`),
            'text/turtle',
          ),
          `Trifid (${TRIFID})`,
        ),
      },
      {
        what: `${name}: rare words in titles, first time, at the client`,
        unit: 'ms',
        ...found,
        ...besides(
          await time(queries(`${trifid.root}/query`, searches, inGraphs), json),
          `SPARQL at Trifid (${TRIFID})`,
        ),
      },
      {
        what: `${name}: rare words in titles, first time, at the client`,
        unit: 'ms',
        ...found,
        ...besides(
          await time(queries(`${comunica.root}/sparql`, searches), json),
          `SPARQL at Comunica (${COMUNICA})`,
        ),
      },
    ]
  } finally {
    await Promise.all([...servers, oxigraph].map((server) => server.close()))
    rmSync(folder, { recursive: true })
  }
}
