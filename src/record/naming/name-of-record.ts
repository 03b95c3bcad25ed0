/** What readers call a record, title or not: never by an id that was made for it. */

import { codeName, type CodeList } from '../../model/values/codes.ts'
import { isGeneratedId } from '../../model/values/generated-ids.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { decodePercent } from '../../model/values/percent-encoding.ts'
import { identifiersIn, selectValues } from './field-values.ts'
import { titleOf } from './title.ts'

/** How a language names records and says what they are. */
export interface NamingLanguage {
  /** What it says in place of an English text of a row. */
  translate(text: string): string
  /**
   * The name of a record without title.
   * @param label what kind of record it is, as a heading has it; absent where that is not known
   */
  unnamed(isPerson: boolean, label?: string): string
  /** How many stand behind those who are named. */
  andMore(count: string): string
  /** Name of a country or currency; the text itself where it is no code. */
  codeName(code: string, list: CodeList): string
}

export const englishNames: NamingLanguage = {
  translate: (text) => text,
  unnamed: (isPerson, label) =>
    [isPerson ? 'Unnamed' : 'Untitled', label?.toLowerCase()].filter(Boolean).join(' '),
  andMore: (count) => `and ${count} more`,
  codeName: (code, list) => codeName(code, list),
}

/** What is known of the graph in which a record is named. */
export interface NamingContext {
  /** Absent: English. */
  readonly locale?: NamingLanguage
  readonly model: Model
  /** Ids below it are shown without it. */
  readonly base?: string
  /** Records to which others refer by id alone. */
  readonly namedRecords?: ReadonlyMap<string, Json> | undefined
}

/** `Grant of the Swiss National Science Foundation`: by what the rows name a record that has no title. */
function nameByRows(record: Json, type: EntityType, context: NamingContext): string | undefined {
  for (const { text, ...selection } of type.labelsWithoutTitle ?? []) {
    for (const { value } of selectValues(record, type.fields, selection)) {
      const title = titleOfValue(value, context)
      const own = (context.locale ?? englishNames).translate(text)
      if (title !== undefined) return own.replace('{value}', () => title.replace(/^The /, ''))
    }
  }
  return undefined
}

/** The title of what a record names, or a text. */
function titleOfValue(value: unknown, { model, namedRecords }: NamingContext): string | undefined {
  const id = isObject(value) ? value.local_identifier : value
  const record = namedRecords?.get(String(id)) ?? value
  return isObject(record) ? titleOf(record, model.typeNamed(String(record.entity_type))) : undefined
}

/**
 * What readers call a record or a reference to one: its title; what the rows make of its values; its identifier.
 * An id that was made for it says nothing to people, and is never shown.
 */
export function nameOf(record: Json, type: EntityType | undefined, context: NamingContext): string {
  const title = titleOf(record, type) ?? (type && nameByRows(record, type, context))
  if (title !== undefined) return title
  const { model, base = '', locale = englishNames } = context
  const iri = String(record.local_identifier)
  const [identifier] = identifiersIn(record, type, model)
  const known = identifier?.value ?? bareIdentifier(iri, model)
  const isPerson = type?.hasPersonNames ?? false
  if (known !== undefined) return `${locale.unnamed(isPerson)} (${known})`
  if (isGeneratedId(iri)) return locale.unnamed(isPerson, type && locale.translate(type.label))
  return iri.startsWith(base) ? iri.slice(base.length) : iri
}

/** The identifier that an IRI is: the DOI of an address of doi.org; undefined if it is none. */
function bareIdentifier(iri: string, { identifiers }: Model): string | undefined {
  const found = identifiers.readIri(iri)
  return found && decodePercent(found.canonical.slice(identifiers.rows[found.scheme]?.resolver?.length))
}
