/** Files → parts: every input read, normalised and handed to the assembler; what cannot be read is reported with its place. */

import type { Model } from '../model/model.ts'
import { createNormaliser, type Normaliser } from '../record/normalise.ts'
import { Refused, type Reading } from '../record/reading.ts'
import { nodesOf, treeQuads } from '../record/canonical.ts'
import type { Part } from '../record/stored.ts'
import type { Nodes } from '../record/triples.ts'
import { createWriter } from '../record/write.ts'
import type { Assembler, Origin } from './assemble.ts'
import type { Input } from './inputs.ts'
import { readJson, readJsonLines, type JsonItem, type JsonRecord } from './json.ts'
import { readJsonLd } from './jsonld.ts'
import { readRdf } from './rdf.ts'
import type { Report } from './report.ts'
import { subjectsOf } from './subjects.ts'

export interface Reader { readonly model: Model; readonly base: string; readonly assembler: Assembler; readonly report: Report }

type Pause = () => Promise<void> | undefined

/** Reads inputs one after another; `pause` is awaited between records, so that what takes the quads can catch up. */
export async function readInputs(inputs: readonly Input[], { model, base, assembler, report }: Reader, pause: Pause): Promise<void> {
  const normalise = createNormaliser(model, base)
  const kept = { model, base, assembler, report, normalise }
  for (const input of inputs) {
    try {
      if (input.format === 'json' || input.format === 'jsonl') {
        const items = input.format === 'json' ? readJson(await input.open()) : readJsonLines(await input.open())
        for await (const item of items) {
          const pending = readItem(item, input, kept, pause)
          if (pending) await pending
          const full = pause()
          if (full) await full
        }
      } else {
        const nodes = await readRdf(await input.open(), input.format, base, (message, line) => refuse(report, { file: input.name, line }, message))
        await readSubjects(nodes, { file: input.name }, kept, pause)
      }
    } catch (error) {
      refuse(report, { file: input.name }, (error as Error).message)
    }
  }
}

type Kept = Reader & { readonly normalise: Normaliser }

function refuse(report: Report, { file, line }: Origin, message: string, id?: string): void {
  report.add({ severity: 'refused', file, line, id, message })
}

function readItem(item: JsonItem, input: Input, kept: Kept, pause: Pause): Promise<void> | undefined {
  const origin = { file: input.name, line: item.line }
  if ('jsonld' in item) {
    return readJsonLd(item.jsonld, kept.base, kept.model)
      .then((nodes) => readSubjects(nodes, origin, kept, pause), (error: Error) => refuse(kept.report, origin, error.message))
  }
  if ('broken' in item) refuse(kept.report, origin, item.broken)
  else readRecord(item, origin, kept)
  return undefined
}

function readRecord({ record, base }: JsonRecord, origin: Origin, kept: Kept): void {
  const part = normalised({ record, base }, origin, kept)
  if (part) kept.assembler.record(part, origin)
}

/** The stored record of a JSON record; undefined if it is refused, which is then reported. */
function normalised({ record, base, unordered }: JsonRecord & Pick<Reading, 'unordered'>, origin: Origin, { base: graphBase, assembler, report, normalise }: Kept): Part | undefined {
  const id = typeof record === 'object' && record !== null ? String((record as Record<string, unknown>)['local_identifier'] ?? '') : ''
  try {
    return normalise(record, {
      base: base ?? graphBase,
      unordered,
      warn: (path, message) => report.add({ severity: 'warned', ...origin, id, path: path.join('.'), message }),
      part: (inner) => assembler.part(inner, origin),
      refer: (iri, of) => assembler.refer(iri, of),
      count: (what) => report.count(what),
    })
  } catch (error) {
    const message = error instanceof Refused ? error.message : `cannot be read: ${(error as Error).message}`
    refuse(report, origin, message, id || undefined)
    return undefined
  }
}

/** RDF keeps its triples as they are; the records that they make tell what they are and what unites. */
async function readSubjects(nodes: Nodes, origin: Origin, kept: Kept, pause: Pause): Promise<void> {
  const { assembler, model, base, report } = kept
  const toQuads = createWriter(model)
  for (const { iri, records, quads } of subjectsOf(nodes, model, base, (message, id) => refuse(report, origin, message, id))) {
    const parts = records.flatMap((record) => normalised({ record, unordered: true }, origin, kept) ?? [])
    const shown = new Set(parts.flatMap((part) => treeQuads(`<${iri}>`, nodesOf(toQuads(part)))))
    const more = quads.filter((quad) => !shown.has(quad))
    if (more.length > 0) report.count('triples that JSON does not show, kept in the graph', more.length)
    if (parts.length === 0) assembler.triples(iri, quads)
    parts.forEach((part, i) => assembler.record(part, origin, { quads: i === 0 ? quads.join('') : '', more: more.length > 0 }))
    const full = pause()
    if (full) await full
  }
}
