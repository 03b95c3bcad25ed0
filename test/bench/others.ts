/**
 * Other servers by other hands on the same graph: Trifid, and the endpoint of Comunica. They come by npx and
 * are no dependency.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/port.ts'
import { startByNpx, startTrifid, TRIFID } from './by-npx.ts'
import { besides, spread, type Figure } from './figure.ts'
import { warmUp } from './requests.ts'
import { startOxigraph, startSkeg, type Server } from './servers.ts'
import type { BenchSet } from './sets.ts'
import { kindsOf, type Target } from './targets.ts'

/** The last version that runs on Node 20. */
const COMUNICA = '@comunica/query-sparql-file@4.4.1'

const IDS = 100
const SEARCHES = 5

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

export async function others(set: BenchSet): Promise<Figure[]> {
  const { graph, base, quads, name } = set
  const folder = mkdtempSync(join(tmpdir(), 'skeg-others-'))
  const servers: Server[] = []
  const oxigraph = await startOxigraph(quads)
  try {
    const kinds = await kindsOf(oxigraph, false)
    const targetsOf = (title: string, most: number): Target[] =>
      (kinds.find((kind) => kind.title === title)?.targets ?? []).slice(0, most)
    const [ids, searches] = [
      targetsOf('a product by id', IDS),
      targetsOf('cf.search.title: rare words', SEARCHES),
    ]
    const trifid = await startTrifid(set, folder)
    servers.push(trifid)
    const skeg = await startSkeg(graph, base, ['--sparql', 'off', '--log', 'off', '--server-timing', 'on'])
    servers.push(skeg)
    await warmUp(skeg)
    const port = await freePort()
    const comunica = await startByNpx(COMUNICA, port, '/sparql', [
      'comunica-sparql-file-http',
      quads,
      '-p',
      String(port),
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
