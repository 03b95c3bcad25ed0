/** Reading and checking without a store: everything that is wrong with what PATHs hold. */

import { readFile } from 'node:fs/promises'
import type { Command } from '../console/command.ts'
import type { Model } from '../model/model.ts'
import { digest } from '../record/rdf/stored.ts'
import { baseFor } from './base.ts'
import { build } from './build.ts'
import { createChunkFiles } from './merge/chunks.ts'
import { createRecordValidator } from './record-validator.ts'
import { findInputs } from './input/find-inputs.ts'
import type { Input } from './input/recognise-files.ts'
import { createReport, excludeReport, type Report } from './validate/report.ts'
import type { Finding } from '../findings/kinds.ts'
import type { RecordPlace } from './merge/part.ts'
import { RECORD, type Mask } from '../search-index/query/entity-index.ts'
import { createTemporaryDirectory } from './prepared/staging-directory.ts'

/** Shapes that the graph is to have. */
export interface Shapes {
  /** Takes the N-Quads of subjects; they stay in memory. */
  add(nquads: string): void
  /** Validates what was added. @param placeOf file and line of the record of an IRI */
  validate(
    placeOf: (iri: string) => Pick<Finding, 'file' | 'line'> | undefined,
    add: (finding: Finding) => void,
  ): Promise<void>
}

export interface CheckOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share, if there is one. */
  readonly base?: string
  /** File that gets every finding, as JSON Lines. */
  readonly report?: string
  readonly shapes?: Shapes | undefined
}

/** What a tool brings to a check. */
export interface CheckTool {
  readonly checkUrl?: Command['run']
  /** Reads a Turtle file of SHACL shapes. */
  readonly readShapes?: (file: string, model: Model) => Promise<Shapes>
}

export interface Checked {
  readonly report: Report
  readonly files: number
  /** Whether the inputs state a base, or it is given: `load` needs one. */
  readonly hasBase: boolean
  /** Records that were read. */
  readonly records: number
  /** Entities that would have a record: also those of which others say something. */
  readonly entities: number
  /** How tables are read, as --map takes it, by file. */
  readonly maps: ReadonlyMap<string, string>
}

/** The base of a check of inputs that state none: a check writes nothing. */
const NO_BASE = 'https://no-base.example/'

/** @throws Error if a path does not exist, the inputs state several bases, or the report cannot be written */
export async function checkPaths(
  paths: readonly string[],
  { model, base: givenBase, report: file, shapes }: CheckOptions,
): Promise<Checked> {
  const inputs = excludeReport(file, await findInputs(paths))
  if (inputs.length === 0) throw new Error(`there is nothing to check in ${paths.join(' ')}`)
  const base = await baseFor(inputs, givenBase, model, NO_BASE)
  const report = createReport(file)
  const directory = createTemporaryDirectory()
  try {
    return {
      report,
      files: inputs.length,
      hasBase: base !== NO_BASE,
      ...(await examine(inputs, { model, base, report, shapes, folder: directory.folder })),
    }
  } finally {
    directory.close()
    report.close()
  }
}

interface Checking {
  readonly model: Model
  readonly base: string
  readonly report: Report
  readonly shapes: Shapes | undefined
  readonly folder: string
}

async function examine(
  inputs: readonly Input[],
  { model, base, report, shapes, folder }: Checking,
): Promise<Pick<Checked, 'records' | 'entities' | 'maps'>> {
  let entities = 0
  const maps = new Map<string, string>()
  const places = new Map<string, RecordPlace>()
  const examiner = createRecordValidator({
    model,
    onRecord: (iri, { file, line }) => {
      if (shapes) places.set(digest(iri), { file, line })
    },
  })
  const { sink, files } = createChunkFiles(folder)
  const onEntity = (_: string, mask: Mask): void => {
    if (mask & RECORD) entities++
  }
  await build(inputs, {
    model,
    base,
    report,
    sink,
    folder,
    examiner,
    onEntity,
    onMap: (file, map) => maps.set(file, map),
  })
  if (shapes) {
    for (const file of files()) shapes.add(await readFile(file, 'utf8'))
    await shapes.validate(
      (iri) => places.get(digest(iri)),
      (finding) => report.add(finding),
    )
  }
  return { records: examiner.records, entities, maps }
}
