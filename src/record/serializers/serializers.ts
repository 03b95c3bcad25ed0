/** Triples that are no document of an entity as text in the forms of RDF. */

import { toExpanded } from './expanded.ts'
import { writeRdfXml } from './rdfxml.ts'
import { type TripleIndex, writeNTriples } from '../rdf/triples.ts'
import { writeTurtle, type Prefixes } from './turtle.ts'

async function compacted(nodes: TripleIndex, prefixes: Prefixes): Promise<string> {
  const { default: jsonld } = await import('jsonld')
  return JSON.stringify(
    await jsonld.compact(toExpanded(nodes) as never, Object.fromEntries(prefixes) as never),
  )
}

const writers = {
  turtle: writeTurtle,
  ntriples: writeNTriples,
  rdfxml: writeRdfXml,
  expanded: (nodes: TripleIndex) => JSON.stringify(toExpanded(nodes)),
  jsonld: compacted,
} as const satisfies Record<string, (nodes: TripleIndex, prefixes: Prefixes) => string | Promise<string>>

export type RdfFormat = keyof typeof writers

export const writeRdf = async (nodes: TripleIndex, format: RdfFormat, prefixes: Prefixes): Promise<string> =>
  writers[format](nodes, prefixes)
