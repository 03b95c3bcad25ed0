/**
 * Inputs → the N-Quads of a graph in chunks, whatever becomes of them: the one way in which graphs are made.
 * What is read is shuffled by subject, and each subject is merged and written once.
 */

import { orList } from '../model/values/text.ts'
import type { Mask } from '../search-index/query/entity-index.ts'
import type { Input } from './input/recognise-files.ts'
import { createChunks, type ChunkSink } from './merge/chunks.ts'
import { createSubjectMerger, type Merging } from './merge/merge-subject.ts'
import { createOwnIdentifiers } from './merge/own-identifiers.ts'
import { createSameIdentifiers } from './merge/report-shared-identifiers.ts'
import type { WarnOfSubject } from './merge/warnings.ts'
import { OutputError } from './text/output-error.ts'
import { createShuffle } from './merge/shuffle.ts'
import { withTurns } from '../search-index/turns.ts'
import { readInputs, type Reader } from './read.ts'

interface Building extends Omit<Reader, 'parts'>, Pick<Merging, 'wasRecord'> {
  /** Where the chunks go. */
  readonly sink: ChunkSink
  /** Gets the share that is merged, from 0 to 1: first when all is read, then now and then. */
  readonly onMerge?: (share: number) => void
  /** Called for each IRI that has a named graph, in their order. @param mask its types, and whether it is a record */
  readonly onEntity?: (iri: string, mask: Mask) => void
  /** Called for each subject, in their order. @param counted lines of what others say of it, for a later load */
  readonly onSubject?: (iri: string, counted: readonly string[]) => void
}

/**
 * Reads inputs into a sink.
 * @returns how many of the triples JSON does not show
 * @throws what the sink throws, or Error where there is no room for temporary files
 */
export const build = (inputs: readonly Input[], options: Building): Promise<number> =>
  readAndMerge(inputs, options).catch((error: unknown) => {
    throw error instanceof OutputError ? error.cause : error
  })

async function readAndMerge(
  inputs: readonly Input[],
  { sink, onMerge, onEntity, onSubject, wasRecord, ...reader }: Building,
): Promise<number> {
  const { model, base, report, folder, earlierGraph } = reader
  const shuffle = createShuffle(model, folder, (finding) => report.add(finding), earlierGraph?.countedParts)
  await readInputs(inputs, { ...reader, parts: shuffle })
  const chunks = createChunks(sink)
  /** Of the subject that is merged: nothing is said of it by what this load reads. */
  let isEarlier: boolean | undefined
  const warn: WarnOfSubject = (kind, origin, id, path, message) => {
    const { file = '', line } = origin ?? {}
    report.add({
      kind,
      file,
      line,
      id,
      path: path.join('.'),
      message,
      isEarlier: isEarlier ?? origin?.isEarlier,
    })
  }
  const own = createOwnIdentifiers(model, base)
  const sameIdentifiers = createSameIdentifiers(model, own, folder, earlierGraph?.holdersOf)
  const merge = createSubjectMerger({
    model,
    base,
    own,
    warn,
    wasRecord,
    onMisplaced(finding, expected) {
      report.add({ isEarlier, ...finding })
      if (finding.kind === 'dangling-reference')
        report.count(`ids of type ${orList(expected)} referred to and without a record`)
    },
  })
  let unmapped = 0
  for await (const [iri, parts, counted] of withTurns(shuffle.subjects(onMerge))) {
    onSubject?.(iri, counted)
    isEarlier = parts.every((part) => 'origin' in part && part.origin.isEarlier)
    const { nquads, mask, fragments, unmapped: more } = merge(iri, parts)
    if (nquads === '') continue
    unmapped += more
    const first = parts.find((part) => part.kind === 'record') ?? parts.find((part) => 'origin' in part)
    sameIdentifiers.add(iri, fragments, first && { ...first.origin, isEarlier })
    chunks.write(nquads, mask)
    onEntity?.(iri, mask)
    const full = chunks.drained()
    if (full) await full
  }
  isEarlier = undefined
  await sameIdentifiers.report(warn)
  await chunks.end()
  return unmapped
}
