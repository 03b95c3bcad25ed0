/** What `skeg load` counts of a graph, so that nobody has to ask the store for it. */

/** Values of a predicate that are remembered; one with more is no vocabulary. */
export const MOST_VALUES = 5000

/** What was counted of a graph before it is asked. */
export interface Counts {
  /** Triples by predicate; there are none of others. */
  readonly predicates: Readonly<Record<string, number>>
  /** Triples by object, as N-Triples text, of some predicates; null where there are too many objects. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, number>> | null>> | undefined
}
