/** What readers call a record, title or not: never by an id that was made for it; and its kind, as its rows tell it. */

import { uniqueBy } from '../../model/conversion/json.ts'
import { codeName, type CodeList } from '../../model/values/codes.ts'
import { decodePercent } from '../../model/values/text.ts'
import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import { kindBy, wordOfClass } from '../../model/rows/kinds.ts'
import type { EntityType, KindNames, Selection } from '../../model/rows/row.ts'
import {
  identifierIn,
  identifiersIn,
  selectValues,
  type FieldValue,
  type Identifier,
} from './field-values.ts'
import { titleOf } from './title.ts'

/** How a language names what has no name. */
export interface NamingTexts {
  /**
   * The name of a record without title.
   * @param label what kind of record it is, as a heading has it; absent where that is not known
   */
  unnamed(isPerson: boolean, label?: string): string
  /** The name of a record of which only the address is known. */
  at(host: string, label: string): string
  /** How many stand behind those who are named. */
  andMore(count: string, isOfPeople?: boolean): string
}

/** How a language names records and says what they are. */
export interface NamingLanguage extends NamingTexts {
  /** What it says in place of an English text of a row. */
  translate(text: string): string
  /** Name of a country or currency; the text itself where it is no code. */
  codeName(code: string, list: CodeList): string
}

export const englishTexts: NamingTexts = {
  unnamed: (isPerson, label) =>
    [isPerson ? 'Unnamed' : 'Untitled', label?.toLowerCase()].filter(Boolean).join(' '),
  at: (host, label) => `${label} on ${host}`,
  andMore: (count) => `and ${count} more`,
}

export const englishNames: NamingLanguage = {
  ...englishTexts,
  translate: (text) => text,
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

/** `Grant 656327`, `Grant of the Swiss National Science Foundation`: how the rows name a record without title. */
function nameByRows(record: Json, type: EntityType, context: NamingContext): string | undefined {
  for (const { text, ...selection } of type.labelsWithoutTitle ?? []) {
    for (const { value, field } of selectValues(record, type.fields, selection)) {
      const title = field.kind === 'reference' ? titleOfValue(value, context) : String(value)
      const own = (context.locale ?? englishNames).translate(text)
      if (title !== undefined) return own.replace('{value}', () => title.replace(/^The /, ''))
    }
  }
  return undefined
}

/** The title of what a record names. */
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
  const known = identifier ?? (isGeneratedId(iri) ? undefined : bareIdentifier(iri, model))
  if (known !== undefined) return [schemeName(known.scheme), known.value].filter(Boolean).join(' ')
  if (isGeneratedId(iri))
    return locale.unnamed(type?.hasPersonNames ?? false, type && locale.translate(type.label))
  if (iri.startsWith(base)) return iri.slice(base.length)
  return type && /^https?:/.test(iri) && URL.canParse(iri)
    ? locale.at(hostOf(iri), locale.translate(type.label))
    : iri
}

export const hostOf = (address: string): string => new URL(address).host.replace(/^www\./, '')

/** The identifier that an IRI is, as people write it: the DOI of an address of doi.org; undefined if it is none. */
export function bareIdentifier(iri: string, { identifiers }: Model): Omit<Identifier, 'url'> | undefined {
  const entity = identifiers.readIri(iri)
  const [scheme, row] =
    Object.entries(identifiers.rows).find(([name, { resolver, prefixes }]) =>
      entity
        ? name === entity.scheme
        : resolver && iri.startsWith(resolver) && prefixes.includes('') && identifiers.read(name, iri),
    ) ?? []
  return scheme === undefined
    ? undefined
    : { scheme, value: decodePercent((entity?.canonical ?? iri).slice(row?.resolver?.length)) }
}

interface LabelledValue {
  readonly value: string
  readonly label: string
}

/** Of things with one name, such as a domain and a field of research, readers see the first; of persons all. */
export function eachNameOnce<V extends LabelledValue>(
  values: readonly V[],
  { typesOf }: { typesOf(iri: string): readonly EntityType[] },
): V[] {
  const first = new Set(uniqueBy(values, ({ label }) => label))
  return values.filter((one) => first.has(one) || typesOf(one.value)[0]?.hasPersonNames)
}

/** Names of identifier schemes that are not just the word in capitals. */
const SCHEME_NAMES: Readonly<Record<string, string>> = {
  arxiv: 'arXiv',
  crossref: 'Crossref',
  eissn: 'eISSN',
  fundref: 'FundRef',
  handle: 'Handle',
  lissn: 'ISSN-L',
  openaire: 'OpenAIRE',
  openalex: 'OpenAlex',
  opendoar: 'OpenDOAR',
  url: '',
  wikidata: 'Wikidata',
}

/** What people call an identifier scheme; a word that is no plain abbreviation stays as it is. */
export const schemeName = (scheme: string): string =>
  SCHEME_NAMES[scheme] ?? (/^[a-z]{2,6}$/.test(scheme) ? scheme.toUpperCase() : scheme)

/** A value as rows know it: a class by its last segment and its labels, an entity by its id. */
function wordsOf({ value, field }: FieldValue): readonly string[] {
  if (!isObject(value)) return [String(value)]
  if (field.kind !== 'labelledClass') return [String(value.local_identifier)]
  const { class: iri, ...rest } = value
  const labels = Object.entries(field.fields).flatMap(([key, { kind }]) =>
    kind === 'langString' && isObject(rest[key]) ? Object.values(rest[key]).map(String) : [],
  )
  return iri === undefined ? labels : [wordOfClass(String(iri)), ...labels]
}

/** The word of the filter `cf.kind` for a record; undefined where its type has no kinds. */
export const kindOf = (record: Json, { kinds, fields }: EntityType): string | undefined =>
  kinds && kindBy(kinds, (path) => selectValues(record, fields, { path: path.split('.') }).flatMap(wordsOf))

/** What the kind of a record is called. */
export const kindNames = (record: Json, type: EntityType): KindNames | undefined =>
  type.kinds?.names[kindOf(record, type) ?? '']

/** Where an address leads: a repository by its name, or else a host; undefined where it is the publisher's. */
export function placeOf(
  address: string,
  record: Json,
  type: EntityType,
  context: NamingContext,
): string | undefined {
  const { reading } = type.display ?? {}
  if (!reading) return undefined
  const { forms, venue, host } = reading
  const valuesIn = (some: readonly unknown[], selection: Selection): FieldValue[] =>
    selectValues({ [forms]: some }, type.fields, selection)
  const all = itemsOf(record[forms])
  const inForm = { path: [forms, ...reading.address.path] }
  // Of several forms the one that has the address.
  const own = all.filter((form) =>
    valuesIn([form], inForm).some(
      ({ value, field }) => identifierIn(value, field, context.model)?.url === address,
    ),
  )
  const hosts = valuesIn(own.length > 0 ? own : all, host)
  const [name, ...others] = new Set(hosts.map(({ value }) => titleOfValue(value, context)))
  const isDeposited = reading.deposited.includes(kindOf(record, type) ?? '')
  if (name !== undefined && others.length === 0 && (isDeposited || valuesIn(all, venue).length === 0))
    return name
  return isDeposited || !context.model.identifiers.readIri(address) ? hostOf(address) : undefined
}

/** What kind of record it is, for people. */
export function kindLabels(record: Json, type: EntityType, { translate }: NamingLanguage): string[] {
  const names = kindNames(record, type)
  if (names) return [translate(names.label)]
  const subtype = type.display?.subtype
  return subtype === undefined ? [] : itemsOf(record[subtype]).map((term) => translate(String(term)))
}
