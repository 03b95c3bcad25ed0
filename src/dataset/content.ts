/** What the named graphs of a graph hold, collected graph by graph for the tables of its index. */

import { groupBy } from '../model/values/group-by.ts'
import { identifiersOf } from '../model/rows/identifier-predicates.ts'
import type { Model } from '../model/model.ts'
import { RDF_TYPE } from '../model/context/rdf.ts'
import { iriOf, isIri, type TripleIndex } from '../record/rdf/triples.ts'
import { identifierPredicates, MAX_VALUES, vocabularies } from '../store/knowledge.ts'
import { searchedPredicates } from '../store/text-search.ts'
import type { IndexedEntities } from './entities.ts'
import { graphText, readGraph } from './graphs.ts'
import { collectIdentifiers, writeIdentifiers } from './identifiers.ts'
import { keyOf, keyOfText } from './keys.ts'
import type { Counts, IdentifierPath, TextColumn } from './meta.ts'
import { addReferences, writeReferences } from './references.ts'
import { createSorter, keyBytes } from './sorter.ts'
import type { TablesWriter } from './tables.ts'
import { collectTexts, type TextPlace } from './texts.ts'

export interface Content {
  /** Adds a named graph as a whole. */
  add(iri: string, nodes: TripleIndex): void
  /** Writes what was added. */
  write(tables: TablesWriter): {
    readonly predicates: readonly string[]
    readonly texts: readonly TextColumn[]
    readonly counts: Counts
  }
  close(): void
}

/** Where the identifiers of records stand, each place once. */
export function identifierPaths(model: Model): IdentifierPath[] {
  const paths = model.types.flatMap((type) => identifiersOf(model, type)).filter(({ top }) => top)
  const byName = groupBy(paths, ({ holds, value }) => `${holds} ${value}`)
  return [...byName.values()].map(([first]) => [first!.holds, first!.value] as const)
}

const textPlaces = (model: Model): TextPlace[] =>
  model.types.flatMap((type) =>
    [...searchedPredicates(model, type)].map((predicate) => ({ type: type.name, predicate })),
  )

export function collectContent(
  model: Model,
  base: string,
  entities: IndexedEntities,
  folder: string,
): Content {
  const sorters = {
    graphs: createSorter(folder, 'graphs'),
    references: createSorter(folder, 'references'),
    identifiers: createSorter(folder, 'owners'),
  }
  const texts = textPlaces(model).map((place, number) => ({
    place,
    collector: collectTexts(folder, String(number), place),
  }))
  const identifiers = collectIdentifiers(sorters.identifiers, identifierPaths(model))
  const counter = countContent(model)
  const addresses = collectAddresses(model, base, entities)

  function addTexts(iri: string, nodes: TripleIndex): void {
    const positions = entities.positionsOf(iri)
    for (const { place, collector } of texts) {
      const position = positions.get(place.type)
      if (position !== undefined) collector.add(position, iri, nodes)
    }
  }

  return {
    add(iri, nodes) {
      sorters.graphs.add(keyBytes(iri), graphText(nodes))
      addReferences(sorters.references, iri, nodes)
      identifiers.add(nodes)
      addTexts(iri, nodes)
      counter.add(nodes)
      addresses.add(iri, nodes)
    },
    write(tables) {
      const graphs = tables.table('graphs')
      for (const [key, text] of sorters.graphs.sorted()) graphs.put(keyOf(key), text)
      tables.commit()
      identifiers.finish((iri) => readGraph(graphs, iri))
      writeIdentifiers(tables, sorters.identifiers)
      const predicates = writeReferences(tables, sorters.references)
      addresses.write(tables)
      const columns = texts.map(({ collector }, number) => collector.write(tables, number))
      tables.commit()
      return { predicates, texts: columns, counts: { ...counter.counts(), prefixes: addresses.prefixes() } }
    },
    close() {
      for (const { close } of [...Object.values(sorters), ...texts.map(({ collector }) => collector)]) close()
    },
  }
}

function countContent(model: Model): { add(nodes: TripleIndex): void; counts(): Omit<Counts, 'prefixes'> } {
  let [triples, subjects] = [0, 0]
  const predicates = new Map<string, number>()
  const classes = new Map<string, number>()
  const values = new Map<string, Map<string, number> | null>(
    vocabularies(model).map((predicate) => [predicate, new Map()]),
  )
  const increase = (counts: Map<string, number>, key: string, by = 1): void => {
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  const addValues = (predicate: string, objects: readonly string[]): void => {
    const known = values.get(predicate)
    if (!known) return
    for (const object of objects) increase(known, object)
    if (known.size > MAX_VALUES) values.set(predicate, null)
  }
  return {
    add(nodes) {
      subjects += nodes.size
      for (const node of nodes.values()) {
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
      values: Object.fromEntries(
        Array.from(values, ([predicate, known]) => [predicate, known && Object.fromEntries(known)]),
      ),
    }),
  }
}

interface AddressCollector {
  add(iri: string, nodes: TripleIndex): void
  write(tables: TablesWriter): void
  prefixes(): Counts['prefixes']
}

/** Collects the IRIs that are themselves identifiers. */
function collectAddresses(model: Model, base: string, entities: IndexedEntities): AddressCollector {
  const prefixes = new Map<string, readonly [string, string, string]>()
  const others = new Map<string, string[]>()
  const paths = identifierPredicates(model)

  const isScheme = (term: string, scheme: string): boolean =>
    isIri(term) && model.vocabulary.compactIri(iriOf(term), base).toLowerCase() === scheme

  /** Whether the entity has an identifier of the scheme beside its IRI. */
  function hasIdentifier(iri: string, nodes: TripleIndex, scheme: string): boolean {
    const own = nodes.get(`<${iri}>`)
    return paths.some(([holds, uses]) =>
      own?.get(holds)?.some((node) =>
        nodes
          .get(node)
          ?.get(uses)
          ?.some((term) => isScheme(term, scheme)),
      ),
    )
  }

  return {
    add(iri, nodes) {
      const address = model.identifiers.readIri(iri)
      if (!address) return
      const { scheme, canonical, prefix } = address
      if (canonical !== iri) others.set(canonical, [...(others.get(canonical) ?? []), iri])
      if (hasIdentifier(iri, nodes, scheme)) return
      for (const { name } of entities.typesOf(iri))
        prefixes.set(`${scheme} ${name} ${prefix}`, [scheme, name, prefix])
    },
    write(tables) {
      for (const canonical of [...others.keys()].sort())
        tables.table('addresses').put(keyOfText(canonical), Buffer.from(others.get(canonical)!.join('\n')))
    },
    prefixes: () => [...prefixes.values()],
  }
}
