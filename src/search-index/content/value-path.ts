/** Paths of rows as plain data, and the terms to which they lead in named graphs. */

import type { Step } from '../../model/rows/paths.ts'
import { iriOf, isIri, type TripleIndex } from '../../record/rdf/triples.ts'

interface ValueStep {
  readonly predicates: readonly string[]
  readonly inverse: boolean
  /** Its IRIs are entities with named graphs of their own. */
  readonly leadsToEntities: boolean
}

/** The steps of a path, from the last one: paths that begin alike may share them. */
interface Steps {
  readonly before: Steps | undefined
  readonly last: ValueStep
}

export interface ValuePath {
  readonly steps: Steps | undefined
  /** From the last node to the values; none where the node is the value. */
  readonly predicates: readonly string[]
}

export type MakePath = (steps: readonly Step[], predicates: readonly string[]) => ValuePath

/** Makes paths that share the steps with which several begin. */
export function createPaths(): MakePath {
  const known = new Map<string, Steps>()
  return (steps, predicates) => {
    let [key, before] = ['', undefined as Steps | undefined]
    for (const { predicates, inverse, types } of steps) {
      const last = { predicates, inverse, leadsToEntities: types.length > 0 }
      key += JSON.stringify(last)
      before = known.get(key) ?? { before, last }
      known.set(key, before)
    }
    return { steps: before, predicates }
  }
}

/** A node, and the graph in which it is described; undefined for the graph of an entity that is not read yet. */
interface DescribedNode {
  readonly term: string
  readonly nodes: TripleIndex | undefined
}

const NOTHING: TripleIndex = new Map()

/**
 * Gives the terms at the ends of paths from one IRI, some perhaps more than once; steps that paths share are gone once.
 * @param iri from which the paths lead on, described in `nodes`
 * @param graphOf gives the named graph of another entity; absent: paths end at other entities
 */
export function termsFrom(
  iri: string,
  nodes: TripleIndex,
  graphOf: (iri: string) => TripleIndex = () => NOTHING,
): (path: ValuePath) => string[] {
  const nodesAt = (place: DescribedNode): TripleIndex => place.nodes ?? graphOf(iriOf(place.term))
  const places = new Map<Steps | undefined, readonly DescribedNode[]>([
    [undefined, [{ term: `<${iri}>`, nodes }]],
  ])
  function placesAt(steps: Steps | undefined): readonly DescribedNode[] {
    const known = places.get(steps)
    if (known || !steps) return known ?? []
    const { before, last } = steps
    const next: DescribedNode[] = []
    for (const place of placesAt(before)) {
      const here = nodesAt(place)
      for (const term of last.inverse
        ? subjectsOf(last.predicates, place.term, here)
        : objectsOf(last.predicates, place.term, here))
        next.push({ term, nodes: last.leadsToEntities && isIri(term) ? undefined : here })
    }
    places.set(steps, next)
    return next
  }
  return ({ steps, predicates }) =>
    predicates.length === 0
      ? placesAt(steps).map(({ term }) => term)
      : placesAt(steps).flatMap((place) => objectsOf(predicates, place.term, nodesAt(place)))
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
