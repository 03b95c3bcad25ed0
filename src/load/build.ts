/**
 * Inputs → the N-Quads of a graph in chunks, whatever becomes of them: the one way in which graphs are made.
 */

import { groupBy } from '../model/values/group-by.ts'
import type { Model } from '../model/model.ts'
import { createAssembler, type Assembler } from './merge/assemble.ts'
import { createChunks, type Take } from './merge/chunks.ts'
import type { Input } from './input/inputs.ts'
import { NotKept } from './merge/not-kept.ts'
import { readInputs, type Examiner } from './read.ts'
import type { Report } from './validate/report.ts'
import type { Spill } from './merge/spill.ts'
import type { WarnOf } from './merge/settle.ts'
import { createTelling, type Told } from './merge/told.ts'
import { createUniter, type Unite } from './merge/unite.ts'

/** Where the chunks go. */
export interface Output {
  readonly take: Take
  /** The N-Quads of a chunk that was taken. */
  read(chunk: number): Promise<string>
  /** Puts other N-Quads in the place of a chunk. */
  replace(chunk: number, nquads: string): Promise<void>
}

interface Building {
  readonly model: Model
  readonly base: string
  readonly report: Report
  readonly output: Output
  /** Folder for what is put aside. */
  readonly folder: string
  /** Called now and then while inputs are read. */
  readonly onRead?: () => void
  readonly examiner?: Examiner
}

export type Built = Pick<Assembler, 'entities' | 'isRecord'>

/** Reads inputs into an output. @throws what the output throws, or Error where nothing can be put aside */
export async function build(
  inputs: readonly Input[],
  { model, base, report, output, folder, onRead, examiner }: Building,
): Promise<Built> {
  const warn: WarnOf = (kind, origin, id, path, message) => {
    if (kind === 'duplicate-record' && origin?.isAddition) return
    report.add({ kind, file: origin?.file ?? '', line: origin?.line, id, path: path.join('.'), message })
  }
  const chunks = createChunks(output.take)
  const assembler = createAssembler({ model, chunks, folder, warn })
  try {
    await readInputs(inputs, { model, base, assembler, report, examiner, folder }, () => {
      onRead?.()
      return chunks.pause()
    })
    const late = await assembler.finish()
    await rewrite(late, output, model, createUniter({ model, base, warn, typesOf: assembler.typesOf }))
  } catch (error) {
    throw error instanceof NotKept ? error.fault : error
  }
  return assembler
}

/** Rewrites the chunks that hold subjects of which something came late, each once. */
async function rewrite(late: Spill, output: Output, model: Model, unite: Unite): Promise<void> {
  const { fromLine } = createTelling(model)
  const read = (line: string): { chunk: number; told: Told } => {
    const blank = line.indexOf(' ')
    return { chunk: Number(line.slice(0, blank)), told: fromLine(line.slice(blank + 1)) }
  }
  for (let bucket = 0; bucket < late.buckets; bucket++) {
    for (const [chunk, came] of groupBy(Array.from(late.lines(bucket), read), (one) => one.chunk)) {
      const byIri = groupBy(
        came.map(({ told }) => told),
        ({ iri }) => iri,
      )
      const kept: string[] = []
      const united: string[] = []
      for (const { iri, nquads } of graphsOf(await output.read(chunk))) {
        const told = byIri.get(iri)
        if (told) united.push(unite(iri, nquads, told))
        else kept.push(nquads)
      }
      await output.replace(chunk, [...kept, ...united].join(''))
    }
    late.clear(bucket)
  }
}

/** The graphs of N-Quads in which the lines of a graph stand together. */
function* graphsOf(nquads: string): Generator<{ iri: string; nquads: string }> {
  let [from, name] = [0, '']
  for (
    let start = 0, end = nquads.indexOf('\n');
    end !== -1;
    start = end + 1, end = nquads.indexOf('\n', start)
  ) {
    const graph = nquads.slice(nquads.lastIndexOf(' ', end - 3) + 2, end - 3)
    if (graph === name) continue
    if (start > from) yield { iri: name, nquads: nquads.slice(from, start) }
    from = start
    name = graph
  }
  if (nquads.length > from) yield { iri: name, nquads: nquads.slice(from) }
}
