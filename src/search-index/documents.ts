/** Documents of records: their own graphs, and of what these name what a reference shows. */

import type { Model } from '../model/model.ts'
import { memoize } from '../model/values/collections.ts'
import { embeddingScopeOf, referencePredicates } from '../model/embedding-scope.ts'
import {
  addTriple,
  iriOf,
  isIri,
  isLiteral,
  RDF_TYPE,
  type TripleIndex,
  type Document,
} from '../record/rdf/triples.ts'
import type { EntityIndex, Entry } from './query/entity-index.ts'
import type { Graphs, GraphsByIri } from './content/graphs.ts'

interface Reading {
  readonly model: Model
  readonly index: EntityIndex
}

/** What decides which triples a document has. */
interface DocumentScope extends Reading {
  /** Predicates of the labels of classes. */
  readonly labels: ReadonlySet<string>
  kindOf(entry: Entry): KindOfEntity
}

function scopeOf({ model, index }: Reading): DocumentScope {
  const labels = model.types.flatMap((type) => [...embeddingScopeOf(model, type).classLabels])
  return { model, index, labels: new Set(labels), kindOf: kindsOf(model) }
}

/** @returns gives the documents of records from their graphs, in the order of the IRIs */
export function createDocuments(
  reading: Reading,
): (iris: readonly string[], graphs: Graphs) => readonly Document[] {
  const scope = scopeOf(reading)
  return (iris, { graphs, named }) =>
    graphs.map((nodes, i) => {
      const iri = iris[i] as string
      addNamed(scope, namedBy(scope, iri, nodes), named, nodes)
      return { iri, nodes }
    })
}

/** Makes documents without what references show, for framers that are given references. */
export interface Outlines {
  /**
   * Adds to a named graph the classes of the entities that it names, and the labels of classes.
   * @param graphs is asked for the graph of each entity of which the document would show something, too
   */
  add(iri: string, nodes: TripleIndex, graphs: GraphsByIri): void
  /** Adds the classes of the entities that it names alone: references do not show more of these. */
  addClasses(iri: string, nodes: TripleIndex): void
}

export function createOutlines(reading: Reading): Outlines {
  const scope = scopeOf(reading)
  return {
    add(iri, nodes, graphs) {
      for (const { iri: name, term, shownPredicates } of namedBy(scope, iri, nodes)) {
        const graph = graphs.get(name)
        if (graph && !shownPredicates) addConcept(scope, term, graph, nodes)
      }
    },
    addClasses(iri, nodes) {
      namedBy(scope, iri, nodes)
    },
  }
}

/** Adds what a document shows of what it names. */
function addNamed(
  scope: DocumentScope,
  naming: readonly Named[],
  graphs: GraphsByIri,
  nodes: TripleIndex,
): void {
  for (const { iri, term, shownPredicates } of naming) {
    const graph = graphs.get(iri) ?? NOTHING
    if (shownPredicates) addReference(scope, term, shownPredicates, graph, nodes)
    else addConcept(scope, term, graph, nodes)
  }
}

/** Adds the classes of the entities that a document names; returns the graphs that have more to show. */
function namedBy(scope: DocumentScope, document: string, nodes: TripleIndex): Named[] {
  const { index, kindOf } = scope
  const subject = `<${document}>`
  const { entities, classified } = objectsOf(subject, nodes, kindOf(index.entryOf(document)))
  const named: Named[] = []
  for (const term of entities) {
    if (term === subject || !isIri(term)) continue
    const iri = iriOf(term)
    const { shownPredicates } = addClasses(scope, term, iri, nodes)
    if (shownPredicates.length > 0) named.push({ iri, term, shownPredicates })
  }
  for (const term of classified) {
    if (!isIri(term) || term === subject) continue
    const iri = iriOf(term)
    if (index.entryOf(iri).hasGraph) named.push({ iri, term })
  }
  return named
}

function addClasses(
  { index, kindOf }: DocumentScope,
  term: string,
  iri: string,
  nodes: TripleIndex,
): KindOfEntity {
  const kind = kindOf(index.entryOf(iri))
  for (const name of kind.classes) addTriple(nodes, term, RDF_TYPE, name)
  return kind
}

/** Adds what a document shows of an entity that it names. */
function addReference(
  scope: DocumentScope,
  term: string,
  shownPredicates: readonly string[],
  graph: TripleIndex,
  nodes: TripleIndex,
): void {
  const node = graph.get(term)
  for (const predicate of shownPredicates) {
    const objects = node?.get(predicate)
    if (!objects) continue
    addObjects(nodes, term, predicate, objects)
    for (const object of objects) addShown(scope, object, graph, nodes)
  }
}

/** Adds the class of an entity, or a blank node with all blank nodes reachable from it. */
function addShown(scope: DocumentScope, object: string, graph: TripleIndex, nodes: TripleIndex): void {
  if (isLiteral(object)) return
  if (isIri(object)) {
    addClasses(scope, object, iriOf(object), nodes)
    return
  }
  const node = graph.get(object)
  if (!node || nodes.has(object)) return
  nodes.set(object, node)
  for (const objects of node.values()) for (const inner of objects) addShown(scope, inner, graph, nodes)
}

/** Adds what a document shows of a class, or of a thing that is no entity: labels, scheme, its class. */
function addConcept(
  { model, labels }: DocumentScope,
  term: string,
  graph: TripleIndex,
  nodes: TripleIndex,
): void {
  for (const [predicate, objects] of graph.get(term) ?? []) {
    if (labels.has(predicate)) addObjects(nodes, term, predicate, objects)
    if (predicate === RDF_TYPE)
      addObjects(
        nodes,
        term,
        predicate,
        objects.filter((object) => !model.typeOfClass(iriOf(object))),
      )
  }
}

/** What is the same for all entities of which the index knows the same. */
interface KindOfEntity {
  /** Terms of their classes. */
  readonly classes: readonly string[]
  /** Predicates that references to them show; none of what is a mention alone. */
  readonly shownPredicates: readonly string[]
  /** Predicates by which they name entities, and by which things that have a class. */
  readonly entities: ReadonlySet<string>
  readonly typed: ReadonlySet<string>
}

const kindsOf = (model: Model): ((entry: Entry) => KindOfEntity) =>
  memoize(({ types, isRecord }) => {
    const follows = types.map((type) => embeddingScopeOf(model, type))
    return {
      classes: types.map((type) => `<${model.classOf(type)}>`),
      shownPredicates: isRecord
        ? [...new Set(types.flatMap((type) => referencePredicates(model, type)))]
        : [],
      entities: new Set(follows.flatMap(({ entities }) => [...entities])),
      typed: new Set(follows.flatMap(({ typedIris: typed }) => [...typed])),
    }
  })

/**
 * What a document names: an entity of which it shows the values of predicates, or else a class or thing with
 * labels.
 */
interface Named {
  readonly iri: string
  readonly term: string
  readonly shownPredicates?: readonly string[]
}

const NOTHING: TripleIndex = new Map()

/** The objects that a document shows as entities, and those that it shows with their class or labels. */
function objectsOf(
  documentTerm: string,
  nodes: TripleIndex,
  { entities: naming, typed }: KindOfEntity,
): { entities: Set<string>; classified: Set<string> } {
  const entities = new Set<string>()
  const classified = new Set<string>()
  for (const [subject, node] of nodes) {
    for (const [predicate, objects] of node) {
      if (naming.has(predicate)) for (const object of objects) entities.add(object)
      if (typed.has(predicate) || (predicate === RDF_TYPE && subject !== documentTerm))
        for (const object of objects) classified.add(object)
    }
  }
  return { entities, classified }
}

/** Adds objects to those that a node has; the list itself is left as it is. */
function addObjects(nodes: TripleIndex, subject: string, predicate: string, objects: string[]): void {
  let node = nodes.get(subject)
  if (!node) nodes.set(subject, (node = new Map()))
  const known = node.get(predicate)
  node.set(predicate, known ? [...new Set([...known, ...objects])] : objects)
}
