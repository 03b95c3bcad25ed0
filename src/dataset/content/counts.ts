/** What is counted of the named graphs of a graph. */

import { RDF_TYPE } from '../../model/context/iri.ts'
import { iriOf, isIri, type TripleIndex } from '../../record/rdf/triples.ts'
import type { Counts } from '../tables/meta.ts'

export type ContentCounts = Omit<Counts, 'prefixes'>

export interface Counter {
  /** Counts a named graph. */
  add(nodes: TripleIndex): void
  counts(): ContentCounts
}

/** @param vocabularies predicates of which the values are counted, as long as there are few */
export function createCounter(vocabularies: readonly string[], maxValues: number): Counter {
  let [triples, subjects] = [0, 0]
  const predicates = new Map<string, number>()
  const classes = new Map<string, number>()
  const values = new Map<string, Map<string, number> | null>(
    vocabularies.map((predicate) => [predicate, new Map()]),
  )
  const increase = (counts: Map<string, number>, key: string, by = 1): void => {
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  const addValues = (predicate: string, objects: readonly string[]): void => {
    const known = values.get(predicate)
    if (!known) return
    for (const object of objects) increase(known, object)
    if (known.size > maxValues) values.set(predicate, null)
  }
  return {
    add(nodes) {
      subjects += nodes.size
      for (const node of nodes.values()) {
        for (const [predicate, objects] of node) {
          triples += objects.length
          increase(predicates, predicate, objects.length)
          addValues(predicate, objects)
          if (predicate === RDF_TYPE)
            for (const object of objects) if (isIri(object)) increase(classes, iriOf(object))
        }
      }
    },
    counts: () => ({
      triples,
      subjects,
      predicates: Object.fromEntries(predicates),
      classes: Object.fromEntries(classes),
      values: Object.fromEntries(
        Array.from(values, ([predicate, known]) => [predicate, known && Object.fromEntries(known)]),
      ),
    }),
  }
}
