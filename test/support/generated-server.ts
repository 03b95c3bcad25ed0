/** A server over a generated set on top of the demo graph, for the tests of one file, and lists read from it. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { sources, writeGenerated } from './generated.ts'
import { openGraph } from './graphs.ts'
import { model } from './model.ts'
import { getJson, serve, type Json } from './server.ts'

export interface GeneratedServer {
  readonly graph: Graph
  /** URL of the API. */
  readonly api: string
  /** The `local_identifier` of each record of a list, on all its pages joined. */
  iris(path: string, query?: string): Promise<string[]>
  /** The records of a list, on all its pages joined. @param query must be in the URL of each page */
  records(path: string, query?: string): Promise<Json[]>
  /** The HTML of a page of a list. */
  html(path: string, query: string): Promise<string>
}

/**
 * Starts a server before the tests of the suite in which this is called, and closes it after them.
 * @param pageSize of the lists that are read
 */
export function serveGenerated(
  sizes: { readonly seed: number; readonly citations: number },
  pageSize = 7,
): GeneratedServer {
  const server = serve(async () => {
    const source = await writeGenerated(sources.demo, { grants: 60, services: 20, ...sizes })
    const { graph } = await openGraph([source.path], { model, base: source.base })
    rmSync(dirname(source.path), { recursive: true })
    return graph
  })

  async function records(path: string, query = ''): Promise<Json[]> {
    const found: Json[] = []
    let url: string | undefined = `${server.api}/${path}?${query}&page_size=${pageSize}`
    while (url !== undefined) {
      const { status, body } = await getJson(url)
      expect(status, url).to.equal(200)
      expect(body.meta.local_identifier).to.include(query.replace(/^.*&/, ''))
      found.push(...(body['@graph'] as Json[]))
      url = body.meta.next_page?.local_identifier as string | undefined
    }
    return found
  }

  return {
    get graph() {
      return server.graph
    },
    get api() {
      return server.api
    },
    records,
    iris: async (path, query) =>
      (await records(path, query)).map(({ local_identifier: iri }) => iri as string),
    html: async (path, query) =>
      (await fetch(`${server.api}/${path}?${query}`, { headers: { Accept: 'text/html' } })).text(),
  }
}
