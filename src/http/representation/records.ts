/** Loads the records of a response: framed ones from the index, others from their documents. */

import { checkpoint } from '../../admission/task.ts'
import type { FormOf, MediaType } from '../../media.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Document } from '../../record/document.ts'
import { needsDocuments } from './writers.ts'
import type { GraphContext } from '../graph-context.ts'
import { noTimer, type StageTimer } from '../middleware/server-timing.ts'

export interface RecordKey {
  readonly iri: string
  readonly type: EntityType
}

interface LoadedRecords {
  readonly records: readonly Json[]
  readonly documents: readonly Document[]
}

async function loadDocuments(
  { queries }: GraphContext,
  keys: readonly RecordKey[],
  timer: StageTimer,
): Promise<readonly Document[]> {
  if (keys.length === 0) return []
  return timer('fetch', () => queries.documents(keys.map(({ iri }) => iri)))
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

/** Records that are framed already, of many in several turns; undefined for those that are not. */
async function framedRecords(
  { graph, task }: GraphContext,
  keys: readonly RecordKey[],
): Promise<readonly (Json | undefined)[]> {
  const records: (Json | undefined)[] = []
  for (const { type, iri } of keys) {
    if (records.length > 0) await checkpoint(task)
    records.push(graph.framed(type, iri))
  }
  return records
}

/** Records in the order of the keys. @param documents theirs, if they are there already */
export async function loadRecords(
  context: GraphContext,
  keys: readonly RecordKey[],
  timer: StageTimer = noTimer,
  documents?: readonly Document[],
): Promise<readonly Json[]> {
  const framed = await timer('fetch', () => framedRecords(context, keys))
  if (!framed.includes(undefined)) return framed as Json[]
  const sources = documents ?? (await loadDocuments(context, keys, timer))
  return timer('frame', () =>
    sources.map((document, i) => context.frame(document, (keys[i] as RecordKey).type)),
  )
}

/** Records of a type for a format, and their documents where the format is written from these. */
export async function loadForFormat(
  mediaType: MediaType<FormOf<'entity' | 'list' | 'citation'>>,
  context: GraphContext,
  type: EntityType,
  iris: readonly string[],
  timer: StageTimer,
): Promise<LoadedRecords> {
  const keys = iris.map((iri) => ({ iri, type }))
  if (!needsDocuments(mediaType)) return { documents: [], records: await loadRecords(context, keys, timer) }
  const documents = await loadDocuments(context, keys, timer)
  return { documents, records: await loadRecords(context, keys, timer, documents) }
}
