/** What is done beyond reading: shapes, references without a record, ids that have two. */

import type { Model } from '../../model/model.ts'
import { createJsonSchemaValidator } from '../../record/json/schema-validator.ts'
import { isEntity } from '../../record/stored.ts'
import type { Origin } from '../merge/assemble.ts'
import type { Examiner } from '../read.ts'
import { createReferences } from '../merge/references.ts'
import type { Report } from './report.ts'

export interface Examination extends Examiner {
  /** How many records were read. */
  readonly records: number
  /** Tells of the references that lead nowhere. */
  finish(isRecord: (iri: string) => boolean): void
}

interface Examining {
  readonly model: Model
  readonly report: Report
  /** For what has to wait until all is read. */
  readonly folder: string
  /** Called for each record that stands by itself. */
  onRecord?(iri: string, origin: Origin): void
}

export function createExaminer({ model, report, folder, onRecord }: Examining): Examination {
  const shape = createJsonSchemaValidator(model)
  const references = createReferences(folder)
  let records = 0
  return {
    get records() {
      return records
    },
    record(record, part, origin, told, warn) {
      records++
      if (!isEntity(part.subjectType)) return
      shape(record, part.subjectType, told, warn)
      onRecord?.(part.iri, origin)
    },
    refer: references.add,
    finish(isRecord) {
      for (const { finding, of } of references.missing(isRecord)) {
        report.add(finding)
        report.count(`ids of type ${of.join(' or ')} that are referred to and have no record`)
      }
    },
  }
}
