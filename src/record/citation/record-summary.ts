/** A record in a line, as choices of records show it: its title, and what distinguishes it from others. */

import { itemsOf, type Json } from '../../model/values/json.ts'
import { writtenYear } from '../../model/values/dates.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { plainText, selectValues } from './field-values.ts'
import { nameOf } from './naming.ts'

export interface RecordSummary {
  readonly local_identifier: string
  readonly entity_type: string
  /** What readers call it. */
  readonly label: string
  /** What kind of record it is, who made it, where and when. */
  readonly description: string
}

const MAX_CREATORS = 2
/** Characters of one of their names. */
const MAX_NAME = 80

const shortName = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).toWellFormed()}…` : name

function creatorsOf(record: Json, { fields, display }: EntityType, model: Model, most: number): string[] {
  const creators = display?.byline ? [...selectValues(record, fields, display.byline)] : []
  const names = creators.slice(0, most).flatMap((maker) => shortName(plainText(maker, model)) || [])
  if (names.length === 0) return []
  return [names.join(', ') + (creators.length > most ? ` and ${creators.length - most} more` : '')]
}

/** @param most of those who made it that are named */
export function summarise(record: Json, type: EntityType, model: Model, most = MAX_CREATORS): RecordSummary {
  const { display } = type
  const iri = record.local_identifier as string
  const kinds = display?.subtype === undefined ? [] : itemsOf(record[display.subtype]).map(String)
  const facts = (display?.summary ?? []).flatMap((selection) => {
    const [found] = selectValues(record, type.fields, selection)
    if (!found) return []
    const text = plainText(found, model)
    return [found.field.kind === 'date' ? writtenYear(text) : text]
  })
  const parts = [type.label, ...kinds, ...creatorsOf(record, type, model, most), ...facts]
  return {
    local_identifier: iri,
    entity_type: type.name,
    label: nameOf(record, type, { model }),
    description: parts.filter(Boolean).join(' · '),
  }
}
