/** What is counted of the named graphs of a graph. */

import { RDF_TYPE } from '../../model/context/rdf.ts'
import { iriOf, isIri, type TripleIndex } from '../../record/rdf/triples.ts'
import type { Counts } from '../tables/meta.ts'

export type ContentCounts = Omit<Counts, 'prefixes'>

export interface Counter {
  /** Counts a named graph. @param times -1 takes it out again */
  add(nodes: TripleIndex, times?: 1 | -1): void
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
  const increase = (counts: Map<string, number>, key: string, by: number): void => {
    const sum = (counts.get(key) ?? 0) + by
    if (sum === 0) counts.delete(key)
    else counts.set(key, sum)
  }
  const addValues = (predicate: string, objects: readonly string[], times: number): void => {
    const known = values.get(predicate)
    if (!known) return
    for (const object of objects) increase(known, object, times)
    if (known.size > maxValues) values.set(predicate, null)
  }
  return {
    add(nodes, times = 1) {
      subjects += nodes.size * times
      for (const node of nodes.values()) {
        for (const [predicate, objects] of node) {
          triples += objects.length * times
          increase(predicates, predicate, objects.length * times)
          addValues(predicate, objects, times)
          if (predicate === RDF_TYPE)
            for (const object of objects) if (isIri(object)) increase(classes, iriOf(object), times)
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
