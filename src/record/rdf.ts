/** Triples as text in the forms of RDF. */

import jsonld from 'jsonld'
import { Parser, Writer } from 'n3'
import { tripleLines, type Nodes } from './triples.ts'

export type RdfFormat = 'turtle' | 'ntriples' | 'jsonld'
/** Prefix → namespace IRI. */
export type Prefixes = Readonly<Record<string, string>>

const ntriples = (nodes: Nodes): string => [...tripleLines(nodes)].map((line) => `${line} .\n`).join('')

function turtle(nodes: Nodes, prefixes: Prefixes): Promise<string> {
  const writer = new Writer({ prefixes })
  writer.addQuads(new Parser({ format: 'N-Triples' }).parse(ntriples(nodes)))
  return new Promise((resolve, reject) => writer.end((error: Error | null, text: string) => (error ? reject(error) : resolve(text))))
}

async function compacted(nodes: Nodes, prefixes: Prefixes): Promise<string> {
  const expanded = await jsonld.fromRDF(ntriples(nodes) as never, { format: 'application/n-quads' })
  return JSON.stringify(await jsonld.compact(expanded as never, prefixes as never))
}

const writers: { readonly [F in RdfFormat]: (nodes: Nodes, prefixes: Prefixes) => string | Promise<string> } = { ntriples, turtle, jsonld: compacted }

/** Writes triples. */
export const writeRdf = async (nodes: Nodes, format: RdfFormat, prefixes: Prefixes): Promise<string> => writers[format](nodes, prefixes)
