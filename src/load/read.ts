/** Files → parts: every input read and normalised; what cannot be read is reported with its place. */

import { availableParallelism } from 'node:os'
import type { FindingKind } from '../findings/kinds.ts'
import type { Json } from '../model/values/json.ts'
import type { Model } from '../model/model.ts'
import { createNormaliser, type Normaliser } from '../record/json/normalise.ts'
import { pathOf, RecordRejected, type JsonLocation, type ReadContext } from '../record/json/read-context.ts'
import { descriptionQuads } from '../record/rdf/blank-node-labels.ts'
import type { SubjectFragment } from '../record/rdf/stored.ts'
import { parseGraphQuads, type TripleIndex } from '../record/rdf/triples.ts'
import { createQuadSerializer } from '../record/rdf/quads.ts'
import { isDescription } from '../store/endpoint/description.ts'
import type { RecordPlace, ReferencePlace } from './merge/part.ts'
import type { PartSink } from './merge/shuffle.ts'
import { withTurns } from '../search-index/turns.ts'
import type { Input } from './input/recognise-files.ts'
import { convertRecord } from './conversion/convert.ts'
import { readJson } from './json/json-files.ts'
import type { JsonRecord, SourceRecord, JsonItem } from './json/json-items.ts'
import { readJsonLines } from './json/json-lines.ts'
import { createLinkage, type Linkage } from './sources/unite-records.ts'
import { createJoinedRecords, type JoinedRecords } from './sources/join-records.ts'
import { countLosses, type LossCounter } from './sources/losses.ts'
import { isInputError, ProgramFault } from './text/input-error.ts'
import { OutputError } from './text/output-error.ts'
import { countFormats, OtherFormatError, type FormatCounter } from './input/other-formats.ts'
import { BadJsonLd, readJsonLd } from './rdf/jsonld.ts'
import { createKnownContexts } from './rdf/known-contexts.ts'
import { readRdf } from './rdf/rdf.ts'
import type { InputSelection, Selection } from './selection/selection.ts'
import { SourceFault } from '../model/rows/source-fault.ts'
import { isOtherFile } from './conversion/recognise.ts'
import { readText } from './sources/text-records.ts'
import type { Corrections } from './sources/corrections.ts'
import type { Report } from './validate/report.ts'
import { subjectsOf } from './rdf/subjects.ts'
import { entriesOfZip } from './input/zip.ts'
import { entriesOf } from './input/tar.ts'
import { BadEncoding } from './text/utf8.ts'

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

export interface Reader {
  readonly model: Model
  readonly base: string
  /** Takes what is read. */
  readonly parts: PartSink
  readonly report: Report
  /**
   * Values are checked against vocabularies, check digits and bounds, the examiner sees everything, and references
   * without a record are reported.
   */
  readonly examiner?: RecordListener
  /** For temporary files. */
  readonly folder: string
  /** Which records of sources are kept; absent: all. */
  readonly selection?: Selection
  /** Entities of records of SKG-IF are one with what has their ORCID, ROR, DOI or ISSN too. */
  readonly join?: boolean
  /** What replaces members of records, whatever the inputs say. */
  readonly corrections?: Corrections
  /** Takes how a table is read, as --map takes it. */
  readonly onMap?: (file: string, map: string) => void
  /** Called for each record or subject that was read. */
  readonly onRead?: () => void
}

/** Reads inputs one after another; what is made of them does not depend on the order. @throws OutputError */
export async function readInputs(inputs: readonly Input[], reader: Reader): Promise<void> {
  const normalise = createNormaliser(reader.model, reader.base)
  const losses = countLosses(reader.report)
  const linkage = createLinkage(reader.model.sources, reader.folder)
  const knownContext = createKnownContexts(reader.model)
  const joinedRecords = reader.join
    ? createJoinedRecords(reader.model, reader.base, linkage.alias, reader.folder)
    : undefined
  const readers = { ...reader, normalise, losses, linkage, joinedRecords, knownContext }
  const { selection, report } = reader
  const readOne = async (input: Input, signal: AbortSignal): Promise<void> => {
    const formats = countFormats(report)
    const context = { ...readers, formats, newContexts: new Set<string>(), signal }
    await reportFaults(input.name, context, () => readInput(input, context))
    formats.report()
  }
  // Most of what is passed over is unpacked only, which other cores do.
  await forEachAtOnce(inputs, selection ? availableParallelism() : 1, readOne)
  if (selection) {
    const again = selection.secondPass()
    await forEachAtOnce(again === 'all' ? inputs : inputs.filter(again), availableParallelism(), readOne)
    report.count('records kept by --keep', selection.counts.kept)
    report.count('records passed over by --keep', selection.counts.read - selection.counts.kept)
  }
  await readLinkedRecords(readers)
  await readJoinedRecords(readers)
  for (const id of reader.corrections?.unused() ?? [])
    report.count(`correction without effect: no record has the id ${id}`)
  losses.report()
}

/** Calls for all members of a list, for so many at once. @throws what the first one throws, when all have ended */
async function forEachAtOnce<T>(
  list: readonly T[],
  atOnce: number,
  call: (one: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const rest = list.values()
  const failure = new AbortController()
  const callForRest = async (): Promise<void> => {
    for (const one of rest)
      if (!failure.signal.aborted) await call(one, failure.signal).catch((error) => failure.abort(error))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, callForRest))
  failure.signal.throwIfAborted()
}

/** Reports what is wrong with an input as a whole. @throws OutputError, ProgramFault */
async function reportFaults(
  file: string,
  { report, formats }: Context,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error instanceof OutputError || error instanceof ProgramFault) throw error
    if (!isInputError(error)) throw new ProgramFault(file, error)
    const { message } = error
    if (error instanceof BadEncoding)
      report.add({ kind: error.kind, file, line: error.line, message }, 'file')
    else if (error instanceof OtherFormatError) formats.add({ format: error.format, at: { file } })
    else {
      const kind = error instanceof SourceFault ? 'source-fault' : 'unreadable-file'
      report.add({ kind, file, message }, 'file')
    }
  }
}

async function readInput(input: Input, context: Context): Promise<void> {
  const { model, base, report } = context
  if (isOtherFile(model.sources, input.name))
    report.count('files beside the records of a source, without records')
  else if (input.format === 'tar') {
    for await (const entry of entriesOf(input))
      await reportFaults(entry.name, context, () => readInput(entry, context))
  } else if (input.format === 'zip') {
    for await (const entry of entriesOfZip(input, context.folder))
      await reportFaults(entry.name, context, () => readInput(entry, context))
  } else if (input.format === 'json' || input.format === 'jsonl') {
    const selected = context.selection?.input(input.name)
    const stream = await input.open()
    const lists =
      input.format === 'json'
        ? readJson(stream, input.name, model.sources)
        : readJsonLines(stream, input.name, model.sources, selected?.mayKeep)
    for await (const items of lists) {
      context.signal.throwIfAborted()
      await readItems(items, { ...context, selected })
    }
  } else if (input.format === 'text') {
    const selected = context.selection?.input(input.name)
    for await (const items of await readText(input, model.sources, context))
      await readItems(items, { ...context, selected })
  } else if (!context.selection?.isSecondPass()) {
    const nodes = await readRdf(
      await input.open(),
      input.format,
      base,
      (kind, message, { whole, ...place } = {}) =>
        report.add({ kind, file: input.name, message, ...place }, whole),
    )
    for (const [subject, node] of nodes)
      if (isDescription(subject, node)) {
        nodes.delete(subject)
        report.count('descriptions of graphs, no part of them')
      }
    await readSubjects(nodes, { file: input.name }, context)
  }
}

type Context = Reader & {
  readonly normalise: Normaliser
  readonly formats: FormatCounter
  readonly knownContext: ReturnType<typeof createKnownContexts>
  /** Contexts of the input that are not known and are reported. */
  readonly newContexts: Set<string>
  /** Is aborted by the first input that fails: the others end, too. */
  readonly signal: AbortSignal
  readonly losses: LossCounter
  readonly linkage: Linkage
  /** Records of SKG-IF that wait for the ids of all entities; absent: none do. */
  readonly joinedRecords?: JoinedRecords | undefined
  /** Which records of the input are kept. */
  readonly selected?: InputSelection
}

function refuse(
  report: Report,
  kind: FindingKind,
  { file, line }: RecordPlace,
  message: string,
  id?: string,
): void {
  report.add({ kind, file, line, id, message })
}

async function readItems(items: Iterable<JsonItem>, context: Context): Promise<void> {
  for await (const item of withTurns(items)) {
    // What is no record of a source was read at first.
    if (!('foreign' in item) && context.selection?.isSecondPass()) continue
    if ('jsonld' in item) await readDocument(item, context)
    else readItem(item, context)
    context.onRead?.()
  }
}

type JsonLdItem = Extract<JsonItem, { jsonld: unknown }>

async function readDocument({ jsonld, at }: JsonLdItem, context: Context): Promise<void> {
  let nodes: TripleIndex
  try {
    nodes = await readJsonLd(jsonld, context.base, context.model)
  } catch (error) {
    if (!(error instanceof BadJsonLd)) throw error
    refuse(context.report, 'bad-jsonld', at, error.message)
    return
  }
  await readSubjects(nodes, at, context)
}

function readItem(item: Exclude<JsonItem, JsonLdItem>, context: Context): void {
  const origin = item.at
  if ('kind' in item)
    context.report.add(
      { kind: item.kind, file: origin.file, line: origin.line, path: item.path, message: item.message },
      item.wholeFile ? 'file' : 'record',
    )
  else if ('format' in item) context.formats.add(item)
  else if ('foreign' in item) readSourceRecord(item, context)
  else {
    reportContexts(item, context)
    const { joinedRecords, base } = context
    if (joinedRecords)
      joinedRecords.add({
        record: item.record,
        base: item.base ?? base,
        at: { ...origin, line: origin.line },
      })
    else readRecord(item, origin, context)
  }
}

/** Reports contexts that are not known, each once an input. */
function reportContexts({ context, at }: JsonRecord, { report, knownContext, newContexts }: Context): void {
  for (const url of [context].flat()) {
    if (typeof url !== 'string' || knownContext(url) || newContexts.has(url)) continue
    newContexts.add(url)
    const message = `names the context ${url}, which is not known and is not fetched; its keys are read as those of `
    report.add({ kind: 'unknown-context', ...at, line: at.line, message: `${message}SKG-IF` })
  }
}

/** Takes a record of a source as the records that it becomes, which wait until all are there. */
function readSourceRecord({ source, foreign, at }: SourceRecord, context: Context): void {
  if (context.selected?.keeps(source, foreign) === false) return
  const conversion = convertRecord(source, foreign)
  if (conversion.fault !== undefined) {
    const kind = conversion.isSourceFault ? 'source-fault' : 'unreadable-record'
    refuse(context.report, kind, at, conversion.fault)
    return
  }
  if (conversion.deleted) {
    context.report.count(`deletions of ${source.label}`)
    return
  }
  context.report.count(`records read from ${source.label}`)
  context.selected?.addNamed(conversion.records)
  const id = conversion.records[0]?.['local_identifier'] as string | undefined
  for (const [what, kind] of conversion.losses) context.losses.add(source, what, { ...at, id }, kind)
  context.linkage.add(source, conversion, at)
}

/** Reads what records of sources became, of several with one id the one that they become. */
async function readLinkedRecords(
  context: Omit<Context, 'formats' | 'newContexts' | 'signal'>,
): Promise<void> {
  const { linkage, report, losses } = context
  const taken = linkage.take(losses.add)
  for await (const linked of withTurns(taken)) {
    const { at } = linked
    if ('fault' in linked) {
      refuse(report, 'source-fault', at, linked.fault, linked.id)
      continue
    }
    const { record, mergedFrom } = linked
    if (mergedFrom > 1) report.count('records joined from what several sources say of one thing')
    if (mergedFrom > 0) readRecord({ record }, at, context)
    else readAddition(record, at, context)
  }
}

/** Reads the records of SKG-IF that have waited, with the ids that their entities get. */
async function readJoinedRecords(
  context: Omit<Context, 'formats' | 'newContexts' | 'signal'>,
): Promise<void> {
  const { joinedRecords, linkage, report } = context
  if (!joinedRecords) return
  report.count('entities of SKG-IF called by an ORCID, ROR, DOI or ISSN', joinedRecords.joined())
  for await (const { record, base, at } of withTurns(joinedRecords.take()))
    readRecord({ record, base, canonical: linkage.canonical }, at, context)
}

/** Reads what a record of a source says of another entity: it is no record by itself, so that it need not be whole. */
function readAddition(
  record: Json,
  at: RecordPlace,
  context: Omit<Context, 'formats' | 'newContexts' | 'signal'>,
): void {
  const origin = { ...at, isAddition: true } as const
  const fragment = normalised({ record }, origin, { ...context, examiner: undefined })
  if (fragment) context.parts.record(fragment, origin)
}

function readRecord(
  given: Pick<JsonRecord, 'record' | 'base'> & Pick<ReadContext, 'canonical'>,
  origin: RecordPlace,
  context: Omit<Context, 'formats' | 'newContexts' | 'signal'>,
): void {
  const fragment = normalised(given, origin, context)
  if (!fragment) return
  context.report.accept()
  context.parts.record(fragment, origin)
}

type Given = Pick<JsonRecord, 'record' | 'base'> & Pick<ReadContext, 'isUnordered' | 'canonical'>

/** The stored record of a JSON record; undefined if it is refused, which is then reported. */
function normalised(
  { record: given, base, isUnordered, canonical }: Given,
  origin: RecordPlace,
  context: Omit<Context, 'formats' | 'newContexts' | 'signal'>,
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
    report.add({ kind, file: origin.file, line: origin.line, id, path, message, expected: right })
  }
  const placeOf = (location: JsonLocation): (() => ReferencePlace) | undefined =>
    examiner && (() => ({ id, path: pathOf(location).join('.') }))
  let understood = record
  try {
    const fragment = normalise(record, {
      base: base ?? graphBase,
      isUnordered,
      canonical,
      warn,
      validate: examiner !== undefined,
      onFragment: (inner, location) => parts.embedded(inner, origin, placeOf(location)),
      onReference: (iri, expected, location) => parts.reference(iri, expected, origin, placeOf(location)),
      onCorrected: (corrected) => {
        understood = corrected
      },
      count: (what) => report.count(what),
    })
    if (warned) examiner?.record(understood, fragment, origin, warned, warn)
    return fragment
  } catch (error) {
    if (error instanceof OutputError) throw error
    if (!(error instanceof RecordRejected))
      throw new ProgramFault(`${origin.file}${origin.line === undefined ? '' : `:${origin.line}`}`, error)
    refuse(report, error.kind, origin, error.message, id || undefined)
    return undefined
  }
}

/** Classes that a finding names. */
const MAX_CLASSES = 20

/** Reads RDF: its triples stay as they are; the records that they make say what they are and what merges. */
async function readSubjects(nodes: TripleIndex, origin: RecordPlace, context: Context): Promise<void> {
  const { parts, model, base, report, onRead } = context
  const toQuads = createQuadSerializer(model)
  const subjects = subjectsOf(nodes, model, base, (kind, message, id) =>
    refuse(report, kind, origin, message, id),
  )
  const otherClasses = new Map<string, number>()
  for await (const { iri, records, quads, otherClasses: classes } of withTurns(subjects)) {
    for (const name of classes) otherClasses.set(name, (otherClasses.get(name) ?? 0) + 1)
    const fragments = records.flatMap(
      (record) => normalised({ record, isUnordered: true }, origin, context) ?? [],
    )
    onRead?.()
    // Refused as a record, it is not in the graph.
    if (records.length > 0 && fragments.length === 0) continue
    const shownQuads = new Set(
      fragments.flatMap((fragment) => descriptionQuads(`<${iri}>`, parseGraphQuads(toQuads(fragment)))),
    )
    const hiddenQuads = quads.filter((quad) => !shownQuads.has(quad))
    if (hiddenQuads.length > 0)
      report.count('triples that JSON does not show, kept in the graph', hiddenQuads.length)
    if (fragments.length > 0 || records.length === 0) report.accept()
    if (fragments.length === 0) parts.triples(iri, quads)
    const [only] = fragments
    // Written as from JSON, blank nodes have the labels that they have from there.
    if (only && fragments.length === 1 && hiddenQuads.length === 0 && shownQuads.size === quads.length)
      parts.record(only, origin)
    else if (only) parts.subject(fragments, quads.join(''), hiddenQuads.length > 0, origin)
  }
  if (otherClasses.size === 0) return
  const all = [...otherClasses].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} (${count})`)
  const more = all.length > MAX_CLASSES ? ` and ${all.length - MAX_CLASSES} more classes` : ''
  const named = all.slice(0, MAX_CLASSES).join(', ') + more
  const message = `has subjects of which no record is made, as of their classes: ${named}`
  report.add({ kind: 'other-class', ...origin, message })
}
