/**
 * `meta` as triples, as the contexts expand it: a page of a list is a page of an ActivityStreams collection.
 */

import { resolveIri } from '../../model/context/iri.ts'
import type { Json } from '../../model/values/json.ts'
import type { Vocabulary } from '../../model/context/vocabulary.ts'
import { addTriple, quote, RDF_TYPE, XSD, type TripleIndex } from './triples.ts'

/**
 * The triples of `meta`. Words that the contexts do not know as types are resolved against the base, as
 * JSON-LD does.
 * @param base base of the graph
 */
export function metaTriples(
  meta: Json,
  { terms, iri: iriOf, expandTerm }: Vocabulary,
  base: string,
): TripleIndex {
  const nodes: TripleIndex = new Map()
  let blanks = 0

  function objectOf(key: string, value: unknown): string {
    if (typeof value === 'object' && value !== null) return write(value as Json)
    if (typeof value === 'number') return `"${value}"^^<${XSD}integer>`
    return terms.get(key)?.type === '@id' ? `<${resolveIri(String(value), base)}>` : quote(String(value))
  }
  /** Writes an object; gives its subject. */
  function write(object: Json): string {
    const id = Object.entries(object).find(([key]) => terms.get(key)?.iri === '@id')?.[1]
    const subject = id === undefined ? `_:m${blanks++}` : `<${resolveIri(String(id), base)}>`
    for (const [key, value] of Object.entries(object)) {
      const keyword = terms.get(key)?.iri
      const predicate = iriOf(key)
      for (const one of [value].flat()) {
        if (keyword === '@type') addTriple(nodes, subject, RDF_TYPE, `<${expandTerm(String(one), base)}>`)
        else if (predicate !== undefined) addTriple(nodes, subject, predicate, objectOf(key, one))
      }
    }
    return subject
  }
  write(meta)
  return nodes
}
