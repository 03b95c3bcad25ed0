/**
 * Named graphs of an endpoint: many in one answer, divided again by the blank nodes reachable from each subject.
 */

import { LRUCache } from 'lru-cache'
import { blankNodesByReverseProperty, type ReverseLinked } from '../../record/rdf/owned-blank-nodes.ts'
import { addTriple, isBlank, type TripleIndex } from '../../record/rdf/triples.ts'
import { followedFrom } from '../documents/follow.ts'
import type { Layout } from '../documents/graph-layout.ts'
import type { Graphs, GraphStore } from '../store.ts'

/** How triples are asked for. */
export interface Asking {
  readonly layout: Layout
  /** Predicates by which blank nodes point at the subject that they belong to. */
  readonly reverse: ReadonlySet<string>
  /**
   * The triples of a CONSTRUCT, of which many may come; undefined if there are more than the engine gives at
   * once.
   */
  construct(query: string, many: boolean, signal?: AbortSignal): Promise<TripleIndex | undefined>
  /** What ?p can be in a SELECT, as terms for queries. */
  predicates(query: string, signal?: AbortSignal): Promise<string[]>
  /** The graph is too large for the endpoint. */
  tooLarge(iri: string): Error
}

/** What is done with the triples of some graphs, for whom. */
interface Taking {
  take(iris: readonly string[], all: TripleIndex): void
  readonly signal: AbortSignal | undefined
}

/** Reads graphs as `Store.graphs` does, for one client where a signal is given. */
export type GraphReader = (
  signal: AbortSignal | undefined,
  ...args: Parameters<GraphStore['graphs']>
) => Promise<Graphs>

/** How many graphs one question asks for. */
interface Portions {
  /** The answer about more than these may be long. */
  readonly few: number
  /** No question names more. */
  readonly maxGraphs: number
}

/**
 * Questions about more than a few graphs: engines answer them side by side, and half an answer is seldom a
 * long one.
 */
const SIDE_BY_SIDE = 2

function portionsOf(iris: readonly string[], { few, maxGraphs }: Portions): readonly string[][] {
  const count = Math.max(iris.length > few ? SIDE_BY_SIDE : 1, Math.ceil(iris.length / maxGraphs))
  const size = Math.ceil(iris.length / count)
  return Array.from({ length: count }, (_, i) => iris.slice(i * size, (i + 1) * size)).filter(
    ({ length }) => length > 0,
  )
}

const OWN: Portions = { few: 5, maxGraphs: 50 }

/** What records name is smaller than they are. */
const NAMED: Portions = { few: 40, maxGraphs: 200 }

/**
 * Bytes of the followed graphs that are kept, of some 2 kB each: records name the same venues, organisations
 * and classes again and again.
 */
const CACHE_BYTES = 32_000_000

/** Bytes that a term takes besides its characters, and a graph besides its terms. */
const TERM_OVERHEAD = 40
const GRAPH_OVERHEAD = 200

/** Bytes of memory that a graph takes, nearly. */
function sizeOf(nodes: TripleIndex): number {
  let size = GRAPH_OVERHEAD
  const add = (text: string): void => {
    size += text.length + TERM_OVERHEAD
  }
  for (const [subject, node] of nodes) {
    add(subject)
    for (const [predicate, objects] of node) {
      add(predicate)
      objects.forEach(add)
    }
  }
  return size
}

const constructOf = (layout: Layout, iris: readonly string[]): string =>
  `CONSTRUCT { ?s ?p ?o } WHERE { ${layout.triplesOf(iris)} }`

/**
 * A subject has its triples in its own graph; a blank node is in the graph of the subject from which it is
 * reachable, or at which it points. So the graphs follow from the triples.
 */
function graphIn(all: TripleIndex, iri: string, linked: ReverseLinked): TripleIndex {
  const nodes: TripleIndex = new Map()
  const subjects = new Set([`<${iri}>`])
  for (const subject of subjects) {
    for (const blank of linked.get(subject) ?? []) subjects.add(blank)
    const node = all.get(subject)
    if (!node) continue
    nodes.set(subject, node)
    for (const objects of node.values())
      for (const object of objects) if (isBlank(object)) subjects.add(object)
  }
  return nodes
}

/** One set of nodes from several, which may tell of the same subjects. */
function united(parts: readonly TripleIndex[]): TripleIndex {
  const all: TripleIndex = new Map()
  for (const part of parts)
    for (const [subject, node] of part)
      for (const [predicate, objects] of node)
        for (const object of objects) addTriple(all, subject, predicate, object)
  return all
}

export function createGraphReader({ layout, reverse, construct, predicates, tooLarge }: Asking): GraphReader {
  const cache = new LRUCache<string, TripleIndex>({ maxSize: CACHE_BYTES, sizeCalculation: sizeOf })

  /** Graphs taken apart again. */
  function splitBySubject(iris: readonly string[], all: TripleIndex): [iri: string, nodes: TripleIndex][] {
    const linked = blankNodesByReverseProperty(reverse, all)
    return iris.map((iri) => [iri, graphIn(all, iri, linked)])
  }

  /** What is too large for one answer, by its predicates. */
  async function readLarge(iri: string, signal: AbortSignal | undefined): Promise<TripleIndex> {
    const triplePattern = layout.triplesOf([iri])
    const parts = await Promise.all(
      (await predicates(`SELECT DISTINCT ?p WHERE { ${triplePattern} }`, signal)).map((predicate) =>
        construct(
          `CONSTRUCT { ?s ?p ?o } WHERE { ${triplePattern} FILTER(?p = ${predicate}) }`,
          true,
          signal,
        ),
      ),
    )
    return united(
      parts.map((part) => {
        if (!part) throw tooLarge(iri)
        return part
      }),
    )
  }

  async function read(iris: readonly string[], many: boolean, { take, signal }: Taking): Promise<void> {
    const [only, ...more] = iris as readonly [string, ...string[]]
    const all =
      (await construct(constructOf(layout, iris), many, signal)) ??
      (more.length === 0 ? await readLarge(only, signal) : undefined)
    if (all) {
      take(iris, all)
      return
    }
    const half = iris.length >> 1
    await Promise.all(
      [iris.slice(0, half), iris.slice(half)].map((some) => read(some, many, { take, signal })),
    )
  }

  async function readAll(iris: readonly string[], portions: Portions, taking: Taking): Promise<void> {
    await Promise.all(
      portionsOf(iris, portions).map((part) => read(part, part.length > portions.few, taking)),
    )
  }

  /** Adds graphs to those that are named, and keeps them. */
  async function readNamed(
    iris: readonly string[],
    named: Map<string, TripleIndex>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const take: Taking['take'] = (some, all) => {
      for (const iri of some) named.set(iri, all)
      // Not while somebody waits for them.
      setImmediate(() => {
        for (const [iri, nodes] of splitBySubject(some, all)) cache.set(iri, nodes)
      })
    }
    await readAll(iris, NAMED, { take, signal })
  }

  return async function graphs(signal, iris, follow) {
    const requestedGraphs = new Map<string, TripleIndex>()
    const named = new Map<string, TripleIndex>()
    const missing = new Set<string>()
    const [requested, followed] = [new Set(iris), new Set(follow)]
    const look = (iri: string): void => {
      if (requested.has(iri)) return
      const known = cache.get(iri)
      if (known) named.set(iri, known)
      else missing.add(iri)
    }
    // What a part names is known before the next part is there.
    const take: Taking['take'] = (some, all) => {
      for (const [iri, nodes] of splitBySubject(some, all)) requestedGraphs.set(iri, nodes)
      for (const iri of followedFrom(all, followed)) look(iri)
    }
    await readAll(iris, OWN, { take, signal })
    for (const [iri, nodes] of requestedGraphs) named.set(iri, nodes)
    if (missing.size > 0) await readNamed([...missing], named, signal)
    return { graphs: iris.map((iri) => new Map(requestedGraphs.get(iri))), named }
  }
}
