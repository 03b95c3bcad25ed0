/** Loads the records of a response: stored answers from the index, others are framed from their documents. */

import { checkpoint } from '../../admission/task.ts'
import type { FormOf, MediaType } from '../../config/media.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Document } from '../../record/rdf/triples.ts'
import { answerOf, type RecordAnswer } from '../../record/answer/record-answer.ts'
import { needsDocuments } from './writers.ts'
import type { GraphContext } from '../graph-context.ts'

export interface RecordKey {
  readonly iri: string
  readonly type: EntityType
}

/** Records as one of their types. */
export const keysAs = (type: EntityType, iris: readonly string[]): RecordKey[] =>
  iris.map((iri) => ({ iri, type }))

interface LoadedRecords {
  readonly answers: readonly RecordAnswer[]
  readonly documents: readonly Document[]
}

async function loadDocuments(
  { queries, task }: GraphContext,
  keys: readonly RecordKey[],
): Promise<readonly Document[]> {
  if (keys.length === 0) return []
  checkpoint(task)
  return queries.documents(keys.map(({ iri }) => iri))
}

/** The IRIs that records have, each as the first of its types that is accepted. */
export const keysOf = (
  { typesOf }: GraphContext,
  iris: readonly string[],
  accepts: (type: EntityType) => boolean = () => true,
): RecordKey[] =>
  iris.flatMap((iri) => {
    const type = typesOf(iri).find(accepts)
    return type ? [{ iri, type }] : []
  })

/** The answers of records, in the order of the keys. @param documents theirs, if they are there already */
export async function loadAnswers(
  context: GraphContext,
  keys: readonly RecordKey[],
  documents?: readonly Document[],
): Promise<readonly RecordAnswer[]> {
  const stored = keys.map(({ type, iri }) => {
    checkpoint(context.task)
    return context.graph.answer(type, iri)
  })
  if (!stored.includes(undefined)) return stored as RecordAnswer[]
  const missing = keys.filter((_, i) => !stored[i])
  const sources = documents?.filter((_, i) => !stored[i]) ?? (await loadDocuments(context, missing))
  const framed = sources.map((document, i) => {
    checkpoint(context.task)
    const { type } = missing[i] as RecordKey
    return answerOf(context.frame(document, type), type, context)
  })
  return stored.map((answer) => answer ?? (framed.shift() as RecordAnswer))
}

/** Records in the order of the keys. */
export async function loadRecords(
  context: GraphContext,
  keys: readonly RecordKey[],
): Promise<readonly Json[]> {
  return (await loadAnswers(context, keys)).map(({ json }) => {
    checkpoint(context.task)
    return json
  })
}

/** Records of a type for a format, and their documents where the format is written from these. */
export async function loadForFormat(
  mediaType: MediaType<FormOf<'entity' | 'list' | 'citation'>>,
  context: GraphContext,
  type: EntityType,
  iris: readonly string[],
): Promise<LoadedRecords> {
  const keys = keysAs(type, iris)
  const documents = needsDocuments(mediaType) ? await loadDocuments(context, keys) : undefined
  const answers = await loadAnswers(context, keys, documents)
  return { documents: documents ?? [], answers }
}
