/** The page of an entity: what it is, what is known of it, what refers to it, and its other forms. */

import { itemsOf, type Json } from '../../../model/values/json.ts'
import type { EntityType, Field } from '../../../model/rows/row.ts'
import { contextOf } from '../../../record/answer/envelope.ts'
import { summarise } from '../../../record/naming/record-summary.ts'
import { plainTitle } from '../../../model/conversion/plain-title.ts'
import { isCitable } from '../../../record/citation/csl.ts'
import { toSchemaOrg } from '../../../record/citation/schema-org.ts'
import { preferredText, plainText, selectValues } from '../../../record/naming/field-values.ts'
import { nameOf as nameOfRecord } from '../../../record/naming/name-of-record.ts'
import { holdsIdentifiers } from '../../../model/identifier-predicates.ts'
import type { Referrers } from '../../../search-index/query/references.ts'
import { heading } from './heading.ts'
import { alternateLinks, type AlternateFormat } from '../shared/format-links.ts'
import { between, h, type Content } from '../../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { profileSections, type Profile } from './profile-charts.ts'
import type { ReferrerRecords } from './notices.ts'
import { feedLinks, referrers } from './referrers.ts'
import { seriesSection, type SeriesContent } from './series.ts'
import { counted, countedHeading, linkTo } from '../shared/components.ts'
import { readingColumn } from './reading.ts'
import { nameOf, reference } from './reference-links.ts'
import type { PageSite, Site } from '../shared/site.ts'
import { distinct, factRows, facts, inLanguage, otherTexts, renderValue } from './values.ts'

export interface EntityContent {
  readonly record: Json
  readonly type: EntityType
  readonly formats: readonly AlternateFormat[]
  readonly referring: Referrers
  /** The records that refer to it and are shown. */
  readonly referrerRecords: ReferrerRecords
  readonly profiles: readonly Profile[]
  readonly series?: SeriesContent | undefined
  readonly sources: readonly SourceLink[]
}

/** A source from which a record came, and the list of what else did. */
export interface SourceLink {
  readonly label: string
  readonly url: string
}

/** Characters of a record that stand in its page as JSON-LD; a longer one is linked alone. */
const MAX_EMBEDDED_LENGTH = 250_000
/** Times a tag may stand in a page. */
const MAX_TAGS = 100

/** A column for fewer facts would narrow all that stands beside it. */
const MIN_FACTS_BESIDE = 3
/** Characters of chips, with what is around each, that take about two lines. */
const MAX_CHIPS = 150
const AROUND_CHIP = 5

/** Characters of an abstract that a phone shows at once. */
const MAX_ABSTRACT = 1500

const FACT_KINDS: ReadonlySet<Field['kind']> = new Set([
  'string',
  'number',
  'boolean',
  'date',
  'iri',
  'vocabTerm',
  'rdfType',
  'langString',
])

/** The field of the title, and the parts of a name that say no more than it. */
function namesAbove(record: Json, { labelFields }: EntityType): string[] {
  const [first, ...others] = labelFields.filter((key) => record[key] !== undefined)
  if (first === undefined) return []
  const words = (value: unknown): string[] => String(value).split(/[\s,]+/)
  const title = words(record[first])
  const isRepeated = others.every(
    (key) => typeof record[key] === 'string' && words(record[key]).every((word) => title.includes(word)),
  )
  return isRepeated ? [first, ...others] : [first]
}

/** Whether the line below the title says all of a field: identifiers, and one value that is no date. */
const isWholeInLine = (value: unknown, field: Field | undefined): boolean =>
  field !== undefined &&
  (holdsIdentifiers(field) ||
    (field.kind !== 'date' && field.kind !== 'object' && itemsOf(value).length === 1))

/** What stands in the table of facts, and what in a section of its own. Title, kind and lead stand above. */
function splitFields(record: Json, type: EntityType): { table: string[]; sections: string[] } {
  const fieldsAbove = [
    type.display?.subtype,
    type.display?.abstract,
    ...namesAbove(record, type),
    ...(type.display?.summary ?? []).flatMap(({ path: [key = ''] }) =>
      isWholeInLine(record[key], type.fields[key]) ? [key] : [],
    ),
  ]
  const keys = Object.entries(type.fields).filter(
    ([key]) => record[key] !== undefined && !fieldsAbove.includes(key),
  )
  const isFact = (key: string, field: Field): boolean => {
    if (field.kind === 'reference') return itemsOf(record[key]).length === 1
    if (field.kind === 'object') return field.interval !== undefined || holdsIdentifiers(field)
    return FACT_KINDS.has(field.kind)
  }
  return {
    table: keys.filter(([key, field]) => isFact(key, field)).map(([key]) => key),
    sections: keys.filter(([key, field]) => !isFact(key, field)).map(([key]) => key),
  }
}

/** What it is about; in other languages, one step away. */
function lead(record: Json, { display: view }: EntityType, { locale }: Site): Content {
  const map = view?.abstract === undefined ? undefined : (record[view.abstract] as Json | undefined)
  const chosen = map && preferredText(map)
  if (!map || !chosen) return null
  const isLong = chosen.text.length > MAX_ABSTRACT
  return h(
    'section',
    { class: 'lead' },
    h('h2', null, locale.texts.record.abstract),
    isLong && h('input', { type: 'checkbox', id: 'whole', class: 'unseen' }),
    inLanguage('p', chosen.language, chosen.text),
    isLong && h('label', { for: 'whole', class: 'button' }, locale.texts.list.showAll),
    otherTexts(map).map(({ language, text }) =>
      h('details', null, h('summary', null, locale.languageName(language)), inLanguage('p', language, text)),
    ),
  )
}

function sectionBody(value: unknown, field: Field, site: Site): Content {
  if (field.kind === 'nest') {
    return [...factRows(value as Json, field.fields)].map(({ key, field: inner, value: found }) => [
      h('h3', null, site.locale.labelOf(key, inner)),
      asList(found, inner, site),
    ])
  }
  return asList(value, field, site)
}

const asList = (value: unknown, field: Field, site: Site): Content =>
  itemsOf(value).length === 1 && field.kind !== 'reference'
    ? h('div', { class: 'one' }, renderValue(value, field, site))
    : renderValue(value, field, site)

const section = (key: string, record: Json, type: EntityType, site: Site): Content => {
  const { labelOf, number } = site.locale
  const field = type.fields[key] as Field
  const count = distinct(itemsOf(record[key]), field, site).length
  return h(
    'section',
    { id: key },
    h('h2', null, labelOf(key, field), count > 1 && h('span', { class: 'count' }, ` ${number(count)}`)),
    sectionBody(record[key], field, site),
  )
}

/** What a record is about, each name once: about two lines of it, the rest folded. */
function chipList(key: string, record: Json, type: EntityType, site: Site): Content {
  const { labelOf, number, texts } = site.locale
  const field = type.fields[key] as Field
  const named = (item: unknown): unknown =>
    field.kind === 'object' ? (item as Json)[Object.keys(field.fields)[0] as string] : item
  const byName = new Map(
    itemsOf(record[key])
      .map(named)
      .filter((one) => one !== undefined)
      .map((one) => [nameOf(one, site), one] as const),
  )
  let width = 0
  const all = [...byName].map(([name, one]) => {
    width += name.length + AROUND_CHIP
    return { isOpen: width <= MAX_CHIPS, item: h('li', null, reference(one, site)) }
  })
  const list = (isOpen: boolean): Content =>
    h(
      'ul',
      { class: 'chips' },
      all.filter((one) => one.isOpen === isOpen).map(({ item }) => item),
    )
  const folded = all.filter(({ isOpen }) => !isOpen).length
  return h(
    'section',
    { id: key },
    countedHeading('h2', labelOf(key, field), number(all.length)),
    list(true),
    folded > 0 &&
      h('details', { class: 'more' }, h('summary', null, texts.andMore(number(folded))), list(false)),
  )
}

/** Those who made it stand below the title: the rest of what is known of them is one step away. */
function madeBy(key: string, record: Json, type: EntityType, site: Site): Content {
  const { labelOf, number } = site.locale
  const field = type.fields[key] as Field
  const count = itemsOf(record[key]).length
  return h(
    'section',
    null,
    h(
      'details',
      null,
      h('summary', null, h('h2', null, labelOf(key, field), ' ', counted(number(count)))),
      // Browsers open what holds the target of a link.
      h('div', { id: key }, sectionBody(record[key], field, site)),
    ),
  )
}

function tagsOf(record: Json, type: EntityType, site: Site): { name: string; content: string }[] {
  return Object.entries(type.display?.metaTags ?? {}).flatMap(([name, selection]) =>
    [
      ...new Set(
        [...selectValues(record, type.fields, selection)].map((found) => plainText(found, site.model)),
      ),
    ]
      .filter(Boolean)
      .slice(0, name.endsWith('author') ? MAX_TAGS : 1)
      .map((content) => ({
        name,
        content: name.endsWith('date') ? content.slice(0, 10).replaceAll('-', '/') : plainTitle(content),
      })),
  )
}

/** The abstract in a preview, else what tells the record from others. */
const descriptionOf = (record: Json, type: EntityType, site: Site): string =>
  preferredText((record[type.display?.abstract ?? ''] ?? {}) as Json)?.text ??
  summarise(record, type, site).description

const sourcesLine = (sources: readonly SourceLink[], site: Site): Content =>
  h(
    'p',
    { class: 'notes' },
    site.locale.texts.record.source(sources.length),
    between(
      sources.map(({ label, url }) => linkTo(site, url, label)),
      ', ',
    ),
  )

/** A page about a record. */
export function entityPage(
  { record, type, formats, referring, referrerRecords, profiles, series, sources }: EntityContent,
  site: PageSite,
): string {
  const iri = record.local_identifier as string
  const { table, sections } = splitFields(record, type)
  const pick = Object.fromEntries(table.map((key) => [key, type.fields[key] as Field]))
  const head = {
    title: nameOfRecord(record, type, site),
    canonical: site.urls.entity(type, iri),
    activeCollection: type.path,
    description: descriptionOf(record, type, site),
    isArticle: isCitable(type),
    files: isCitable(type) ? (['copy'] as const) : [],
    links: [...alternateLinks(formats, site), ...feedLinks(iri, referring, site)],
    tags: tagsOf(record, type, site),
    data: [
      toSchemaOrg(record, type, site),
      {
        '@context': contextOf(site, type, [{ contexts: site.model.extraContexts(type, record) }]),
        '@graph': [record],
      },
    ]
      .map((value) => ({ type: 'application/ld+json', json: JSON.stringify(value) }))
      .filter(({ json }) => json.length <= MAX_EMBEDDED_LENGTH),
  }
  const { lists } = referring
  const group = (from: number, to?: number): Content =>
    referrers(iri, { ...referring, lists: lists.slice(from, to) }, referrerRecords, site)
  const { reading, chips, byline } = type.display ?? {}
  const made = byline?.path[0]
  const others = sections.filter((key) => ![made, chips, reading?.forms].includes(key))
  // Works that are named stand before those that name it.
  const sectionsOf = (areGroups: boolean): Content =>
    others
      .filter((key) => (type.fields[key]?.kind === 'nest') === areGroups)
      .map((key) => section(key, record, type, site))
  const isBeside = reading !== undefined || table.length >= MIN_FACTS_BESIDE
  const factTable = table.length > 0 && facts(record, pick, site)
  const abstract = lead(record, type, site)
  const aside = reading
    ? readingColumn(record, type, factTable, site)
    : isBeside && h('div', { class: 'aside' }, h('div', { class: 'card' }, factTable))
  const body = h(
    'div',
    { class: 'body' },
    !reading && abstract,
    !reading && [
      group(0, 1),
      series && seriesSection(series, iri, type, site),
      profileSections(profiles, site),
      group(1),
      !isBeside && factTable && h('section', { class: 'card' }, factTable),
    ],
    chips !== undefined && sections.includes(chips) && chipList(chips, record, type, site),
    sectionsOf(true),
    reading && group(0),
    sectionsOf(false),
    made !== undefined && sections.includes(made) && madeBy(made, record, type, site),
    sources.length > 0 && sourcesLine(sources, site),
  )
  return layout(
    site,
    head,
    h(
      'article',
      { class: reading ? 'entity work' : 'entity' },
      heading({ record, type, formats, referring, referrerRecords }, site),
      h('div', { class: 'columns' }, reading ? [abstract, aside, body] : [body, aside]),
    ),
  )
}
