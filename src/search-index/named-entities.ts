/**
 * What records show of the entities that they name, at load: their graphs in a table that is gone after it, plain,
 * so that none of them is inflated again, and the references to them, framed once as long as they are remembered.
 */

import { join } from 'node:path'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { RecentValues } from '../model/values/collections.ts'
import type { Json } from '../model/values/json.ts'
import { createReferenceFramer } from '../record/json/frame.ts'
import type { TripleIndex } from '../record/rdf/triples.ts'
import type { EntityIndex } from './query/entity-index.ts'
import { parseGraph, type GraphsReader } from './content/graphs.ts'
import { createOutlines } from './documents.ts'
import { keyOfText } from './tables/keys.ts'
import { createTables, type TablesWriter } from './tables/tables.ts'

export interface NamedEntities {
  /** Takes a named graph, in the order of the keys, if others may show something of it. */
  add(key: Buffer, types: readonly EntityType[], graph: Buffer): void
  /** How many nodes the graph of an IRI has; 0 where there is none. */
  nodes(iri: string): number
  graphOf(iri: string): TripleIndex
  referenceTo(iri: string, type: EntityType): Json
  /** Gives back the memory of what was read, now and then; undefined at other times. */
  release(): Promise<void> | undefined
  close(): Promise<void>
}

interface NamedEntity {
  readonly graph: TripleIndex
  /** Nodes of its graph. */
  readonly size: number
  /** References to it by the names of types. */
  readonly references: Map<string, Json>
}

/** Entities that are remembered. */
const MAX_ENTITIES = 4000

/** Records between two times at which memory is given back. */
const RELEASE_EVERY = 2000

interface Source {
  readonly model: Model
  readonly base: string
  readonly index: EntityIndex
  /** All graphs, for those that are not named as a rule. */
  readonly graphs: Pick<GraphsReader, 'graphOf'>
  readonly folder: string
}

export function createNamedEntities({ model, base, index, graphs, folder }: Source): NamedEntities {
  const tables: TablesWriter = createTables(join(folder, 'named-graphs'))
  const table = tables.table('namedGraphs')
  const { addClasses } = createOutlines({ model, index })
  const frame = createReferenceFramer(model, base)
  const recent = new RecentValues<string, NamedEntity>(MAX_ENTITIES)
  let released = 0

  function read(iri: string): NamedEntity {
    const { hasGraph } = index.entryOf(iri)
    const nquads = hasGraph ? table.peek(keyOfText(iri)) : undefined
    const graph = nquads ? parseGraph(iri, nquads) : hasGraph ? graphs.graphOf(iri) : new Map()
    return { graph, size: graph.size, references: new Map() }
  }

  function entity(iri: string): NamedEntity {
    const known = recent.get(iri)
    if (known) return known
    const found = read(iri)
    recent.set(iri, found)
    return found
  }

  function framed(iri: string, type: EntityType, { graph }: NamedEntity): Json {
    const isShown = type.referenceFields.length > 0 && index.entryOf(iri).isRecord
    if (!isShown) return frame({ iri, nodes: new Map() }, type)
    addClasses(iri, graph)
    return frame({ iri, nodes: graph }, type)
  }

  return {
    add(key, types, graph) {
      if (types.length === 0 || types.some((type) => type.referenceFields.length > 0)) table.put(key, graph)
    },
    nodes: (iri) => entity(iri).size,
    graphOf: (iri) => entity(iri).graph,
    referenceTo(iri, type) {
      const named = entity(iri)
      let reference = named.references.get(type.name)
      if (!reference) named.references.set(type.name, (reference = framed(iri, type, named)))
      return reference
    },
    release: () => (released++ % RELEASE_EVERY === 0 ? tables.reopen() : undefined),
    close: () => tables.close(),
  }
}
