/** The reads that the server needs of a graph, on any store. */

import type { Compiled } from '../filter/compile.ts'
import type { Condition } from '../filter/condition.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { followOf, referencePredicates } from '../model/reference.ts'
import type { Document } from '../record/document.ts'
import { addTriple, iriOf, isIri, RDF_TYPE, type Nodes } from '../record/triples.ts'
import { askedByAll } from './asker.ts'
import type { Counts } from './counts.ts'
import { documentQuery } from './document-query.ts'
import type { Endpoint } from './endpoint.ts'
import { GraphFileLost } from './graph-file.ts'
import { findHolders } from './find.ts'
import type { EntityIndex } from './index.ts'
import { layoutOf } from './layout.ts'
import type { Matches } from './matches.ts'
import { createMentions, type Mentions } from './mentions.ts'
import { createSearch } from './search.ts'
import { countStatistics, type Statistics } from './statistics.ts'
import type { Row, Store } from './store.ts'
import { createReferring, type Referrers } from './referring.ts'

export interface Graph {
  readonly model: Model
  /** Base IRI of the graph. */
  readonly base: string
  /** When the graph was loaded. */
  readonly loaded: Date
  /** Content hash of the graph; absent where it carries none. */
  readonly version?: string | undefined
  /** Others ask the store too: nothing is asked of it before somebody wants to know. */
  readonly shared?: true
  /** Number of records of a type. */
  count(type: EntityType): number
  /** IRIs of records of a type in code point order: `count` of them from position `from` (0 is the first). */
  list(type: EntityType, from: number, count: number): readonly string[]
  /** The records of a type that meet all conditions. @throws Problem invalid-filter */
  search(type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /** Counts and indexes what makes searches fast; they answer without. */
  learn(): Promise<unknown>
  /** The SPARQL of conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** The types of which the IRI is a record; none for a mention or an unknown IRI. */
  typesOf(iri: string): readonly EntityType[]
  /** IRI of the one record of a type that has this external identifier, in any spelling; undefined if none or several have it. */
  find(type: EntityType, identifier: string): Promise<string | undefined>
  /** Sorted IRIs of the records of whatever type that have this external identifier, in any spelling. */
  holders(identifier: string): Promise<readonly string[]>
  /** What names an IRI. */
  mentions(iri: string): Promise<Mentions>
  /** What there is how often; counted when first asked, and kept. */
  statistics(): Promise<Statistics>
  /** The documents of records, in the order of the IRIs. */
  documents(iris: readonly string[]): Promise<Document[]>
  /** The CONSTRUCT query that gives the document of a record. @throws Error if the text is no absolute IRI */
  documentQuery(iri: string): string
  /** Answers public queries; absent where they are not offered. */
  readonly endpoint?: Endpoint
  /** N-Quads files of the graph (.nq, .nq.gz), which are there until it is closed; absent where there are none. */
  readonly quads?: readonly string[]
  /** What names an entity: at most `MOST_REFERRING` references are looked at. */
  referring(iri: string): Promise<Referrers>
  /** Runs a SELECT query of our own over the union of all graphs. */
  select(query: string): Promise<Row[]>
  /** Resolves when the store has ended without being asked to: then only another graph helps. */
  readonly died?: Promise<Error> | undefined
  /** Whether the store answers. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

interface GraphOptions {
  readonly model: Model
  readonly base: string
  readonly store: Store
  readonly index: EntityIndex
  readonly loaded?: Date
  readonly version?: string
  /** Subjects of the texts that the store has an index of already, in code point order; absent where they are to be read. */
  readonly indexed?: readonly string[] | undefined
  /** What was counted before, and need not be asked. */
  readonly counted?: Counts | undefined
}

export function createGraph({ model, base, store, index, loaded = new Date(), version, indexed, counted }: GraphOptions): Graph {
  const follows = model.types.map((type) => followOf(model, type))
  const fetched = [...new Set(follows.flatMap(({ fetched: predicates }) => [...predicates]))]
  const labels = new Set(follows.flatMap(({ concepts }) => [...concepts]))
  const kindOf = kindsOf(model)
  const { search, compile, learn } = createSearch({ model, base, store, index, indexed, counted })

  const documents = (iris: readonly string[]): Promise<Document[]> =>
    read(iris).catch((error: unknown) => { if (error instanceof GraphFileLost) return read(iris); throw error })

  async function read(iris: readonly string[]): Promise<Document[]> {
    const { graphs, named } = await store.graphs(iris, fetched)
    const naming = graphs.map((nodes, i) => namedBy(iris[i] as string, nodes))
    const found = await named
    return graphs.map((nodes, i) => {
      for (const { iri, term, shown } of naming[i] as Named[]) {
        const graph = found.get(iri) ?? NOTHING
        if (shown) addReference(term, shown, graph, nodes)
        else addConcept(term, graph, nodes)
      }
      return { iri: iris[i] as string, nodes }
    })
  }

  let counting: Promise<Statistics> | undefined

  function statistics(): Promise<Statistics> {
    counting ??= askedByAll(() => countStatistics({ store, index, model }))
    counting.catch(() => { counting = undefined })
    return counting
  }

  /** Adds the classes of the entities that a document names; returns the graphs that have more to show. */
  function namedBy(document: string, nodes: Nodes): Named[] {
    const own = `<${document}>`
    const { entities, others } = objectsOf(own, nodes, kindOf(index.typesOf(document)))
    const named: Named[] = []
    for (const term of entities) {
      if (term === own || !isIri(term)) continue
      const iri = iriOf(term)
      const { shown } = addClasses(term, iri, nodes)
      if (shown.length > 0 && index.isRecord(iri)) named.push({ iri, term, shown })
    }
    for (const term of others) {
      if (!isIri(term) || term === own) continue
      const iri = iriOf(term)
      if (index.hasGraph(iri)) named.push({ iri, term })
    }
    return named
  }

  /** Adds the classes of an entity. */
  function addClasses(term: string, iri: string, nodes: Nodes): KindOfEntity {
    const kind = kindOf(index.typesOf(iri))
    for (const name of kind.classes) addTriple(nodes, term, RDF_TYPE, name)
    return kind
  }

  /** Adds what a document shows of an entity that it names. */
  function addReference(term: string, shown: readonly string[], all: Nodes, nodes: Nodes): void {
    const node = all.get(term)
    for (const predicate of shown) {
      const objects = node?.get(predicate)
      if (!objects) continue
      addObjects(nodes, term, predicate, objects)
      for (const object of objects) addShown(object, all, nodes)
    }
  }

  /** Adds a node without identity with all that hangs on it, and the class of an entity. */
  function addShown(object: string, all: Nodes, nodes: Nodes): void {
    if (isIri(object)) { addClasses(object, iriOf(object), nodes); return }
    const node = all.get(object)
    if (!node || nodes.has(object)) return
    nodes.set(object, node)
    for (const objects of node.values()) for (const inner of objects) addShown(inner, all, nodes)
  }

  /** Adds what a document shows of a class, or of a thing that is no entity: labels, scheme, its class. */
  function addConcept(term: string, all: Nodes, nodes: Nodes): void {
    for (const [predicate, objects] of all.get(term) ?? []) {
      if (labels.has(predicate)) addObjects(nodes, term, predicate, objects)
      if (predicate === RDF_TYPE) addObjects(nodes, term, predicate, objects.filter((object) => !model.typeOfClass(iriOf(object))))
    }
  }

  return {
    model, base, loaded, version, died: store.died, documents, search, compile,
    learn: () => Promise.all([learn(), store.learn?.()]),
    count: (type) => index.records(type).length,
    list: (type, from, count) => index.records(type).slice(from, from + count),
    typesOf: (iri) => (index.isRecord(iri) ? index.typesOf(iri) : []),
    documentQuery: (iri) => (store.layout === 'triples' ? `CONSTRUCT { ?s ?p ?o } WHERE { ${layoutOf(store).triplesOf([iri])} }\n` : documentQuery(model, iri, index.isRecord(iri) ? index.typesOf(iri) : [])),
    holders: (identifier) => findHolders(store, index, model, model.types, identifier),
    mentions: createMentions({ store, index, model, base }),
    statistics,
    async find(type, identifier) {
      const [only, ...more] = await findHolders(store, index, model, [type], identifier)
      return more.length === 0 ? only : undefined
    },
    referring: createReferring(store, index, model),
    select: (query) => store.select(query),
    answers: () => store.ping().then(() => true, () => false),
    close: () => store.close(),
  }
}

/** What is the same for all entities of the same types. */
interface KindOfEntity {
  /** Terms of their classes. */
  readonly classes: readonly string[]
  /** Predicates that references to them show. */
  readonly shown: readonly string[]
  /** Predicates by which they name entities, and by which things that have a class. */
  readonly entities: ReadonlySet<string>
  readonly typed: ReadonlySet<string>
}

function kindsOf(model: Model): (types: readonly EntityType[]) => KindOfEntity {
  const kinds = new Map<readonly EntityType[], KindOfEntity>()
  const make = (types: readonly EntityType[]): KindOfEntity => {
    const follows = types.map((type) => followOf(model, type))
    return {
      classes: types.map((type) => `<${model.classOf(type)}>`),
      shown: [...new Set(types.flatMap((type) => referencePredicates(model, type)))],
      entities: new Set(follows.flatMap(({ entities }) => [...entities])),
      typed: new Set(follows.flatMap(({ typed }) => [...typed])),
    }
  }
  return (types) => {
    let kind = kinds.get(types)
    if (!kind) kinds.set(types, kind = make(types))
    return kind
  }
}

/** What a document names: an entity of which it shows the values of predicates, or else a class or thing with labels. */
interface Named { readonly iri: string; readonly term: string; readonly shown?: readonly string[] }

const NOTHING: Nodes = new Map()

/** The objects that a document shows as entities, and those that it shows with their class or labels. */
function objectsOf(own: string, nodes: Nodes, { entities: naming, typed }: KindOfEntity): { entities: Set<string>; others: Set<string> } {
  const entities = new Set<string>()
  const others = new Set<string>()
  for (const [subject, node] of nodes) {
    for (const [predicate, objects] of node) {
      if (naming.has(predicate)) for (const object of objects) entities.add(object)
      if (typed.has(predicate) || (predicate === RDF_TYPE && subject !== own)) for (const object of objects) others.add(object)
    }
  }
  return { entities, others }
}

/** Adds objects to those that a node has; the list itself is left as it is. */
function addObjects(nodes: Nodes, subject: string, predicate: string, objects: string[]): void {
  let node = nodes.get(subject)
  if (!node) nodes.set(subject, node = new Map())
  const known = node.get(predicate)
  node.set(predicate, known ? [...new Set([...known, ...objects])] : objects)
}
