/** Files → records, which wait for others of their id or are normalised at once; what cannot be read is reported. */

import { availableParallelism } from 'node:os'
import { createNormaliser } from '../record/json/normalise.ts'
import type { TripleIndex } from '../record/rdf/triples.ts'
import { createQuadSerializer } from '../record/rdf/quads.ts'
import { isDescription } from '../store/endpoint/description.ts'
import type { RecordPlace } from './merge/part.ts'
import { withTurns } from '../search-index/turns.ts'
import type { Input } from './input/recognise-files.ts'
import { convertRecord } from './conversion/convert.ts'
import { readJson } from './json/json-files.ts'
import type { JsonRecord, SourceRecord, JsonItem } from './json/json-items.ts'
import { readJsonLines } from './json/json-lines.ts'
import { createLinkage } from './sources/unite-records.ts'
import { createJoinedRecords } from './sources/join-records.ts'
import { countLosses } from './sources/losses.ts'
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
import { bodyOf, decodeEntry, type EntryBody, type EntryHead } from './record-log/entry.ts'
import { headOfConversion, headOfRecord, headOfSubject } from './record-log/heads.ts'
import { createRecordLog, type RecordLog } from './record-log/record-log.ts'
import { applyLog } from './apply-log.ts'
import { applyBody, refuse, type Applying } from './apply-records.ts'
import { subjectsOf } from './rdf/subjects.ts'
import { entriesOfZip } from './input/zip.ts'
import { entriesOf } from './input/tar.ts'
import { BadEncoding } from './text/utf8.ts'

export interface Reader extends Omit<
  Applying,
  'log' | 'normalise' | 'toQuads' | 'losses' | 'linkage' | 'joinedRecords'
> {
  /** For temporary files. */
  readonly folder: string
  /** Which records of sources are kept; absent: all. */
  readonly selection?: Selection
  /** Entities of records of SKG-IF are one with what has their ORCID, ROR, DOI or ISSN too. */
  readonly join?: boolean
  /** Records of earlier loads, and those that a later load gets; absent: there are none. */
  readonly log?: RecordLog | undefined
  /** The collection of all inputs; absent: the one that each record has by its source. */
  readonly collection?: string | undefined
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
  const log = reader.log ?? createRecordLog({ folder: reader.folder })
  const toQuads = createQuadSerializer(reader.model)
  const readers = { ...reader, normalise, toQuads, losses, linkage, joinedRecords, knownContext, log }
  const { selection, report } = reader
  if (selection)
    for (const [, line] of log.earlier?.entries() ?? []) {
      const body = bodyOf(decodeEntry(line))
      if ('conversion' in body) selection.addEarlier(body.conversion?.records ?? [], body.isNamed === true)
    }
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
    const [first, ...others] = selection.missing()
    const file = log.earlier?.path ?? ''
    const message = `may have passed over the records of ${first} and ${others.length} more`
    if (first !== undefined) report.add({ kind: 'passed-over', file, message })
    report.count('records kept by --keep', selection.counts.kept)
    report.count('records passed over by --keep', selection.counts.read - selection.counts.kept)
  }
  await applyLog(readers)
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
        : readJsonLines(
            stream,
            input.name,
            model.sources,
            context.log.isUpdate ? undefined : selected?.mayKeep,
          )
    for await (const items of lists) {
      context.signal.throwIfAborted()
      await readItems(items, { ...context, selected })
    }
  } else if (input.format === 'text') {
    const selected = context.selection?.input(input.name)
    const onCollection = (name: string): void => context.log.addCollection(context.collection ?? name)
    for await (const items of await readText(input, model.sources, { ...context, onCollection }))
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
    await readSubjects(nodes, { file: input.name }, context, input.base === undefined ? undefined : GRAPH)
  }
}

type Context = Reader &
  Applying & {
    readonly log: RecordLog
    readonly formats: FormatCounter
    readonly knownContext: ReturnType<typeof createKnownContexts>
    /** Contexts of the input that are not known and are reported. */
    readonly newContexts: Set<string>
    /** Is aborted by the first input that fails: the others end, too. */
    readonly signal: AbortSignal
    /** Which records of the input are kept. */
    readonly selected?: InputSelection
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
  if ('isEmptyList' in item && context.collection !== undefined) return
  if ('kind' in item)
    context.report.add(
      { kind: item.kind, file: origin.file, line: origin.line, path: item.path, message: item.message },
      item.wholeFile ? 'file' : 'record',
    )
  else if ('format' in item) context.formats.add(item)
  else if ('foreign' in item) readSourceRecord(item, context)
  else {
    reportContexts(item, context)
    const { base, record } = item
    take(headOfRecord(record, base ?? context.base, context), { at: origin, record, base }, context)
  }
}

/** The collection of the graphs of a prepared graph that does not say of which records it was made. */
const GRAPH = 'graph'

/**
 * Takes what was read. What may be replaced by other records waits until all are read: that of sources by a later
 * copy, anything where records of earlier loads are known.
 */
function take(head: EntryHead, body: EntryBody, context: Context): void {
  const { log } = context
  if (log.isUpdate || head.source !== undefined) log.add(head, body)
  else if (applyBody(body, head, context) && log.isWritten) log.add(head, body)
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
  const { report, selected, losses, log } = context
  const isKept = selected?.keeps(source, foreign) !== false
  // What is passed over takes away what was there.
  if (!isKept && !log.isUpdate) return
  const conversion = convertRecord(source, foreign)
  if (conversion.fault !== undefined) {
    const kind = conversion.isSourceFault ? 'source-fault' : 'unreadable-record'
    refuse(report, kind, at, conversion.fault)
    return
  }
  const head = headOfConversion(source, conversion, context)
  const place = { file: at.file, line: at.line }
  if (!isKept) return take(head, { at: place, conversion: undefined }, context)
  const { records, additions, aliases, scopedNames, deleted } = conversion
  const id = records[0]?.['local_identifier'] as string | undefined
  for (const [what, kind] of conversion.losses) losses.add(source, what, { ...at, id }, kind)
  report.count(`${deleted ? 'deletions of' : 'records read from'} ${source.label}`)
  selected?.addNamed(records)
  const content = deleted ? undefined : { records, additions, aliases, scopedNames }
  take(head, { at: place, isNamed: context.selection?.isSecondPass(), conversion: content }, context)
}

/** Classes that a finding names. */
const MAX_CLASSES = 20

/** Reads RDF: its triples stay as they are; the records that they make say what they are and what merges. */
async function readSubjects(
  nodes: TripleIndex,
  at: RecordPlace,
  context: Context,
  collection = context.collection,
): Promise<void> {
  const { model, base, report, onRead } = context
  const subjects = subjectsOf(nodes, model, base, (kind, message, id) =>
    refuse(report, kind, at, message, id),
  )
  const otherClasses = new Map<string, number>()
  for await (const { iri, records, quads, otherClasses: classes } of withTurns(subjects)) {
    for (const name of classes) otherClasses.set(name, (otherClasses.get(name) ?? 0) + 1)
    take(headOfSubject(iri, { collection }), { at, subject: { iri, records, quads } }, context)
    onRead?.()
  }
  if (otherClasses.size === 0) return
  const all = [...otherClasses].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} (${count})`)
  const more = all.length > MAX_CLASSES ? ` and ${all.length - MAX_CLASSES} more classes` : ''
  const named = all.slice(0, MAX_CLASSES).join(', ') + more
  const message = `has subjects of which no record is made, as of their classes: ${named}`
  report.add({ kind: 'other-class', ...at, message })
}
