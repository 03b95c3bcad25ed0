/** What is done beyond reading: shapes, references without a record, ids that have two. */

import type { Model } from '../model/model.ts'
import { createShapeExaminer } from '../record/shape.ts'
import { isEntity } from '../record/stored.ts'
import type { Origin } from './assemble.ts'
import type { Examiner } from './read.ts'
import { createReferences } from './references.ts'
import type { Report } from './report.ts'

export interface Examination extends Examiner {
  /** How many records were read. */
  readonly records: number
  /** Tells of the references that lead nowhere. */
  finish(): Promise<void>
  close(): void
}

/** @param onRecord called for each record that stands by itself */
export function createExaminer(model: Model, report: Report, onRecord: (iri: string, origin: Origin) => void = () => {}): Examination {
  const shape = createShapeExaminer(model)
  const references = createReferences()
  let records = 0
  return {
    get records() { return records },
    record(record, part, origin, told, warn) {
      records++
      if (!isEntity(part.of)) return
      shape(record, part.of, told, warn)
      if (Object.keys(part.fields).length > 0) references.has(part.iri)
      onRecord(part.iri, origin)
    },
    part({ iri, of, fields }, from) {
      if (!isEntity(of)) return
      if (Object.keys(fields).length > 0) references.has(iri)
      else references.refer(iri, [of.name], from)
    },
    refer: references.refer,
    finish: () => references.finish((finding, of) => {
      report.add(finding)
      report.count(`ids of type ${of.join(' or ')} that are referred to and have no record`)
    }),
    close: references.close,
  }
}
