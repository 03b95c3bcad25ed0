/** What is done beyond reading: each record is validated with its JSON Schema. */

import type { Model } from '../model/model.ts'
import { createJsonSchemaValidator } from '../record/json/schema-validator.ts'
import { isEntity } from '../record/rdf/stored.ts'
import type { Origin } from './merge/part.ts'
import type { Examiner } from './read.ts'

export interface Examination extends Examiner {
  /** How many records were read. */
  readonly records: number
}

interface Examining {
  readonly model: Model
  /** Called for each top-level record. */
  onRecord?(iri: string, origin: Origin): void
}

export function createExaminer({ model, onRecord }: Examining): Examination {
  const validate = createJsonSchemaValidator(model)
  let records = 0
  return {
    get records() {
      return records
    },
    record(record, { iri, subjectType }, origin, warned, warn) {
      records++
      if (!isEntity(subjectType)) return
      validate(record, subjectType, warned, warn)
      onRecord?.(iri, origin)
    },
  }
}
