/** Validates each record that is read with the JSON Schema of its type. */

import type { Model } from '../model/model.ts'
import { createJsonSchemaValidator } from '../record/json/schema-validator.ts'
import { isEntity } from '../record/rdf/stored.ts'
import type { RecordPlace } from './merge/part.ts'
import type { RecordListener } from './apply-records.ts'

export interface RecordValidator extends RecordListener {
  /** How many records were read. */
  readonly records: number
}

interface ValidatorOptions {
  readonly model: Model
  /** Called for each top-level record. */
  onRecord?(iri: string, origin: RecordPlace): void
}

export function createRecordValidator({ model, onRecord }: ValidatorOptions): RecordValidator {
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
