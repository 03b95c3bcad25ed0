/** What an index says of its whole graph: counts for its description, and what lets filters be compiled well. */

import type { GraphStatistics, TermCount } from '../filter/values/value-test.ts'
import type { Model } from '../model/model.ts'
import { memoize } from '../model/values/collections.ts'
import { iriOf, isIri, lexicalForm } from '../record/rdf/triples.ts'
import { literal, namedNode } from '../sparql/terms.ts'
import type { EntityIndex } from './query/entity-index.ts'
import type { Statistics } from './query/index-reader.ts'
import type { Meta } from './tables/meta.ts'

/** @param object N-Triples text */
const termCount = (object: string, count: number): TermCount => ({
  term: isIri(object) ? namedNode(iriOf(object)) : literal(lexicalForm(object)),
  count,
})

export function filterStatistics(
  { counts, records }: Meta,
  model: Model,
  index: EntityIndex,
  spellingsOf: GraphStatistics['irisOfIdentifier'],
): GraphStatistics {
  const valuesOf = memoize((predicate: string): readonly TermCount[] | undefined => {
    const known = counts.values[predicate]
    return known ? Object.entries(known).map(([object, count]) => termCount(object, count)) : undefined
  })
  return {
    triples: (predicate) => counts.predicates[predicate] ?? 0,
    records: (name) => (model.typeNamed(name) ? (records[name] ?? 0) : 0),
    valuesOf,
    hasSubject: (iri) => index.entryOf(iri).hasGraph,
    irisOfIdentifier: spellingsOf,
    iriPrefixesOfScheme(scheme, types) {
      const own = counts.prefixes.filter(([of, type]) => of === scheme && types.includes(type))
      return [...new Set(own.map(([, , prefix]) => prefix))]
    },
  }
}

/** The most frequent first. */
const ordered = (counts: Readonly<Record<string, number>>): Map<string, number> =>
  new Map(Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))

export const statisticsOf = ({ counts }: Meta): Statistics => ({
  ...counts,
  classes: ordered(counts.classes),
  properties: ordered(counts.predicates),
})
