/** Paths of rows as plain data, and the terms to which they lead in named graphs. */

import type { Step } from '../../model/rows/paths.ts'
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

export const valuePathOf = (steps: readonly Step[], predicates: readonly string[]): ValuePath => ({
  steps: steps.map(({ predicates, inverse, types }) => ({
    predicates,
    inverse,
    leadsToEntities: types.length > 0,
  })),
  predicates,
})

/** A node, and the graph in which it is described; undefined for the graph of an entity that is not read yet. */
interface DescribedNode {
  readonly term: string
  readonly nodes: TripleIndex | undefined
}

const NOTHING: TripleIndex = new Map()

/**
 * The terms at the end of a path, some perhaps more than once.
 * @param start term of the IRI from which the path leads on, described in `nodes`
 * @param graphOf gives the named graph of another entity; absent: paths end at other entities
 */
export function termsAt(
  { steps, predicates }: ValuePath,
  start: string,
  nodes: TripleIndex,
  graphOf: (iri: string) => TripleIndex = () => NOTHING,
): string[] {
  const nodesAt = (place: DescribedNode): TripleIndex => place.nodes ?? graphOf(iriOf(place.term))
  let places: DescribedNode[] = [{ term: start, nodes }]
  for (const step of steps) {
    const next: DescribedNode[] = []
    for (const place of places) {
      const here = nodesAt(place)
      for (const term of step.inverse
        ? subjectsOf(step.predicates, place.term, here)
        : objectsOf(step.predicates, place.term, here))
        next.push({ term, nodes: step.leadsToEntities && isIri(term) ? undefined : here })
    }
    places = next
  }
  return predicates.length === 0
    ? places.map(({ term }) => term)
    : places.flatMap((place) => objectsOf(predicates, place.term, nodesAt(place)))
}

function objectsOf(predicates: readonly string[], term: string, nodes: TripleIndex): readonly string[] {
  const node = nodes.get(term)
  if (!node) return []
  const [first] = predicates
  return predicates.length === 1
    ? (node.get(first as string) ?? [])
    : predicates.flatMap((predicate) => node.get(predicate) ?? [])
}

function subjectsOf(predicates: readonly string[], term: string, nodes: TripleIndex): string[] {
  const found: string[] = []
  for (const [subject, node] of nodes)
    if (predicates.some((predicate) => node.get(predicate)?.includes(term))) found.push(subject)
  return found
}
