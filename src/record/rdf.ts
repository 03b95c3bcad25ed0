/** Triples that are no document of an entity as text in the forms of RDF. */

import { toExpanded } from './expanded.ts'
import { writeTriples } from './lines.ts'
import { writeRdfXml } from './rdfxml.ts'
import type { Nodes } from './triples.ts'
import { writeTurtle, type Prefixes } from './turtle.ts'

async function compacted(nodes: Nodes, prefixes: Prefixes): Promise<string> {
  const { default: jsonld } = await import('jsonld')
  return JSON.stringify(
    await jsonld.compact(toExpanded(nodes) as never, Object.fromEntries(prefixes) as never),
  )
}

const writers = {
  turtle: writeTurtle,
  ntriples: writeTriples,
  rdfxml: writeRdfXml,
  expanded: (nodes: Nodes) => JSON.stringify(toExpanded(nodes)),
  jsonld: compacted,
} as const satisfies Record<string, (nodes: Nodes, prefixes: Prefixes) => string | Promise<string>>

export type RdfFormat = keyof typeof writers

/** Writes triples. */
export const writeRdf = async (nodes: Nodes, format: RdfFormat, prefixes: Prefixes): Promise<string> =>
  writers[format](nodes, prefixes)
