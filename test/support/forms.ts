/** Reads the forms of answers back, each with a parser that has no part in writing it, into canonical RDF. */

import jsonld from 'jsonld'
import { DataFactory, Parser, type Quad } from 'n3'
import oxigraph from 'oxigraph'
import rdf from 'rdf-ext'
import { canonize } from 'rdf-canonize'
import { Readable } from 'node:stream'
import type { MediaName } from '../../src/config/media.ts'
import { tripleLines, type Document } from '../../src/record/rdf/triples.ts'
import type { Model } from '../../src/model/model.ts'
import { model } from './model.ts'

const { quad } = DataFactory

/** The forms that say neither more nor less than the triples. */
export const rdfForms = [
  'expanded',
  'turtle',
  'trig',
  'ntriples',
  'nquads',
  'rdfxml',
] as const satisfies readonly MediaName[]
export type RdfForm = (typeof rdfForms)[number]

const n3 =
  (format: string) =>
  (text: string): Quad[] =>
    new Parser({ format }).parse(text)

/**
 * Oxigraph is strict about what it reads, and brings numbers into one form, in which stored ones are already.
 */
function byOxigraph(format: string): (text: string) => Quad[] {
  return (text) => {
    const store = new oxigraph.Store()
    store.load(text, { format })
    return n3('application/n-quads')(store.dump({ format: 'nq' }))
  }
}

async function byRdfExt(text: string): Promise<Quad[]> {
  const quads: Quad[] = []
  for await (const one of rdf.formats.parsers.import('application/rdf+xml', Readable.from([text]), {
    baseIRI: 'http://never.example/',
  }) as unknown as Readable)
    quads.push(one as Quad)
  return quads
}

const loaderOf =
  ({ contexts }: Model) =>
  async (url: string) => ({
    documentUrl: url,
    document: contexts.find((context) => context.url === url)!.document as never,
  })

/** The quads of any JSON-LD that names contexts of the model or none, as N-Quads. */
export const expandJson = async (value: object, of: Model = model): Promise<string> =>
  (await jsonld.toRDF(value, {
    documentLoader: loaderOf(of),
    format: 'application/n-quads',
  } as never)) as unknown as string

const byJsonLd = async (text: string): Promise<Quad[]> =>
  n3('application/n-quads')(await expandJson(JSON.parse(text) as object))

const readers: Readonly<Record<RdfForm, readonly ((text: string) => Quad[] | Promise<Quad[]>)[]>> = {
  expanded: [byJsonLd],
  turtle: [n3('text/turtle'), byOxigraph('ttl')],
  trig: [n3('application/trig'), byOxigraph('trig')],
  ntriples: [n3('application/n-triples'), byOxigraph('nt')],
  nquads: [n3('application/n-quads'), byOxigraph('nq')],
  rdfxml: [byRdfExt, byOxigraph('rdf')],
}

const canonicalOf = (quads: readonly Quad[]): Promise<string> =>
  canonize([...quads], { algorithm: 'RDFC-1.0' })
const triplesOf = (quads: readonly Quad[]): Quad[] =>
  quads.map(({ subject, predicate, object }) => quad(subject, predicate, object))

/** An answer as canonical N-Quads, once for each of its parsers; a named graph would show. */
export const readForm = (form: RdfForm, text: string): Promise<string[]> =>
  Promise.all(readers[form].map(async (read) => canonicalOf(await read(text))))

/** The triples of N-Quads text as canonical N-Quads. */
export const canonicalText = (text: string): Promise<string> =>
  canonicalOf(triplesOf(n3('application/n-quads')(text)))

/** N-Triples of documents, as the graph has them, each once. */
export const linesOf = (documents: readonly Document[]): string =>
  [...new Set(documents.flatMap(({ nodes }) => [...tripleLines(nodes)]))]
    .map((line) => `${line} .\n`)
    .join('')
