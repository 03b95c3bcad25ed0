/** A record in a line, as choices of records show it: its title, and what distinguishes it from others. */

import type { Json } from '../../model/values/json.ts'
import { writtenYear } from '../../model/values/dates.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import { ownIdentifiers, plainText, selectValues, type FieldValue } from './field-values.ts'
import { kindLabels, englishNames, nameOf, type NamingLanguage } from './name-of-record.ts'

export interface RecordSummary {
  readonly local_identifier: string
  readonly entity_type: string
  /** What readers call it. */
  readonly label: string
  /** What kind of record it is, who made it, where and when. */
  readonly description: string
}

/** What is told of records by those that refer to them: their affiliations, years, how many works; by `factsKey`. */
export type FactsByRecord = ReadonlyMap<string, readonly string[]>

export const factsKey = (type: EntityType, iri: string): string => `${type.name} ${iri}`

/** What is known where a record is named. */
interface SummaryContext {
  readonly model: Model
  readonly factsByRecord?: FactsByRecord
  /** Absent: English. */
  readonly locale?: NamingLanguage
}

const MAX_CREATORS = 2
/** Characters of one of their names. */
const MAX_NAME = 80

const shortName = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).toWellFormed()}…` : name

function creatorsOf(
  record: Json,
  { fields, display }: EntityType,
  { model, locale = englishNames }: SummaryContext,
): string[] {
  const creators = display?.byline ? [...selectValues(record, fields, display.byline)] : []
  const names = creators.slice(0, MAX_CREATORS).flatMap((maker) => shortName(plainText(maker, model)) || [])
  if (names.length === 0) return []
  return [
    names.join(', ') +
      (creators.length > MAX_CREATORS
        ? ` ${locale.andMore(String(creators.length - MAX_CREATORS), true)}`
        : ''),
  ]
}

function summaryText(found: FieldValue, { model, locale = englishNames }: SummaryContext): string {
  const { field } = found
  const text = plainText(found, model)
  if (field.kind === 'date') return writtenYear(text)
  if (field.kind === 'vocabTerm') return locale.translate(text)
  return field.kind === 'string' && field.codeList !== undefined
    ? locale.codeName(text, field.codeList)
    : text
}

export function summarise(record: Json, type: EntityType, context: SummaryContext): RecordSummary {
  const { model, factsByRecord, locale = englishNames } = context
  const { display } = type
  const iri = record.local_identifier as string
  const kinds = kindLabels(record, type, locale)
  const facts = (display?.summary ?? []).flatMap((selection) => {
    const [found] = selectValues(record, type.fields, selection)
    return found && !holdsIdentifiers(found.field) ? [summaryText(found, context)] : []
  })
  const identifiers = ownIdentifiers(record, type, model).map(({ value }) => value)
  const others = factsByRecord?.get(factsKey(type, iri)) ?? []
  const parts = [
    locale.translate(type.label),
    ...kinds,
    ...creatorsOf(record, type, context),
    ...facts,
    ...others,
    ...identifiers.slice(0, 1),
  ]
  return {
    local_identifier: iri,
    entity_type: type.name,
    label: nameOf(record, type, { model, locale }),
    description: parts.filter(Boolean).join(' · '),
  }
}
