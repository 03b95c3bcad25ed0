/** Paths of rows as plain data, and the terms to which they lead in named graphs. */

import type { Path } from '../../model/rows/paths.ts'
import { iriOf, isIri, type TripleIndex } from '../../record/rdf/triples.ts'

interface ValueStep {
  readonly predicates: readonly string[]
  readonly inverse: boolean
  /** Its IRIs are entities with named graphs of their own. */
  readonly leadsToEntities: boolean
}

export interface ValuePath {
  readonly steps: readonly ValueStep[]
  /** From the last node to the values; none where the node is the value. */
  readonly predicates: readonly string[]
}

export const valuePathOf = ({ steps, target }: Path): ValuePath => ({
  steps: steps.map(({ predicates, inverse, types }) => ({
    predicates,
    inverse,
    leadsToEntities: types.length > 0,
  })),
  predicates: target.predicates,
})

/** A node, and the graph in which it is described; undefined for the graph of an entity that is not read yet. */
interface Place {
  readonly term: string
  readonly nodes: TripleIndex | undefined
}

const NOTHING: TripleIndex = new Map()

/**
 * The terms at the end of a path, some perhaps more than once.
 * @param start IRI from which the path leads on, described in `nodes`
 * @param graphOf gives the named graph of another entity; absent: paths end at other entities
 */
export function termsAt(
  { steps, predicates }: ValuePath,
  start: string,
  nodes: TripleIndex,
  graphOf: (iri: string) => TripleIndex = () => NOTHING,
): string[] {
  const nodesAt = (place: Place): TripleIndex => place.nodes ?? graphOf(iriOf(place.term))
  let places: Place[] = [{ term: `<${start}>`, nodes }]
  for (const step of steps) {
    const next: Place[] = []
    for (const place of places) {
      const here = nodesAt(place)
      for (const term of termsOfStep(step, place.term, here))
        next.push({ term, nodes: step.leadsToEntities && isIri(term) ? undefined : here })
    }
    places = next
  }
  if (predicates.length === 0) return places.map(({ term }) => term)
  const terms: string[] = []
  for (const place of places) {
    const node = nodesAt(place).get(place.term)
    if (node)
      for (const predicate of predicates) for (const term of node.get(predicate) ?? []) terms.push(term)
  }
  return terms
}

function* termsOfStep(
  { predicates, inverse }: ValueStep,
  term: string,
  nodes: TripleIndex,
): Generator<string> {
  if (!inverse) {
    const node = nodes.get(term)
    if (node) for (const predicate of predicates) yield* node.get(predicate) ?? []
    return
  }
  for (const [subject, node] of nodes)
    if (predicates.some((predicate) => node.get(predicate)?.includes(term))) yield subject
}
