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

interface Options {
  /** Whether the default graph is the union of all. */
  readonly union?: boolean
  /** Value that the header Authorization must have. */
  readonly authorization?: string
}

export interface OxigraphEngine extends Engine {
  /** Puts N-Quads files (.nq, .nq.gz) in the place of what it holds. */
  load(files: readonly string[]): void
}

const FORMS = ['application/sparql-results+json', 'application/n-triples', 'text/csv']

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export async function startOxigraph({ union = true, authorization }: Options = {}): Promise<OxigraphEngine> {
  let store = new oxigraph.Store()
  const server = http.createServer((request, response) => {
    void readBody(request).then((body) => {
      if (authorization !== undefined && request.headers.authorization !== authorization) {
        response.writeHead(401).end('who are you')
        return
      }
      const type = FORMS.find((form) => request.headers.accept?.includes(form)) ?? ''
      try {
        const text = store.query(new URLSearchParams(body).get('query') ?? '', {
          results_format: type,
          use_default_graph_as_union: union,
        }) as string
        response
          .writeHead(200, {
            'Content-Type': type,
            Server: 'oxigraph/0.5',
            'Content-Length': Buffer.byteLength(text),
          })
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
