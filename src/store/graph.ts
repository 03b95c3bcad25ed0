/** The reads that the server needs of a graph, on any store. */

import type { Compiled } from '../filter/compile.ts'
import type { Condition } from '../filter/condition.ts'
import type { Json } from '../model/json.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import type { Document } from '../record/document.ts'
import { createAddresses } from './addresses.ts'
import type { Counts } from './counts.ts'
import { documentQuery } from './document-query.ts'
import { createDocuments, type Drafts } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { findHolders } from './find.ts'
import { withGraphFile, type GraphFiles } from './graph-file.ts'
import type { EntityIndex } from './entity-index.ts'
import { layoutOf } from './layout.ts'
import type { Matches } from './matches.ts'
import { createMentions, type Mentions } from './mentions.ts'
import { createSearch } from './search.ts'
import { countStatistics, type Statistics } from './statistics.ts'
import { createRecordFile } from './record-file.ts'
import type { Row, Store } from './store.ts'
import { createReferring, type Referrers } from './referring.ts'

/** What is answered by asking the store. */
export interface Questions {
  /** Tells that whoever asks has left; absent where it is asked for all. */
  readonly left?: AbortSignal
  /** The records of a type that meet all conditions. @throws Problem invalid-filter */
  search(type: EntityType, conditions: readonly Condition[]): Promise<Matches>
  /**
   * IRI of the one record of a type that has this external identifier, in any spelling; undefined if none or
   * several have it.
   */
  find(type: EntityType, identifier: string): Promise<string | undefined>
  /** Sorted IRIs of the records of whatever type that have this external identifier, in any spelling. */
  holders(identifier: string): Promise<readonly string[]>
  /** The documents of records, in the order of the IRIs. */
  documents(iris: readonly string[]): Promise<readonly Document[]>
  /** The same, of which a part may still be on its way. */
  drafts(iris: readonly string[]): Promise<Drafts>
  /** What names an IRI. */
  mentions(iri: string): Promise<Mentions>
  /** What names an entity: at most `MOST_REFERRING` references are looked at. */
  referring(iri: string): Promise<Referrers>
  /** Runs a SELECT query of our own over the union of all graphs. */
  select(query: string): Promise<Row[]>
}

export interface Graph extends Questions {
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
  /**
   * The questions of somebody whose leaving a signal tells: they end with him. Absent where no question can
   * be ended.
   */
  askedBy?(left: AbortSignal): Questions
  /** Counts and indexes what makes searches fast; they answer without. */
  learn(): Promise<unknown>
  /** The SPARQL of conditions. @throws Problem invalid-filter */
  compile(type: EntityType, conditions: readonly Condition[]): Promise<Compiled>
  /** The types of which the IRI is a record; none for a mention or an unknown IRI. */
  typesOf(iri: string): readonly EntityType[]
  /**
   * The IRIs of the graph that are the same identifier as an IRI in its one spelling, itself first: a DOI, for
   * instance, in upper case.
   */
  spellingsOf(iri: string): readonly string[]
  /** What there is how often; counted when first asked, and kept. */
  statistics(): Promise<Statistics>
  /** A record as it was framed ahead; undefined where it is to be framed from its document. */
  framed(type: EntityType, iri: string): Json | undefined
  /** Frames all records ahead, where there is a place for that; they answer without. */
  frameAhead(): Promise<void>
  /** The CONSTRUCT query that gives the document of a record. @throws Error if the text is no absolute IRI */
  documentQuery(iri: string): string
  /** Answers public queries; absent where they are not offered. */
  readonly endpoint?: Endpoint
  /**
   * N-Quads files of the graph (.nq, .nq.gz), which are there until it is closed; absent where there are
   * none.
   */
  readonly quads?: readonly string[]
  /** Resolves when the store has ended without being asked to: then only another graph helps. */
  readonly died?: Promise<Error> | undefined
  /** Whether the store answers soon, has much to do, or does not answer at all. */
  state(): Promise<'ok' | 'busy' | 'gone'>
  close(): Promise<void>
}

interface GraphOptions {
  readonly model: Model
  readonly base: string
  readonly store: Store
  readonly index: EntityIndex
  readonly loaded?: Date
  readonly version?: string
  /**
   * Subjects of the texts that the store has an index of already, in code point order; absent where they are
   * to be read.
   */
  readonly indexed?: readonly string[] | undefined
  /** What was counted before, and need not be asked. */
  readonly counted?: Counts | undefined
  /** Where answers may be made ready; absent where nothing is. */
  readonly files?: GraphFiles
}

export function createGraph({ files, ...options }: GraphOptions): Graph {
  if (!files) return graphOn(options)
  const { model, base, index } = options
  const store = withGraphFile(options.store, files)
  const ahead = createRecordFile({ model, base, index, store, folder: files.folder })
  const graph = graphOn({ ...options, store })
  return {
    ...graph,
    quads: files.quads,
    framed: ahead.record,
    frameAhead: ahead.write,
    close: () => ahead.close().then(graph.close),
  }
}

function graphOn({
  model,
  base,
  store,
  index,
  loaded = new Date(),
  version,
  indexed,
  counted,
}: Omit<GraphOptions, 'files'>): Graph {
  const addresses = createAddresses(index, model.identifiers)
  const { search, compile, learn } = createSearch({
    model,
    base,
    store,
    index,
    addresses,
    indexed,
    counted,
  })
  const drafts = createDocuments({ index, model })
  const mentions = createMentions({ index, model, base })
  const referring = createReferring(index, model)

  const recordTypes = (iri: string): readonly EntityType[] => {
    const { isRecord, types } = index.entryOf(iri)
    return isRecord ? types : []
  }

  const questionsTo = (asked: Store): Questions => ({
    ...(asked.left && { left: asked.left }),
    search: (type, conditions) => search(asked, type, conditions),
    async find(type, identifier) {
      const [only, ...more] = await findHolders(asked, index, model, [type], identifier)
      return more.length === 0 ? only : undefined
    },
    holders: (identifier) => findHolders(asked, index, model, model.types, identifier),
    async documents(iris) {
      const { documents, whole } = await drafts(asked, iris)
      await whole
      return documents
    },
    drafts: (iris) => drafts(asked, iris),
    mentions: (iri) => mentions(asked, iri),
    referring: (iri) => referring(asked, iri),
    select: (query) => asked.select(query),
  })
  const { askedBy } = store

  let counting: Promise<Statistics> | undefined

  function statistics(): Promise<Statistics> {
    counting ??= countStatistics({ store, index, model })
    counting.catch(() => {
      counting = undefined
    })
    return counting
  }

  return {
    model,
    base,
    loaded,
    version,
    died: store.died,
    compile,
    ...questionsTo(store),
    ...(askedBy && { askedBy: (left: AbortSignal) => questionsTo(askedBy(left)) }),
    learn: () => Promise.all([learn(), store.learn?.()]),
    framed: () => undefined,
    frameAhead: async () => {},
    count: (type) => index.records(type).length,
    list: (type, from, count) => index.records(type).slice(from, from + count),
    typesOf: recordTypes,
    spellingsOf: addresses.spellingsOf,
    documentQuery: (iri) =>
      store.layout === 'triples'
        ? `CONSTRUCT { ?s ?p ?o } WHERE { ${layoutOf(store).triplesOf([iri])} }\n`
        : documentQuery(model, iri, recordTypes(iri)),
    statistics,
    state: () => store.ping().catch(() => 'gone' as const),
    close: () => store.close(),
  }
}
