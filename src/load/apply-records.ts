/** A record → parts, normalised or refused; or what it becomes, to be linked, if it is of a source. */

import type { FindingKind } from '../findings/kinds.ts'
import type { Json } from '../model/values/json.ts'
import type { Model } from '../model/model.ts'
import type { Source } from '../model/rows/source-row.ts'
import type { Normaliser } from '../record/json/normalise.ts'
import { pathOf, RecordRejected, type JsonLocation, type ReadContext } from '../record/json/read-context.ts'
import { descriptionQuads } from '../record/rdf/blank-node-labels.ts'
import type { createQuadSerializer } from '../record/rdf/quads.ts'
import type { SubjectFragment } from '../record/rdf/stored.ts'
import { parseGraphQuads } from '../record/rdf/triples.ts'
import { MAX_KEY_BYTES } from '../search-index/tables/keys.ts'
import type { JsonRecord } from './json/json-items.ts'
import { isCounted, type RecordPlace, type ReferencePlace } from './merge/part.ts'
import type { PartSink } from './merge/shuffle.ts'
import type { SubjectRecords } from './rdf/subjects.ts'
import { bodyOf, type Entry, type EntryBody, type EntryHead } from './record-log/entry.ts'
import type { RecordLog } from './record-log/record-log.ts'
import type { Corrections } from './sources/corrections.ts'
import type { JoinedRecords } from './sources/join-records.ts'
import type { LossCounter } from './sources/losses.ts'
import type { Linkage } from './sources/unite-records.ts'
import { ProgramFault } from './text/input-error.ts'
import { OutputError } from './text/output-error.ts'
import type { Report } from './validate/report.ts'

type Warn = ReadContext['warn']

/** What is done beyond reading, where there is time for it. */
export interface RecordListener {
  /** A record as it was found, and what it was read as. @param warned the paths of which reading has warned */
  record(
    record: unknown,
    fragment: SubjectFragment,
    origin: RecordPlace,
    warned: ReadonlySet<string>,
    warn: Warn,
  ): void
}

/** What earlier loads have made of their records, where all but what is changed stays as it is. */
export interface EarlierGraph {
  /** Takes the IRIs of all subjects of which something changes, when all is read. */
  replace(iris: ReadonlySet<string>): void
  /** The lines of the counted parts of a subject, where something is replaced. */
  countedParts(iri: string): readonly string[]
  /** The IRIs of entities that have an identifier, or are it, and are not replaced. */
  holdersOf(scheme: string, value: string): readonly string[]
}

export interface Applying {
  readonly model: Model
  readonly base: string
  /** Takes what is read. */
  readonly parts: PartSink
  readonly report: Report
  /** Absent: all is made anew. */
  readonly earlierGraph?: EarlierGraph | undefined
  /**
   * Values are checked against vocabularies, check digits and bounds, the examiner sees everything, and references
   * without a record are reported.
   */
  readonly examiner?: RecordListener
  /** What replaces members of records, whatever the inputs say. */
  readonly corrections?: Corrections
  readonly log: RecordLog
  readonly normalise: Normaliser
  readonly toQuads: ReturnType<typeof createQuadSerializer>
  readonly losses: LossCounter
  readonly linkage: Linkage
  /** Records of SKG-IF that wait for the ids of all entities; absent: none do. */
  readonly joinedRecords?: JoinedRecords | undefined
}

export function refuse(
  report: Report,
  kind: FindingKind,
  { file, line }: RecordPlace,
  message: string,
  id?: string,
): void {
  report.add({ kind, file, line, id, message })
}

export function sourceNamed(name: string, { model, log }: Pick<Applying, 'model' | 'log'>): Source {
  const source = model.sources.find((one) => one.name === name)
  if (source) return source
  throw new OutputError(
    new Error(
      `${log.earlier?.path} has records of the source ${name}, which is not known here: add --extension PATH`,
    ),
  )
}

const withEarlierPlace = (body: EntryBody): EntryBody => ({ ...body, at: { ...body.at, isEarlier: true } })

/** @returns whether the record is in the graph, as far as that is known */
export function applyEntry(entry: Entry, context: Applying): boolean {
  const { log, linkage } = context
  const { source, isDeleted, date, generation } = entry.head
  // What was read at once is in the graph, and what an earlier load has read is not judged again.
  if (source === undefined && !log.isUpdate) return true
  const isEarlier = generation !== log.generation
  const body = isEarlier ? withEarlierPlace(bodyOf(entry)) : bodyOf(entry)
  if (source === undefined)
    return applyBody(body, entry.head, { ...context, examiner: isEarlier ? undefined : context.examiner })
  const { conversion } = body as Extract<EntryBody, { conversion: unknown }>
  // A later load may have an older copy.
  if (!conversion) return isDeleted === true && date !== undefined
  linkage.add(sourceNamed(source, context), conversion, body.at)
  return true
}

/** Characters of an IRI that is no longer than a key in the index, whatever they are. */
const MAX_KEY_LENGTH = MAX_KEY_BYTES / 4

/** Reads a record that is SKG-IF. @returns whether it is in the graph, as far as that is known */
export function applyBody(body: EntryBody, { key }: EntryHead, given: Applying): boolean {
  const { joinedRecords, base, parts, log } = given
  const checked: PartSink = {
    add(iri, part, place) {
      if ((iri !== key && !isCounted(part)) || iri.length > MAX_KEY_LENGTH) log.noteOtherKey()
      parts.add(iri, part, place)
    },
  }
  const context = { ...given, parts: checked }
  if ('subject' in body) return applySubject(body.subject, body.at, context)
  if (!('record' in body)) return true
  const { record, at } = body
  if (!joinedRecords) return readRecord({ record, base: body.base }, at, context)
  joinedRecords.add({ record, base: body.base ?? base, at })
  return true
}

/** Reads what a record of a source says of another entity: it is no record by itself, so that it need not be whole. */
export function readAddition(record: Json, at: RecordPlace, context: Applying): void {
  const origin = { ...at, isAddition: true } as const
  const fragment = normalised({ record }, origin, { ...context, examiner: undefined })
  if (fragment) context.parts.add(fragment.iri, { kind: 'record', fragment, origin })
}

export function readRecord(
  given: Pick<JsonRecord, 'record' | 'base'> & Pick<ReadContext, 'canonical'>,
  origin: RecordPlace,
  context: Applying,
): boolean {
  const fragment = normalised(given, origin, context)
  if (!fragment) return false
  context.report.accept()
  context.parts.add(fragment.iri, { kind: 'record', fragment, origin })
  return true
}

type Given = Pick<JsonRecord, 'record' | 'base'> & Pick<ReadContext, 'isUnordered' | 'canonical'>

/** The stored record of a JSON record; undefined if it is refused, which is then reported. */
function normalised(
  { record: given, base, isUnordered, canonical }: Given,
  origin: RecordPlace,
  context: Applying,
): SubjectFragment | undefined {
  const { base: graphBase, parts, report, examiner, normalise, corrections } = context
  const record = corrections ? corrections.apply(given, base ?? graphBase, canonical) : given
  const id =
    typeof record === 'object' && record !== null
      ? String((record as Json)['local_identifier'] ?? (record as Json)['id'] ?? '')
      : ''
  const warned = examiner && new Set<string>()
  const warn: Warn = (kind, steps, message, right) => {
    const path = steps.join('.')
    warned?.add(path)
    const { file, line, isEarlier } = origin
    report.add({ kind, file, line, id, path, message, expected: right, isEarlier })
  }
  const placeOf = (location: JsonLocation): (() => ReferencePlace) | undefined =>
    examiner && (() => ({ id, path: pathOf(location).join('.') }))
  try {
    const fragment = normalise(record, {
      base: base ?? graphBase,
      isUnordered,
      canonical,
      warn,
      validate: examiner !== undefined,
      onFragment: (inner, location) =>
        parts.add(inner.iri, { kind: 'embedded', fragment: inner, origin }, placeOf(location)),
      onReference: (iri, expected, location) =>
        parts.add(iri, { kind: 'reference', expected, origin }, placeOf(location)),
      count: (what) => report.count(what),
    })
    if (warned) examiner?.record(record, fragment, origin, warned, warn)
    return fragment
  } catch (error) {
    if (error instanceof OutputError) throw error
    if (!(error instanceof RecordRejected))
      throw new ProgramFault(`${origin.file}${origin.line === undefined ? '' : `:${origin.line}`}`, error)
    refuse(report, error.kind, origin, error.message, id || undefined)
    return undefined
  }
}

/** @returns whether the subject is in the graph */
function applySubject(
  { iri, records, quads }: Omit<SubjectRecords, 'otherClasses'>,
  origin: RecordPlace,
  context: Applying,
): boolean {
  const { parts, report, toQuads } = context
  const fragments = records.flatMap(
    (record) => normalised({ record, isUnordered: true }, origin, context) ?? [],
  )
  // Refused as a record, it is not in the graph.
  if (records.length > 0 && fragments.length === 0) return false
  const shownQuads = new Set(
    fragments.flatMap((fragment) => descriptionQuads(`<${iri}>`, parseGraphQuads(toQuads(fragment)))),
  )
  const hiddenQuads = quads.filter((quad) => !shownQuads.has(quad))
  if (hiddenQuads.length > 0)
    report.count('triples that JSON does not show, kept in the graph', hiddenQuads.length)
  report.accept()
  if (fragments.length === 0 && quads.length > 0) parts.add(iri, { kind: 'triples', quads: quads.join('') })
  const [only] = fragments
  // Written as from JSON, blank nodes have the labels that they have from there.
  if (only && fragments.length === 1 && hiddenQuads.length === 0 && shownQuads.size === quads.length)
    parts.add(iri, { kind: 'record', fragment: only, origin })
  else
    fragments.forEach((fragment, i) => {
      const own =
        i === 0 ? { quads: quads.join(''), hasUnmapped: hiddenQuads.length > 0 } : { sharesQuads: true }
      parts.add(fragment.iri, { kind: 'record', fragment, origin, ...own })
    })
  return true
}
