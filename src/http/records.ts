/** The records of an answer: as the index has them, or from their documents. */

import type { FormOf, MediaType } from '../media.ts'
import type { Json } from '../model/values/json.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Document } from '../record/document.ts'
import { needsDocuments } from './forms.ts'
import type { Served } from './served.ts'
import { untimed, type Timed } from './timing.ts'

interface Wanted {
  readonly iri: string
  readonly type: EntityType
}

interface Found {
  readonly records: readonly Json[]
  readonly documents: readonly Document[]
}

async function readDocuments(
  { ask, frame }: Served,
  wanted: readonly Wanted[],
  timed: Timed,
): Promise<Found> {
  if (wanted.length === 0) return { documents: [], records: [] }
  const documents = await timed('fetch', () => ask.documents(wanted.map(({ iri }) => iri)))
  return timed('frame', () => ({
    documents,
    records: documents.map((document, i) => frame(document, (wanted[i] as Wanted).type)),
  }))
}

/** Records in the order in which they are wanted. */
export async function readRecords(
  served: Served,
  wanted: readonly Wanted[],
  timed: Timed = untimed,
): Promise<readonly Json[]> {
  const framed = timed('fetch', () => wanted.map(({ type, iri }) => served.graph.framed(type, iri)))
  return framed.includes(undefined)
    ? (await readDocuments(served, wanted, timed)).records
    : (framed as Json[])
}

/** Records of a type for a form, and their documents where it is written from these. */
export async function readFor(
  form: MediaType<FormOf<'entity' | 'list' | 'citation'>>,
  served: Served,
  type: EntityType,
  iris: readonly string[],
  timed: Timed,
): Promise<Found> {
  const wanted = iris.map((iri) => ({ iri, type }))
  return needsDocuments(form)
    ? readDocuments(served, wanted, timed)
    : { documents: [], records: await readRecords(served, wanted, timed) }
}
