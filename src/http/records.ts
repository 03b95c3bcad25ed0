/** The records of an answer: as they were framed ahead, or from their documents. */

import type { FormOf, MediaType } from '../media.ts'
import type { Json } from '../model/json.ts'
import type { EntityType } from '../model/row.ts'
import type { Document } from '../record/document.ts'
import type { Later } from '../record/frame.ts'
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

/** While what documents name is on its way, all else of the records is framed. */
async function readDocuments(
  { ask, frame }: Served,
  wanted: readonly Wanted[],
  timed: Timed,
): Promise<Found> {
  if (wanted.length === 0) return { documents: [], records: [] }
  const frameAll = (documents: readonly Document[], later?: Later): readonly Json[] =>
    documents.map((document, i) => frame(document, (wanted[i] as Wanted).type, later))
  const later: Later = []
  const { documents, begun } = await timed('fetch', async () => {
    const found = await ask.drafts(wanted.map(({ iri }) => iri))
    const begun = found.whole && frameAll(found.documents, later)
    await found.whole
    return { documents: found.documents, begun }
  })
  return timed('frame', () => {
    for (const complete of later) complete()
    return { documents, records: begun ?? frameAll(documents) }
  })
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
