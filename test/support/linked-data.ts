/** The RDF of answers, as JSON-LD processors read them with the contexts of the server. */

import jsonld from 'jsonld'
import { Parser } from 'n3'
import rdfCanonize from 'rdf-canonize'
import { mediaTypes, type MediaName } from '../../src/config/media.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { model } from './model.ts'
import type { TestServer } from './server.ts'

/** The RDF forms of records and lists, with the name that rdflib has for each. */
export const rdfForms: Readonly<Record<string, string>> = {
  turtle: 'turtle',
  rdfxml: 'xml',
  nquads: 'nquads',
  trig: 'trig',
  expanded: 'json-ld',
}

/** A JSON-LD document with the URLs of the server's own contexts in the place of the published ones. */
function withServedContexts(text: string, server: TestServer): string {
  const document = JSON.parse(text) as { '@context'?: unknown[] }
  if (document['@context'] === undefined) return text
  const served = new Map(model.contexts.map(({ name, url }) => [url, `${server.root}/contexts/${name}.json`]))
  const contexts = document['@context'].map((one) => served.get(one as string) ?? one)
  return JSON.stringify({ ...document, '@context': contexts })
}

/** Reads contexts from the server, each once. */
export function createDocumentLoader(server: TestServer): (url: string) => Promise<object> {
  const documents = new Map<string, Promise<unknown>>()
  return async (url) => {
    if (!url.startsWith(server.root)) throw new Error(`${url} is elsewhere`)
    if (!documents.has(url))
      documents.set(
        url,
        fetch(url, { headers: { accept: 'application/ld+json' } }).then((it) => it.json()),
      )
    return { documentUrl: url, document: await documents.get(url) }
  }
}

const canonical = (quads: readonly unknown[]): Promise<string> =>
  rdfCanonize.canonize(quads as never, { algorithm: 'RDFC-1.0' })

/** N-Triples in their canonical form. */
export const canonicalTriples = (text: string): Promise<string> =>
  canonical(new Parser({ format: 'N-Triples' }).parse(text))

/** The triples of a JSON-LD document in their canonical form, whatever their graph. */
export async function canonicalJsonLd(
  text: string,
  documentLoader: (url: string) => Promise<object>,
): Promise<string> {
  const quads = (await jsonld.toRDF(JSON.parse(text) as never, { documentLoader } as never)) as unknown as {
    graph: object
  }[]
  return canonical(quads.map((quad) => ({ ...quad, graph: { termType: 'DefaultGraph', value: '' } })))
}

/** A document in one of its forms, the contexts of which are those of the server. */
export async function fetchForm(url: string, form: MediaName, server: TestServer): Promise<string> {
  const text = await (await fetch(url, { headers: { accept: mediaTypes[form].type } })).text()
  return form === 'jsonld' || form === 'skgif' ? withServedContexts(text, server) : text
}

/** The URLs of all records of a graph, and of the first page of each list. */
export function urlsOf(graph: Graph, server: TestServer): string[] {
  return model.types
    .filter((type) => graph.count(type) > 0)
    .flatMap((type) => [
      `${server.api}/${type.path}?page_size=20`,
      ...graph
        .list(type, 0, graph.count(type))
        .map((iri) => `${server.api}/${type.path}/${encodeURIComponent(iri)}`),
    ])
}
