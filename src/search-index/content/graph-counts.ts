/** Counts of the whole graph, for VoID, the home page and the compiler of filters. */

import { RDF_TYPE } from '../../model/context/iri.ts'
import {
  datatypeOf,
  iriOf,
  isIri,
  isLiteral,
  languageOf,
  XSD,
  type PredicateMap,
  type TripleIndex,
} from '../../record/rdf/triples.ts'
import type { Counts } from '../tables/meta.ts'

export type ContentCounts = Omit<Counts, 'prefixes'>

/** Classes of a node, from its triples, as one text; empty for none. */
const classesOf = (node: PredicateMap | undefined): string =>
  (node?.get(RDF_TYPE) ?? []).filter(isIri).map(iriOf).sort().join(' ')

const RDF_LANG_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'

const literalType = (literal: string): string =>
  datatypeOf(literal) ?? (languageOf(literal) === undefined ? `${XSD}string` : RDF_LANG_STRING)

/** What an object is: the datatype of a literal, the classes of a node of the same graph, or nothing that is known. */
const rangeOf = (object: string, nodes: TripleIndex): string =>
  isLiteral(object) ? literalType(object) : classesOf(nodes.get(object))

/** Pairs of classes and properties, with what their values are, that are counted; a graph with more has no scheme. */
const MAX_CELLS = 20_000

/** Counts triples by the classes of their subjects, their properties and what their objects are. */
function createPartitions() {
  const cells = new Map<string, Map<string, Map<string, number>>>()
  let size = 0
  return {
    /** @param nodes all those of the graph */
    add(node: PredicateMap, nodes: TripleIndex): void {
      const classes = size > MAX_CELLS ? '' : classesOf(node)
      if (classes === '') return
      let properties = cells.get(classes)
      if (!properties) cells.set(classes, (properties = new Map()))
      for (const [predicate, objects] of node) {
        if (predicate === RDF_TYPE) continue
        let ranges = properties.get(predicate)
        if (!ranges) properties.set(predicate, (ranges = new Map()))
        const before = ranges.size
        for (const object of objects) {
          const range = rangeOf(object, nodes)
          ranges.set(range, (ranges.get(range) ?? 0) + 1)
        }
        size += ranges.size - before
      }
    },
    counts: (): Counts['partitions'] =>
      size > MAX_CELLS
        ? []
        : Array.from(cells, ([classes, properties]) => [
            classes.split(' '),
            Array.from(properties, ([property, ranges]) => [property, [...ranges]] as const),
          ]),
  }
}

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
  const partitions = createPartitions()
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
        partitions.add(node, nodes)
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
      partitions: partitions.counts(),
      values: Object.fromEntries(
        Array.from(values, ([predicate, known]) => [predicate, known && Object.fromEntries(known)]),
      ),
    }),
  }
}
