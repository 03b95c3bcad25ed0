/**
 * A record as answers hold it: its JSON as text, and what envelopes and headers say of it. It is made at load;
 * nothing in it depends on settings, on URLs of the server, or on what else the graph holds, but for the types.
 */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { signpostsOf, type TypedLink } from './signposts.ts'
import { selectFields, type FieldSelection } from '../json/select-fields.ts'
import { referencesIn, type Reference } from '../named-entities.ts'
import type { PublishedGraph } from '../urls.ts'

/** A record that another one names, and the type as which it is best followed. */
export type NamedRecord = readonly [iri: string, type: string]

/** What envelopes and headers say of a record beside it. */
export interface RecordNotes {
  /** The records that it names, each once for each type. */
  readonly named: readonly NamedRecord[]
  readonly signposts: readonly TypedLink[]
}

export interface RecordAnswer {
  readonly iri: string
  /** Its JSON in UTF-8, in one line. */
  readonly text: Buffer
  /** URLs of the contexts of extensions that it needs beyond those of the core. */
  readonly contexts: readonly string[]
  readonly notes: RecordNotes
  readonly json: Json
}

type Graph = Pick<PublishedGraph, 'model' | 'base' | 'typesOf'>

/** The type under which a reference is best followed; undefined for a mention. */
function typeOf({ iri, types: range }: Reference, { typesOf }: Graph): EntityType | undefined {
  const types = typesOf(iri)
  return range.map((name) => types.find((type) => type.name === name)).find(Boolean) ?? types[0]
}

function namedRecords(record: Json, type: EntityType, graph: Graph): NamedRecord[] {
  const named = new Map<string, NamedRecord>()
  for (const reference of referencesIn(record, type, graph.model, graph.base)) {
    const target = typeOf(reference, graph)
    if (target) named.set(`${target.name} ${reference.iri}`, [reference.iri, target.name])
  }
  return [...named.values()]
}

const notesOf = (record: Json, type: EntityType, graph: Graph): RecordNotes => ({
  named: namedRecords(record, type, graph),
  signposts: signpostsOf(record, type, graph.model),
})

const END = '\n'

/** A record as it is stored: three lines. */
export const storedText = (record: Json, type: EntityType, graph: Graph): string =>
  [
    JSON.stringify(record),
    graph.model.extraContexts(type, record).join(' '),
    JSON.stringify(notesOf(record, type, graph)),
  ].join(END)

/** An answer as `storedText` wrote it. */
export function readAnswer(iri: string, stored: Buffer): RecordAnswer {
  const first = stored.indexOf(END)
  const second = stored.indexOf(END, first + 1)
  const text = stored.subarray(0, first)
  let notes: RecordNotes | undefined
  return {
    iri,
    text,
    contexts: first + 1 === second ? [] : stored.toString('utf8', first + 1, second).split(' '),
    get notes() {
      return (notes ??= JSON.parse(stored.toString('utf8', second + 1)) as RecordNotes)
    },
    get json() {
      return JSON.parse(text.toString()) as Json
    },
  }
}

/** The answer of a record that is framed on request. */
export const answerOf = (record: Json, type: EntityType, graph: Graph): RecordAnswer => ({
  iri: record.local_identifier as string,
  contexts: graph.model.extraContexts(type, record),
  json: record,
  get text() {
    return Buffer.from(JSON.stringify(record))
  },
  get notes() {
    return notesOf(record, type, graph)
  },
})

/** The same with some fields alone; what needs the whole record is said as before. */
export function selectAnswer(
  answer: RecordAnswer,
  type: EntityType,
  selection: FieldSelection,
  graph: Graph,
): RecordAnswer {
  const { iri, contexts } = answer
  const shown = selectFields(answer.json, selection)
  return {
    iri,
    contexts,
    json: shown,
    get text() {
      return Buffer.from(JSON.stringify(shown))
    },
    get notes() {
      return { ...answer.notes, named: namedRecords(shown, type, graph) }
    },
  }
}
