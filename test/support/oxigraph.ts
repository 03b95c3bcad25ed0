/**
 * Oxigraph behind HTTP, as a SPARQL engine with the settings that matter: the union of graphs, and who may
 * ask.
 */

import { readFileSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import oxigraph from 'oxigraph'
import type { Engine } from './virtuoso.ts'

export interface EngineOptions {
  /** Whether the default graph is the union of all. */
  readonly union?: boolean
  /** Value that the header Authorization must have. */
  readonly authorization?: string
  /** Rows and triples at which it cuts answers, as Virtuoso does. */
  readonly maxRows?: number | undefined
  /** Media types that it writes. */
  readonly forms?: readonly string[]
  /** Blank nodes have other names in each answer, as Jena has them. */
  readonly renamesBlankNodes?: boolean
}

export interface OxigraphEngine extends Engine {
  /** Puts N-Quads files (.nq, .nq.gz) in the place of what it holds. */
  load(files: readonly string[]): void
}

const FORMS: readonly string[] = ['application/sparql-results+json', 'application/n-triples', 'text/csv']

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The first rows of CSV or JSON, or the first triples; what stands before them stays. */
function cut(text: string, type: string, most: number): string {
  if (!type.endsWith('json'))
    return text
      .split(/(?<=\n)/)
      .slice(0, type === 'text/csv' ? most + 1 : most)
      .join('')
  const document = JSON.parse(text) as { results?: { bindings: unknown[] } }
  document.results?.bindings.splice(most)
  return JSON.stringify(document)
}

/** The blank nodes of results in JSON, counted from the first. */
function renameBlankNodes(text: string): string {
  const names = new Map<string, string>()
  return JSON.stringify(JSON.parse(text), (_, term: { type?: string; value: string } | null) => {
    if (term?.type !== 'bnode') return term
    if (!names.has(term.value)) names.set(term.value, `b${names.size}`)
    return { ...term, value: names.get(term.value) }
  })
}

export async function startOxigraph({
  union = true,
  authorization,
  maxRows,
  forms = FORMS,
  renamesBlankNodes = false,
}: EngineOptions = {}): Promise<OxigraphEngine> {
  const headers =
    maxRows === undefined
      ? { Server: 'oxigraph/0.5' }
      : { Server: 'Virtuoso/07', 'X-SPARQL-MaxRows': maxRows }
  let store = new oxigraph.Store()
  const server = http.createServer((request, response) => {
    void readBody(request).then((body) => {
      if (authorization !== undefined && request.headers.authorization !== authorization) {
        response.writeHead(401).end('who are you')
        return
      }
      const type = forms.find((form) => request.headers.accept?.includes(form))
      if (type === undefined) {
        response.writeHead(406).end(`It writes ${forms.join(', ')}.`)
        return
      }
      try {
        const whole = store.query(new URLSearchParams(body).get('query') ?? '', {
          results_format: type,
          use_default_graph_as_union: union,
        }) as string
        const named = renamesBlankNodes && type.endsWith('json') ? renameBlankNodes(whole) : whole
        const text = maxRows === undefined ? named : cut(named, type, maxRows)
        response
          .writeHead(200, { 'Content-Type': type, ...headers, 'Content-Length': Buffer.byteLength(text) })
          .end(text)
      } catch (error) {
        response.writeHead(400).end(String(error))
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/query`,
    load(files) {
      const fresh = new oxigraph.Store()
      for (const file of files)
        fresh.load((file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).toString(), {
          format: 'nq',
        })
      store = fresh
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
