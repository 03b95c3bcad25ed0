/**
 * The official OpenAPI file as a judge: a Prism proxy stands between the client and the demo graph, or one of real
 * records of other sources, and finds no fault but those listed.
 */

import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openalexFiles, recorded } from '../support/compare.ts'
import { model } from '../support/model.ts'
import { PRISM, startPrism, type Judge } from '../support/prism.ts'
import { openGraphOf, startServer } from '../support/server.ts'
import { installNpm } from '../support/tools.ts'
import { openGraph } from '../../src/load/open/open.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { DEMO } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

const official = fileURLToPath(new URL('../../../shared/spec/skg-if-openapi-1.0.0.yaml', import.meta.url))

const types = 'an organisation type of the service extension'
const portal = 'the venue type of the service extension'
const amount = 'the specification says number, the official file integer'

/**
 * The answers that the official file refuses although specification or service extension allow them: path →
 * violation, reason.
 */
const exceptions: Readonly<Record<string, readonly [field: string, reason: string]>> = {
  '/organisations?page_size=100': ['types', types],
  '/organisations/https://ror.org/00dd4fz34': ['types', types],
  '/organisations/https://ror.org/03wp25384': ['types', types],
  '/grants?page_size=100': ['funded_amount', amount],
  '/grants/https://w3id.org/skg-if/sandbox/skeg/grant-sshoc': ['funded_amount', amount],
  '/venues?page_size=100': ['type', portal],
  '/venues/https://w3id.org/skg-if/sandbox/skeg/venue-ssh-open-marketplace': ['type', portal],
}

interface Judged {
  readonly title: string
  readonly folder: string
  open(folder: string): Promise<Graph>
  /** Records of a type that are asked for by id, at most. */
  readonly records: number
  /** Pages of a hundred records of a type, at most. */
  readonly pages: number
  readonly exceptions: typeof exceptions
}

const openRecords = async (paths: readonly string[]): Promise<Graph> =>
  (await openGraph(paths, { model, base: 'https://example.org/graph/' })).graph

const graphs: readonly Judged[] = [
  {
    title: 'the demo graph',
    folder: DEMO,
    open: (path) => openGraphOf([path]),
    records: 1000,
    pages: 20,
    exceptions,
  },
  ...['crossref', 'datacite', 'ror', 'openaire/camelcase-derived'].map((name) => ({
    title: `real records of ${name}`,
    folder: join(recorded, name),
    open: (path: string) => openRecords([path]),
    records: 50,
    pages: 20,
    exceptions: {},
  })),
  {
    title: 'all real records of OpenAlex',
    folder: join(recorded, 'openalex'),
    open: (path) => openRecords(openalexFiles(path)),
    records: 50,
    pages: Infinity,
    exceptions: {},
  },
]

describe('the official OpenAPI file, through Prism', function () {
  this.timeout(400_000)
  const tools = throughout(() => (existsSync(official) ? installNpm(PRISM) : undefined))

  for (const { title, folder, open, exceptions: allowed, ...limits } of graphs) {
    const count = Object.keys(allowed).length
    it(`passes lists and records of ${title}, but for ${count} with a reason`, async function () {
      if (!existsSync(folder)) return this.skip()
      const graph = await open(folder)
      const server = await startServer(graph)
      const prism = await startPrism(tools, official, server.api)
      try {
        const failed = await judge(prism, pathsOf(graph, limits), allowed)
        expect(failed.sort()).to.deep.equal(Object.keys(allowed).sort())
      } finally {
        await prism.close()
        await server.close()
        await graph.close()
      }
    })
  }
})

/** The first lists of each type, and its first records by id. */
function pathsOf(graph: Graph, { records, pages }: Pick<Judged, 'records' | 'pages'>): string[] {
  const judged = graph.model.types.filter(({ path }) => !['agents', 'services'].includes(path))
  return judged.flatMap((type) => [
    `/${type.path}?page_size=100`,
    ...Array.from(
      { length: Math.max(1, Math.min(pages, Math.ceil(graph.count(type) / 100))) - 1 },
      (_, i) => `/${type.path}?page=${i + 2}&page_size=100`,
    ),
    ...graph.list(type, 0, records).map((iri) => `/${type.path}/${encodeURIComponent(iri)}`),
  ])
}

/** @returns the paths whose answers are refused */
async function judge(prism: Judge, paths: readonly string[], allowed: typeof exceptions): Promise<string[]> {
  const failed: string[] = []
  for (const path of paths) {
    const [first, ...more] = await prism.violations(path)
    if (first === undefined) continue
    const name = decodeURIComponent(path)
    const [field, reason] = allowed[name] ?? []
    const expected = field !== undefined && first.split(' ')[0]?.split('.').includes(field)
    failed.push(name)
    console.log(`      ${name}: ${expected ? reason : ['NO REASON', first, ...more].join('; ')}`)
  }
  console.log(`      ${paths.length - failed.length} of ${paths.length} paths pass`)
  return failed
}
