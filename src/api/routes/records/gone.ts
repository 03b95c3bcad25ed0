/** What is answered of a record that is gone: where it is now (301), or its tombstone (410), in every form. */

import { Problem } from '../../../config/errors.ts'
import type { FormOf, MediaType } from '../../../config/media.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { Tombstone } from '../../../search-index/query/stamps.ts'
import { notFoundEnvelope, writeEnvelope } from '../../../record/answer/envelope.ts'
import { addTriple, quote, RDF_TYPE, XSD, type Document } from '../../../record/rdf/triples.ts'
import { toExpanded } from '../../../record/serializers/expanded.ts'
import type { GraphContext } from '../../graph-context.ts'
import { answerIn, redirectTo, type Answer } from '../../representation/answer.ts'
import { needsDocuments, writeRepresentation } from '../../representation/writers.ts'
import { candidates, decodeId } from '../../request/resolve-id.ts'

const AS = 'https://www.w3.org/ns/activitystreams#'
const IS_REPLACED_BY = 'http://purl.org/dc/terms/isReplacedBy'

/** Records that have replaced each other, which are followed. */
const MAX_REPLACEMENTS = 20

function tombstoneOf({ graph, ...site }: GraphContext, type: EntityType, raw: string): Tombstone | undefined {
  for (const iri of candidates(raw, { graph, ...site })) {
    const tombstone = graph.stamps.tombstone(iri)
    if (tombstone?.types.includes(type.name)) return tombstone
  }
  return undefined
}

/** The record that has replaced one, perhaps through others that are gone too. */
function replacementOf(
  { graph, typesOf }: GraphContext,
  type: EntityType,
  gone: Tombstone,
): string | undefined {
  let next = gone.replacement
  for (let i = 0; next !== undefined && i < MAX_REPLACEMENTS; i++) {
    if (typesOf(next).includes(type)) return next
    next = graph.stamps.tombstone(next)?.replacement
  }
  return undefined
}

const dateOf = ({ modified }: Tombstone): string => new Date(modified * 1000).toISOString()

function documentOf(gone: Tombstone): Document {
  const nodes: Document['nodes'] = new Map()
  const subject = `<${gone.iri}>`
  addTriple(nodes, subject, RDF_TYPE, `<${AS}Tombstone>`)
  addTriple(nodes, subject, `${AS}deleted`, `${quote(dateOf(gone))}^^<${XSD}dateTime>`)
  if (gone.replacement !== undefined) addTriple(nodes, subject, IS_REPLACED_BY, `<${gone.replacement}>`)
  return { iri: gone.iri, nodes }
}

/**
 * The answer for the id of a record that is gone; undefined if there is no such one.
 * @throws Problem gone, where the form has no place for a tombstone
 */
export async function goneAnswer(
  context: GraphContext,
  type: EntityType,
  raw: string,
  mediaType: MediaType<FormOf<'entity' | 'citation'>>,
): Promise<Answer | undefined> {
  const gone = tombstoneOf(context, type, raw)
  if (!gone) return undefined
  const replacement = replacementOf(context, type, gone)
  if (replacement !== undefined) return redirectTo(context.urls.entity(type, replacement), { status: 301 })
  const document = documentOf(gone)
  if (needsDocuments(mediaType)) {
    const input = {
      context,
      type,
      resource: 'entity',
      documents: [document],
      records: [],
      envelope: () => notFoundEnvelope(context, type, decodeId(raw), false),
      page: async () => '',
    } as const
    return answerIn(mediaType, await writeRepresentation(input, mediaType), { status: 410 })
  }
  if (!mediaType.meta) {
    const detail = `This ${type.label.toLowerCase()} was here, and is gone since ${dateOf(gone)}.`
    throw new Problem('gone', detail)
  }
  if (!mediaType.meta.entity)
    return answerIn(mediaType, JSON.stringify(toExpanded(document.nodes)), { status: 410 })
  const { head, answers } = notFoundEnvelope(context, type, decodeId(raw), true)
  const skeg_gone = { deleted: dateOf(gone), replaced_by: gone.replacement }
  const body = writeEnvelope({ head: { ...head, meta: { ...head.meta, skeg_gone } }, answers })
  return answerIn(mediaType, body, { status: 410 })
}
