/** PATHs → a graph that answers: inputs read here while Oxigraph loads in its own thread. */

import type { Model } from '../model/model.ts'
import { baseFault } from '../model/iri.ts'
import type { Part } from '../record/stored.ts'
import { fieldsOf, reconcile, unite, type OnConflict } from '../record/stored.ts'
import { RDF_TYPE, type Nodes } from '../record/triples.ts'
import { canonicalLines, nodesOf } from '../record/canonical.ts'
import type { Document } from '../record/document.ts'
import { createFramer, type Framer } from '../record/frame.ts'
import { createNormaliser, type Normaliser } from '../record/normalise.ts'
import { createWriter } from '../record/write.ts'
import { createGraph, type Graph } from '../store/graph.ts'
import { createIndex } from '../store/index.ts'
import { openEmbeddedStore } from '../store/embedded.ts'
import type { Store } from '../store/store.ts'
import { createAssembler, type LatePart } from './assemble.ts'
import { decideBase } from './base.ts'
import { findInputs, type Input } from './inputs.ts'
import { readInputs } from './read.ts'
import { createReport, type Report } from './report.ts'

export interface OpenOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share. */
  readonly base?: string
}

export interface Opened { readonly graph: Graph; readonly report: Report; readonly store: Store }

/** Bytes of N-Quads handed to the store at once, and how many such chunks may wait. */
const CHUNK = 4_000_000
const WAITING = 2

/**
 * Reads PATHs into a new embedded store.
 * @throws Error if a path cannot be read, no base can be found, or no record could be loaded
 */
export async function openGraph(paths: readonly string[], options: OpenOptions): Promise<Opened> {
  const inputs = await findInputs(paths)
  if (inputs.length === 0) throw new Error(`nothing to load in ${paths.join(' ')}`)
  const base = options.base ?? await decideBase(inputs)
  const fault = baseFault(base)
  if (fault) throw new Error(`the base ${base} cannot be used: ${fault}`)
  const store = openEmbeddedStore()
  try {
    return await fill(store, inputs, base, options.model)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function fill(store: Store, inputs: readonly Input[], base: string, model: Model): Promise<Opened> {
  const report = createReport()
  const feed = createFeed(store)
  const assembler = createAssembler({
    model, write: feed.write,
    warn: (kind, origin, id, path, message) => report.add({ kind, file: origin?.file ?? '', line: origin?.line, id, path: path.join('.'), message }),
  })
  await readInputs(inputs, { model, base, assembler, report }, feed.pause)
  const { late } = assembler.finish()
  await feed.end()
  const index = createIndex(model, assembler.masks)
  const graph = createGraph({ model, base, store, index })
  if (late.length > 0) await uniteLate(late, { model, base, store, graph, report })
  if (model.types.every((type) => graph.count(type) === 0)) {
    throw new Error([`no record could be loaded from ${inputs.length} files`, ...report.lines()].join('\n'))
  }
  return { graph: late.length > 0 ? createGraph({ model, base, store, index }) : graph, report, store }
}

/** Chunks for the store: whole subjects, so that blank nodes stay together. */
function createFeed(store: Store): { write(nquads: string): void; pause(): Promise<void> | undefined; end(): Promise<void> } {
  let chunk = Buffer.allocUnsafeSlow(CHUNK)
  let length = 0
  const waiting = new Set<Promise<void>>()
  let failure: unknown
  function send(bytes: Buffer): void {
    const sent: Promise<void> = store.add(bytes).catch((error: unknown) => { failure ??= error }).then(() => { waiting.delete(sent) })
    waiting.add(sent)
  }
  function flush(): void {
    if (length > 0) send(chunk.subarray(0, length))
    chunk = Buffer.allocUnsafeSlow(CHUNK)
    length = 0
  }
  const check = (): void => { if (failure !== undefined) throw failure }
  return {
    write(nquads) {
      const most = nquads.length * 3
      if (length + most > CHUNK) flush()
      if (most > CHUNK) send(Buffer.from(nquads))
      else length += chunk.write(nquads, length)
    },
    pause() {
      check()
      return waiting.size > WAITING ? Promise.race(waiting).then(check) : undefined
    },
    async end() {
      flush()
      await Promise.all(waiting)
      check()
    },
  }
}

interface Late { readonly model: Model; readonly base: string; readonly store: Store; readonly graph: Graph; readonly report: Report }

/** Subjects whose graphs are replaced in one go. */
const BATCH = 500

/** Unites what came late with what is written: graphs are read back and replaced; triples that no row maps stay. */
async function uniteLate(late: readonly LatePart[], kept: Late): Promise<void> {
  const { store, graph, model, base } = kept
  const byIri = new Map<string, LatePart[]>()
  for (const one of late) {
    const known = byIri.get(one.part.iri)
    if (known) known.push(one)
    else byIri.set(one.part.iri, [one])
  }
  const tools = { frame: createFramer(model, base), normalise: createNormaliser(model, base), toQuads: createWriter(model) }
  const iris = [...byIri.keys()]
  for (let start = 0; start < iris.length; start += BATCH) {
    const batch = iris.slice(start, start + BATCH)
    const documents = await graph.documents(batch)
    const { graphs } = await store.graphs(batch, [])
    const united = documents.map((document, i) => unitedQuads(document, graphs[i] as string, byIri.get(document.iri) as LatePart[], kept, tools))
    await store.remove(batch)
    await store.add(new TextEncoder().encode(united.join('')))
  }
}

interface Tools { readonly frame: Framer; readonly normalise: Normaliser; readonly toQuads: (part: Part) => string }

/** The N-Quads of a subject: what its graph said, and what came late. */
function unitedQuads(document: Document, text: string, late: readonly LatePart[], { model, base, graph, report }: Late, { frame, normalise, toQuads }: Tools): string {
  const { iri } = document
  const silent = { base, unordered: true, warn: () => {}, part: () => {}, refer: () => {}, count: () => {} } as const
  const classes = nodesOf(text).get(`<${iri}>`)?.get(RDF_TYPE) ?? []
  const first = graph.typesOf(iri).filter((type) => classes.includes(`<${model.classOf(type)}>`)).map((type) => normalise(frame(document, type), silent))
  const more = [{ text, parts: first }, ...late.flatMap(({ part, quads }) => (quads ? [{ text: quads, parts: [part] }] : []))]
    .flatMap(({ text: all, parts }) => unmapped(nodesOf(all), parts.map((part) => nodesOf(toQuads(part)))))
  const onConflict: OnConflict = (path, one, other) => report.add({
    kind: 'copies-differ', file: '', id: iri, path: path.join('.'),
    message: `differs between records: ${JSON.stringify(one)} is kept, ${JSON.stringify(other)} is not`,
  })
  const united = late.reduce((parts, { part }) => uniteInto(parts, part, onConflict), first)
  return [...reconcile(united, onConflict).map(toQuads), ...new Set(more.map((line) => `${line} <${iri}> .\n`))].join('')
}

/** The lines of a graph that none of its parts writes. */
function unmapped(all: Nodes, parts: readonly Nodes[]): string[] {
  const told = new Set(parts.flatMap(canonicalLines))
  return canonicalLines(all).filter((line) => !told.has(line))
}

function uniteInto(parts: readonly Part[], part: Part, onConflict: OnConflict): Part[] {
  const known = parts.find(({ of }) => of === part.of)
  const united = known && { ...part, fields: unite(fieldsOf(part.of), known.fields, part.fields, onConflict) }
  return [...parts.filter((one) => one !== known), united ?? part]
}
