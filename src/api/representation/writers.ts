/** The forms of entities and lists: a writer for each media type, all from the same documents. */

import { checkpoint } from '../../admission/task.ts'
import type { FormOf, MediaName, MediaType } from '../../config/media.ts'
import type { Json } from '../../model/values/json.ts'
import { IS_REFERENCED_BY } from '../../model/rows/added-filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { metaTriples } from '../../record/rdf/meta-triples.ts'
import { toCsl } from '../../record/citation/csl.ts'
import { writeEnvelope, type Envelope } from '../../record/answer/envelope.ts'
import { toJsonLd } from '../../record/json/json-ld.ts'
import type { FieldSelection } from '../../record/json/select-fields.ts'
import { mergeDocuments } from '../../record/rdf/merged-documents.ts'
import { toExpanded } from '../../record/serializers/expanded.ts'
import { writeRdfXml } from '../../record/serializers/rdfxml.ts'
import { type TripleIndex, writeNTriples, type Document } from '../../record/rdf/triples.ts'
import { writeTurtle } from '../../record/serializers/turtle.ts'
import type { GraphContext } from '../graph-context.ts'

/** What is to be written. */
export interface RepresentationInput {
  readonly context: GraphContext
  readonly type: EntityType
  readonly resource: 'entity' | 'list'
  /** Those of the records, for the forms that are written from them. */
  readonly documents: readonly Document[]
  /** The records, read where a form needs more than their text. */
  readonly records: readonly Json[]
  /** The fields of the records that are shown where a form can hold some alone; absent: all. */
  readonly selection?: FieldSelection | undefined
  /** The form in JSON: the records in their envelope. */
  envelope(withMeta: boolean): Envelope
  /** `meta` where it belongs to the triples too: that of a list. */
  readonly meta?: () => Json
  /** The form for people: a page, a part of one, or a feed. */
  page(form: MediaName): Promise<string>
  /** All links of one entity. */
  linkset?(): string
}

type Format = FormOf<'entity' | 'list' | 'citation'>
type Written = string | Buffer
type Write = (content: RepresentationInput, mediaType: MediaType) => Written | Promise<Written>
/** `documents`: it is written from these. */
interface Writer {
  readonly write: Write
  readonly documents?: true
}

const prefixesOf = ({ context: { model } }: RepresentationInput): ReadonlyMap<string, string> =>
  model.vocabulary.prefixes

/**
 * A writer of the triples, which are those of the documents and of `meta`. That a record is only cited is said of its
 * place in the graph: no form has it.
 */
const triples = (write: (nodes: TripleIndex, content: RepresentationInput) => string): Writer => ({
  documents: true,
  write(content) {
    const {
      context: { model, base },
      documents,
      meta,
    } = content
    const { vocabulary } = model
    const nodes = mergeDocuments(documents, vocabulary.reverse, meta && metaTriples(meta(), vocabulary, base))
    checkpoint(content.context.task)
    for (const node of nodes.values()) {
      const citing = node.get(IS_REFERENCED_BY)?.filter((object) => object !== `<${base}>`) ?? []
      if (citing.length > 0) node.set(IS_REFERENCED_BY, citing)
      else node.delete(IS_REFERENCED_BY)
    }
    return write(nodes, content)
  },
})
const records = (write: Write): Writer => ({ write })

const envelope = records((content, { meta }) =>
  writeEnvelope(content.envelope(meta?.[content.resource] ?? false)),
)

/** The envelope of JSON-LD: what no context can say of a value stands beside it. */
const jsonLd = records((content, { meta }) => {
  const { type, resource } = content
  const { head, answers } = content.envelope(meta?.[resource] ?? false)
  const graph = answers.map(({ json }) => json)
  return JSON.stringify({ ...head, '@graph': toJsonLd(graph, type, content.context.model) })
})

const turtle = triples((nodes, content) => writeTurtle(nodes, prefixesOf(content)))
const ntriples = triples(writeNTriples)

// The code of forms that few ask for is read when somebody does.
const references = records(async ({ records, type, context: { model } }) => {
  const { writeReferences } = await import('../../record/citation/references.ts')
  return writeReferences(toCsl(records, type, model))
})

const view = records((content, { name }) => content.page(name))

const writers: Readonly<Record<Format, Writer>> = {
  json: envelope,
  jsonld: jsonLd,
  skgif: jsonLd,
  expanded: triples((nodes) => JSON.stringify(toExpanded(nodes))),
  turtle,
  trig: turtle,
  ntriples,
  nquads: ntriples,
  rdfxml: triples((nodes, content) => writeRdfXml(nodes, prefixesOf(content))),
  csv: records(async ({ records, type, selection, context: { model } }) => {
    const { writeCsv } = await import('../../record/citation/csv.ts')
    return writeCsv(records, type, model, selection)
  }),
  csl: records(({ records, type, resource, context: { model } }) =>
    JSON.stringify(resource === 'entity' ? toCsl(records, type, model)[0] : toCsl(records, type, model)),
  ),
  bibtex: records(async ({ records, type, context: { model } }) => {
    const { writeBibtex } = await import('../../record/citation/bibtex.ts')
    return writeBibtex(toCsl(records, type, model))
  }),
  ris: records(async ({ records, type, context: { model } }) => {
    const { writeRis } = await import('../../record/citation/ris.ts')
    return writeRis(toCsl(records, type, model))
  }),
  apa: references,
  linkset: records((content) => content.linkset?.() ?? ''),
  html: view,
  embed: view,
  atom: view,
}

/** Writes an answer in a form. @throws Problem not-acceptable where the form cannot hold the triples */
export const writeRepresentation = (
  content: RepresentationInput,
  mediaType: MediaType<MediaName & Format>,
): Written | Promise<Written> => writers[mediaType.name].write(content, mediaType)

/** Whether a form is written from documents. */
export const needsDocuments = (mediaType: MediaType<MediaName & Format>): boolean =>
  writers[mediaType.name].documents === true
