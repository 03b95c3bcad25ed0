/**
 * Files → parts: every input read, normalised and handed to the assembler; what cannot be read is reported
 * with its place.
 */

import { basename } from 'node:path'
import type { FindingKind } from '../findings.ts'
import type { Json } from '../model/values/json.ts'
import type { Model } from '../model/model.ts'
import { createNormaliser, type Normaliser } from '../record/json/normalise.ts'
import { RecordRejected, type JsonLocation, type ReadContext } from '../record/json/read-context.ts'
import { descriptionQuads } from '../record/rdf/canonical.ts'
import { kindOf, type SubjectFragment } from '../record/stored.ts'
import { parseGraphQuads, type TripleIndex } from '../record/rdf/triples.ts'
import { createQuadSerializer } from '../record/rdf/quads.ts'
import { isDescription } from '../store/endpoint/description.ts'
import type { Assembler, Origin } from './merge/assemble.ts'
import type { Input } from './input/inputs.ts'
import { createAdditions, type Additions } from './sources/additions.ts'
import { convertRecord } from './sources/convert.ts'
import { readJson, readJsonLines, type JsonItem, type JsonRecord, type SourceRecord } from './json/json.ts'
import { countLosses, type LossCounter } from './sources/losses.ts'
import { isInputError, ProgramFault } from './input/input-error.ts'
import { NotKept } from './merge/not-kept.ts'
import { countFormats, OtherFormatError, type FormatCounter } from './input/other-formats.ts'
import { BadJsonLd, readJsonLd } from './json/jsonld.ts'
import { readRdf } from './rdf/rdf.ts'
import { readText } from './sources/text-records.ts'
import type { Report } from './validate/report.ts'
import { subjectsOf } from './rdf/subjects.ts'
import { entriesOfZip } from './input/nested-zip.ts'
import { entriesOf } from './input/tar.ts'
import { BadEncoding } from './input/utf8.ts'

type Warn = ReadContext['warn']

/** Where a reference stands. */
export interface From {
  readonly origin: Origin
  /** Id of the record, as it is written there. */
  readonly id: string
  readonly place: JsonLocation
}

/** What is done beyond reading, where there is time for it. */
export interface Examiner {
  /** A record as it was found, and what it was read as; `told`: the paths of which reading has warned. */
  record(record: unknown, part: SubjectFragment, origin: Origin, told: ReadonlySet<string>, warn: Warn): void
  /** A reference to an id of which nothing is told yet, the first one. */
  refer(iri: string, of: readonly string[], from: From): void
}

export interface Reader {
  readonly model: Model
  readonly base: string
  readonly assembler: Assembler
  readonly report: Report
  /** Values are held against vocabularies, check digits and bounds, and the examiner sees everything. */
  readonly examiner?: Examiner
  /** Folder for what waits until all is read. */
  readonly folder: string
}

type Pause = () => Promise<void> | undefined

/**
 * Persons, venues and topics take little room beside the products that show copies of them, and a copy is put
 * aside until
 * its record has come. What is read does not depend on the order.
 */
const smallFirst = (inputs: readonly Input[]): Input[] => [...inputs].sort((a, b) => a.size - b.size)

/**
 * Reads inputs one after another; `pause` is awaited between records, so that what takes the quads can catch
 * up. @throws NotKept
 */
export async function readInputs(
  inputs: readonly Input[],
  { model, base, assembler, report, examiner, folder }: Reader,
  pause: Pause,
): Promise<void> {
  const normalise = createNormaliser(model, base)
  const losses = countLosses(report)
  const additions = createAdditions(folder)
  const all = { model, base, assembler, report, examiner, folder, normalise, losses, additions }
  for (const input of smallFirst(inputs)) {
    const formats = countFormats(report, input.name)
    const kept = { ...all, formats }
    await reportFaults(input.name, kept, () => readInput(input, kept, pause))
    formats.report()
  }
  await readAdditions(all, pause)
  losses.report()
}

/** Reports what is wrong with an input as a whole. @throws NotKept, ProgramFault */
async function reportFaults(
  file: string,
  { report, formats }: Kept,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error instanceof NotKept || error instanceof ProgramFault) throw error
    if (!isInputError(error)) throw new ProgramFault(file, error)
    const { message } = error
    if (error instanceof BadEncoding)
      report.add({ kind: error.kind, file, line: error.line, message }, 'file')
    else if (error instanceof OtherFormatError) formats.add({ format: error.format, at: { file } })
    else report.add({ kind: 'unreadable-file', file, message }, 'file')
  }
}

async function readInput(input: Input, kept: Kept, pause: Pause): Promise<void> {
  const { model, base, report } = kept
  if (model.sources.some(({ otherFiles }) => otherFiles?.includes(basename(input.name))))
    report.count('files beside the records of a source, which hold none')
  else if (input.format === 'tar') {
    for await (const entry of entriesOf(await input.open(), input.name))
      await reportFaults(entry.name, kept, () => readInput(entry, kept, pause))
  } else if (input.format === 'zip') {
    for await (const entry of entriesOfZip(input, kept.folder))
      await reportFaults(entry.name, kept, () => readInput(entry, kept, pause))
  } else if (input.format === 'json' || input.format === 'jsonl') {
    const read = input.format === 'json' ? readJson : readJsonLines
    for await (const items of read(await input.open(), input.name, model.sources))
      await readItems(items, kept, pause)
  } else if (input.format === 'text') {
    const read = await readText(input, model.sources)
    if (!read) report.count('files of text that are of no source that is known, and are not read')
    else for await (const items of read) await readItems(items, kept, pause)
  } else {
    const nodes = await readRdf(await input.open(), input.format, base, (kind, message, line, whole) =>
      report.add({ kind, file: input.name, line, message }, whole),
    )
    for (const [subject, node] of nodes)
      if (isDescription(subject, node)) {
        nodes.delete(subject)
        report.count('descriptions of graphs, which are no part of them')
      }
    await readSubjects(nodes, { file: input.name }, kept, pause)
  }
}

type Kept = Reader & {
  readonly normalise: Normaliser
  readonly formats: FormatCounter
  readonly losses: LossCounter
  readonly additions: Additions
}

function refuse(
  report: Report,
  kind: FindingKind,
  { file, line }: Origin,
  message: string,
  id?: string,
): void {
  report.add({ kind, file, line, id, message })
}

async function readItems(items: Iterable<JsonItem>, kept: Kept, pause: Pause): Promise<void> {
  for (const item of items) {
    const pending = readItem(item, kept, pause)
    if (pending) await pending
    const full = pause()
    if (full) await full
  }
}

function readItem(item: JsonItem, kept: Kept, pause: Pause): Promise<void> | undefined {
  const origin = item.at
  if ('jsonld' in item) {
    return readJsonLd(item.jsonld, kept.base, kept.model).then(
      (nodes) => readSubjects(nodes, origin, kept, pause),
      (error: unknown) => {
        if (!(error instanceof BadJsonLd)) throw error
        refuse(kept.report, 'bad-jsonld', origin, error.message)
      },
    )
  }
  if ('broken' in item)
    kept.report.add(
      { kind: item.kind, file: origin.file, line: origin.line, message: item.broken },
      item.wholeFile ? 'file' : 'record',
    )
  else if ('format' in item) kept.formats.add(item)
  else if ('foreign' in item) readSourceRecord(item, kept)
  else readRecord(item, origin, kept)
  return undefined
}

/** Reads a record of a source as the records that it becomes. */
function readSourceRecord({ source, foreign, at }: SourceRecord, kept: Kept): void {
  const { records, additions, aliases, fault } = convertRecord(source, foreign, at, kept.losses)
  if (fault !== undefined) {
    refuse(kept.report, 'unreadable-record', at, fault)
    return
  }
  kept.report.count(`records read from ${source.label}`)
  for (const record of records) readRecord({ record }, at, kept)
  for (const record of additions) kept.additions.add({ record, at })
  for (const { other, id } of aliases) kept.additions.alias(other, id)
}

/** Reads what records of sources say of others: it is no record by itself, so that it need not be whole. */
async function readAdditions(kept: Omit<Kept, 'formats'>, pause: Pause): Promise<void> {
  const addTo = { ...kept, examiner: undefined }
  for (const { record, at } of kept.additions.take()) {
    const origin = { ...at, isAddition: true } as const
    const part = normalised({ record }, origin, addTo)
    if (part) kept.assembler.record(part, origin)
    const full = pause()
    if (full) await full
  }
}

function readRecord({ record, base }: Pick<JsonRecord, 'record' | 'base'>, origin: Origin, kept: Kept): void {
  const part = normalised({ record, base }, origin, kept)
  if (!part) return
  kept.report.accept()
  kept.assembler.record(part, origin)
}

type Given = Pick<JsonRecord, 'record' | 'base'> & Pick<ReadContext, 'unordered'>

/** The stored record of a JSON record; undefined if it is refused, which is then reported. */
function normalised(
  { record, base, unordered }: Given,
  origin: Origin,
  { base: graphBase, assembler, report, examiner, normalise }: Omit<Kept, 'formats'>,
): SubjectFragment | undefined {
  const id =
    typeof record === 'object' && record !== null
      ? String((record as Json)['local_identifier'] ?? (record as Json)['id'] ?? '')
      : ''
  const told = examiner && new Set<string>()
  const warn: Warn = (kind, steps, message, right) => {
    const path = steps.join('.')
    told?.add(path)
    report.add({ kind, file: origin.file, line: origin.line, id, path, message, expected: right })
  }
  let understood = record
  try {
    const part = normalise(record, {
      base: base ?? graphBase,
      unordered,
      warn,
      validate: examiner !== undefined,
      part: (inner, place) => {
        if (assembler.part(inner, origin))
          examiner?.refer(inner.iri, [kindOf(inner.subjectType)], { origin, id, place })
      },
      refer: (iri, of, place) => {
        if (assembler.refer(iri, of)) examiner?.refer(iri, of, { origin, id, place })
      },
      understood: (meant) => {
        understood = meant
      },
      count: (what) => report.count(what),
    })
    if (told) examiner?.record(understood, part, origin, told, warn)
    return part
  } catch (error) {
    if (error instanceof NotKept) throw error
    if (!(error instanceof RecordRejected))
      throw new ProgramFault(`${origin.file}${origin.line === undefined ? '' : `:${origin.line}`}`, error)
    refuse(report, error.kind, origin, error.message, id || undefined)
    return undefined
  }
}

/** RDF keeps its triples as they are; the records that they make tell what they are and what unites. */
async function readSubjects(nodes: TripleIndex, origin: Origin, kept: Kept, pause: Pause): Promise<void> {
  const { assembler, model, base, report } = kept
  const toQuads = createQuadSerializer(model)
  for (const { iri, records, quads } of subjectsOf(nodes, model, base, (kind, message, id) =>
    refuse(report, kind, origin, message, id),
  )) {
    const parts = records.flatMap((record) => normalised({ record, unordered: true }, origin, kept) ?? [])
    const shown = new Set(
      parts.flatMap((part) => descriptionQuads(`<${iri}>`, parseGraphQuads(toQuads(part)))),
    )
    const more = quads.filter((quad) => !shown.has(quad))
    if (more.length > 0) report.count('triples that JSON does not show, kept in the graph', more.length)
    report.accept()
    if (parts.length === 0) assembler.triples(iri, quads)
    const [only] = parts
    // Written as from JSON, blank nodes have the labels that they have from there.
    if (only && parts.length === 1 && more.length === 0 && shown.size === quads.length)
      assembler.record(only, origin)
    else if (only) assembler.subject(parts, quads.join(''), more.length > 0, origin)
    const full = pause()
    if (full) await full
  }
}
