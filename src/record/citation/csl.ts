/**
 * Records as reference managers read them: CSL JSON (type, pages, names, dates), by the rows
 * (https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html).
 */

import { cslDates, cslNames } from '../../model/check/csl.ts'
import { uniqueBy } from '../../model/conversion/json.ts'
import { itemsOf, type Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import type { Citation, EntityType, Notice } from '../../model/rows/row.ts'
import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import { isPersonName, readPersonName } from '../naming/title.ts'
import { kindNames } from '../naming/name-of-record.ts'
import { preferredText, plainText, selectValues, type FieldValue } from '../naming/field-values.ts'

export interface FoundNotice extends Omit<Notice, 'selection' | 'kind' | 'referredBy'> {
  /** What was found. */
  readonly value: string
}

/** The notices for which the record has a value, the first of each label. */
export const noticesIn = (record: Json, { fields, display }: EntityType, model: Model): FoundNotice[] => {
  const found = (display?.notices ?? []).flatMap(({ selection, kind: _, referredBy: __, ...notice }) => {
    const [first] = selection ? selectValues(record, fields, selection) : []
    const value = first && notice.text?.includes('{value}') ? plainText(first, model) : ''
    return first ? [{ ...notice, value }] : []
  })
  return uniqueBy(found, ({ label }) => label)
}

/** What citations say of it: `Retracted 2022-09-26`; undefined where it has no warning. */
function warningOf(record: Json, type: EntityType, model: Model): string | undefined {
  const warnings = noticesIn(record, type, model).filter(({ level }) => level === 'warning')
  return warnings.map(({ label, value }) => `${label} ${value}`.trim()).join('; ') || undefined
}

export interface CslName {
  readonly family?: string
  readonly given?: string
  readonly literal?: string
}
export interface CslDate {
  readonly 'date-parts'?: readonly [readonly number[]]
  readonly literal?: string
}

/** An item of CSL JSON. */
export type CslItem = Readonly<Record<string, string | readonly CslName[] | CslDate>> & {
  readonly id: string
  readonly type: string
}

/** Whether records of the type can be cited themselves. */
export const isCitable = ({ kinds }: EntityType): boolean => kinds !== undefined

/** A year, a month or a day; anything else as its text. */
function dateOf(text: string): CslDate {
  const [, ...parts] = /^(-?\d{4,})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?$/.exec(text) ?? []
  return parts.length > 0
    ? { 'date-parts': [parts.filter((part) => part !== undefined).map(Number)] }
    : { literal: text }
}

/** The ends of an interval, such as the first and last page; undefined for any other value. */
function endsOf({ value, field }: FieldValue): string[] | undefined {
  if (field.kind !== 'object' || !field.interval) return undefined
  return [...new Set(field.interval.flatMap((key) => (value as Json)[key] ?? []).map(String))]
}

/** A text without line breaks and control characters. */
export const singleLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A hyphen that is part of a page, as in S-12, and does not stand between two numbers. */
const HYPHEN_IN_PAGE = /\D-|-\D/

/**
 * The variable, and `page-first` where a hyphen in a page could be taken for that of the range: CSL JSON writes
 * the pages S-12 to S-19 as one text.
 */
function rangeOf(name: string, ends: readonly string[]): Json {
  const isAmbiguous = ends.some((end) => HYPHEN_IN_PAGE.test(end))
  const range = { [name]: ends.join(isAmbiguous ? '–' : '-') }
  return isAmbiguous ? { ...range, [`${name}-first`]: ends[0] } : range
}

/** The first and the last page of an item: none, one, or both. */
export function pagesOf(item: Json): readonly string[] {
  const { page = '', 'page-first': first } = item as { page?: string; 'page-first'?: string }
  const ends = first === undefined ? page.split(/\s*[-–—]+\s*/) : [first, page.slice(first.length + 1)]
  return (ends.length > 2 ? [page] : ends).filter(Boolean)
}

/** Texts of which the type does not say where they appeared. */
const ANYWHERE: readonly string[] = ['article', 'document', 'review']

/** The type of an item; such a text with a volume is an article in a journal. */
export const citedType = ({ type, volume, 'container-title': container }: CslItem): string =>
  ANYWHERE.includes(type) && container && volume ? 'article-journal' : type

/** The values of the first place that has some. */
function valuesOf(record: Json, { fields }: EntityType, places: Citation['variables'][string]): FieldValue[] {
  for (const place of [places].flat()) {
    const found = [...selectValues(record, fields, place)]
    if (found.length > 0) return found
  }
  return []
}

function nameOf(agentValue: FieldValue, model: Model): CslName {
  const agent = (
    typeof agentValue.value === 'object' && agentValue.value !== null ? agentValue.value : {}
  ) as Json
  const type = model.typeNamed(String(agent.entity_type))
  const { literal, ...parts } = Object.fromEntries(
    Object.entries(type?.citation?.variables ?? {}).flatMap(([name, places]) => {
      const [first] = type ? valuesOf(agent, type, places) : []
      return first ? [[name, plainText(first, model)]] : []
    }),
  ) as CslName
  if (parts.family !== undefined) return parts
  const whole = literal ?? parts.given ?? plainText(agentValue, model)
  const isPerson = type?.hasPersonNames || isPersonName(whole)
  return (isPerson && readPersonName(whole)) || { literal: whole }
}

/** Someone of whom no name is known is left out: an id is no name. */
const isNamed = ({ family, literal }: CslName): boolean => Boolean(family ?? literal)

/** An address that reference managers may offer as a link: no `javascript:`, `data:` and the like. */
const ADDRESS = /^(?:(?:https?|ftp):\/\/|[^:]*$)/i

/** A variable of an item, and what goes with it; nothing where the record has no value. */
function variableOf(name: string, values: readonly FieldValue[], model: Model): Json {
  const isUrl = name === 'URL'
  const [first] = isUrl ? values.filter((one) => ADDRESS.test(plainText(one, model))) : values
  if (!first) return {}
  if (cslNames.has(name)) {
    const names = values.map((value) => nameOf(value, model)).filter(isNamed)
    return names.length > 0 ? { [name]: names } : {}
  }
  const ends = endsOf(first)
  if (ends) return ends.length > 0 ? rangeOf(name, ends) : {}
  const text = plainText(first, model)
  return text ? { [name]: cslDates.has(name) ? dateOf(text) : text } : {}
}

const variablesOf = (record: Json, type: EntityType, model: Model): Json =>
  Object.assign(
    {},
    ...Object.entries(type.citation?.variables ?? {}).map(([name, places]) =>
      variableOf(name, valuesOf(record, type, places), model),
    ),
  ) as Json

/** A record once for each of its forms, with that form alone. */
function expandVersions(record: Json, { citation }: EntityType): Json[] {
  const forms = itemsOf(citation?.versions === undefined ? undefined : record[citation.versions])
  return forms.length > 1
    ? forms.map((form) => ({ ...record, [citation?.versions as string]: [form] }))
    : [record]
}

/** Types of items that have versions; what some sources call so are copies of one text. */
const VERSIONED: readonly string[] = ['software', 'dataset']
const COPY = /^(?:submitted|accepted|published)Version$/

function itemOf(record: Json, type: EntityType, model: Model): CslItem {
  const itemType = kindNames(record, type)?.csl ?? 'document'
  const items = expandVersions(record, type).map((form) => {
    const { version, ...variables } = variablesOf(form, type, model)
    const isVersion = VERSIONED.includes(itemType) && !COPY.test(String(version))
    return isVersion && version !== undefined ? { ...variables, version } : variables
  })
  const variableCount = (item: Json): number => Object.keys(item).length
  const best = items.reduce((a, b) => (variableCount(b) > variableCount(a) ? b : a))
  const title = record[type.labelFields[0] as string]
  const { language } = (typeof title === 'object' && title !== null && preferredText(title as Json)) || {
    language: 'none',
  }
  const note = warningOf(record, type, model)
  return {
    id: String(record.local_identifier),
    type: itemType,
    ...best,
    ...(language !== 'none' && { language }),
    ...(note !== undefined && { note }),
  }
}

/** What a key is made of: Latin letters without their marks, digits. */
const plain = (text: string): string => text.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')

/** `wilkinson2016fair`: the first name, the year, the first long word of the title. */
function keyOf({ author, issued, title = '' }: Json): string {
  const [first] = (author ?? []) as readonly CslName[]
  const name = plain(first?.family ?? first?.literal?.split(' ')[0] ?? '')
  const year = (issued as CslDate | undefined)?.['date-parts']?.[0][0] ?? ''
  const word =
    String(title)
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .map(plain)
      .find(({ length }) => length > 3) ?? ''
  return `${name}${year}${word}`.toLowerCase() || 'item'
}

/**
 * Records of a type as items, each with a key of its own (`citation-key`), in their order.
 * @param used how often each key is in use; the keys of these items are added
 */
export function toCsl(
  records: readonly Json[],
  type: EntityType,
  model: Model,
  used = new Map<string, number>(),
): CslItem[] {
  return records.map((record) => {
    const item = itemOf(record, type, model)
    const key = keyOf(item)
    const times = used.get(key) ?? 0
    used.set(key, times + 1)
    const citationKey = times === 0 ? key : `${key}-${times + 1}`
    return { ...item, ...(isGeneratedId(item.id) && { id: citationKey }), 'citation-key': citationKey }
  })
}
