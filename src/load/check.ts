/** Reading and checking without a store: everything that is wrong with what PATHs hold. */

import { baseFault } from '../model/iri.ts'
import type { Model } from '../model/model.ts'
import { fieldsOf, fingerprint, unite, type Part } from '../record/stored.ts'
import { createWriter } from '../record/write.ts'
import { createAssembler, type Assembler, type Origin } from './assemble.ts'
import { decideBase } from './base.ts'
import { createExaminer } from './examiner.ts'
import { findInputs, type Input } from './inputs.ts'
import { readInputs } from './read.ts'
import { createReport, type Report } from './report.ts'
import { readShapes, type Shapes } from './shacl.ts'

export interface CheckOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share. */
  readonly base?: string
  /** File that gets every finding, as JSON Lines. */
  readonly report?: string
  /** Turtle file of SHACL shapes. */
  readonly shacl?: string
}

export interface Checked {
  readonly report: Report
  readonly files: number
  readonly records: number
}

/** @throws Error if a path does not exist, no base can be found, the report cannot be written, or the shapes cannot be read */
export async function checkPaths(paths: readonly string[], { model, base: given, report: file, shacl }: CheckOptions): Promise<Checked> {
  const inputs = await findInputs(paths)
  if (inputs.length === 0) throw new Error(`there is nothing to check in ${paths.join(' ')}`)
  const base = given ?? await decideBase(inputs)
  const fault = baseFault(base)
  if (fault) throw new Error(`the base ${base} cannot be used: ${fault}`)
  const shapes = shacl === undefined ? undefined : await readShapes(shacl, model)
  const report = createReport(file)
  try {
    return { report, files: inputs.length, records: await examine(inputs, { model, base, report, shapes }) }
  } finally {
    report.close()
  }
}

interface Kept { readonly model: Model; readonly base: string; readonly report: Report; readonly shapes?: Shapes }

/** @returns the number of records */
async function examine(inputs: readonly Input[], { model, base, report, shapes }: Kept): Promise<number> {
  const seen = new Map<string, Origin | undefined>()
  const twice = new Set<string>()
  const examiner = createExaminer(model, report, (iri, origin) => {
    const print = fingerprint(iri)
    if (seen.has(print)) twice.add(iri)
    else seen.set(print, shapes && { file: origin.file, line: origin.line })
  })
  try {
    const assembler = createAssembler({
      model, write: (nquads) => shapes?.add(nquads),
      warn: (kind, origin, id, path, message, right) => report.add({ kind, file: origin?.file ?? '', line: origin?.line, id, path: path.join('.'), message, right }),
    })
    await readInputs(inputs, { model, base, assembler, report, examiner }, () => undefined)
    const toQuads = createWriter(model)
    for (const { part, quads } of assembler.finish().late) shapes?.add(quads ?? toQuads(part))
    if (twice.size > 0) await compareTwice(inputs, twice, { model, base, report })
    await examiner.finish()
    await shapes?.validate((iri) => seen.get(fingerprint(iri)), (finding) => report.add(finding))
    return examiner.records
  } finally {
    examiner.close()
  }
}

/** Reads again those records of which there are several, and tells where they differ. */
async function compareTwice(inputs: readonly Input[], twice: ReadonlySet<string>, { model, base, report }: Kept): Promise<void> {
  const first = new Map<string, Part>()
  const nothing = (): void => {}
  const record: Assembler['record'] = (part, { file, line }) => {
    if (!twice.has(part.iri)) return
    const key = `${'path' in part.of ? part.of.path : ''} ${part.iri}`
    const known = first.get(key)
    const fields = !known ? part.fields : unite(fieldsOf(part.of), known.fields, part.fields, (path, kept, dropped) => report.add({
      kind: 'copies-differ', file, line, id: part.iri, path: path.join('.'),
      message: `differs between records: ${JSON.stringify(kept)} is kept, ${JSON.stringify(dropped)} is not`,
    }))
    first.set(key, { ...part, fields })
  }
  const assembler: Assembler = { record, part: nothing, refer: nothing, triples: nothing, finish: () => ({ late: [] }), masks: new Map() }
  await readInputs(inputs, { model, base, assembler, report: createReport() }, () => undefined)
}
