// Files → the records that a server would show, read by the loader, without a store.

import { readFileSync } from 'node:fs'
import { build } from '../../src/load/build.ts'
import { createChunkFiles } from '../../src/load/merge/chunks.ts'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { createReport } from '../../src/load/validate/report.ts'
import { createFramer, type Json } from '../../src/record/json/frame.ts'
import { scanTriples, withoutRepetitions } from '../../src/record/rdf/triples.ts'
import { typesIn } from '../../src/search-index/query/entity-index.ts'
import { model } from './model.ts'
import { temporaryFolder } from './folders.ts'

/** The records of files by `type IRI`. */
export async function framedRecords(paths: readonly string[], base: string): Promise<Map<string, Json>> {
  const folder = temporaryFolder()
  const report = createReport()
  try {
    const { sink, files } = createChunkFiles(folder)
    const masks = new Map<string, number>()
    await build(await findInputs(paths), {
      model,
      base,
      report,
      sink,
      folder,
      onEntity: (iri, mask) => void masks.set(iri, mask),
    })
    const quads = files().map((file) => readFileSync(file, 'utf8'))
    const nodes = withoutRepetitions(scanTriples(quads.join('').replace(/ <[^<>]*> \.$/gm, ' .')))
    const frame = createFramer(model, base)
    const records = new Map<string, Json>()
    for (const [subject] of nodes) {
      const iri = subject.slice(1, -1)
      for (const type of typesIn(model, masks.get(iri) ?? 0))
        records.set(`${type.name} ${iri}`, frame({ iri, nodes }, type))
    }
    return records
  } finally {
    report.close()
  }
}
