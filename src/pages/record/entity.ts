/** The page of an entity: what it is, what is known of it, what refers to it, and its other forms. */

import { itemsOf, type Json } from '../../model/values/json.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { contextOf } from '../../record/answer/envelope.ts'
import { summarise } from '../../record/naming/record-summary.ts'
import { isCitable } from '../../record/citation/csl.ts'
import { toSchemaOrg } from '../../record/citation/schema-org.ts'
import { preferredText, plainText, selectValues } from '../../record/naming/field-values.ts'
import { nameOf } from '../../record/naming/name-of-record.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import type { Referrers } from '../../search-index/query/references.ts'
import { heading } from './heading.ts'
import { alternateLinks, type AlternateFormat } from '../shared/format-links.ts'
import { between, h, type Content } from '../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { profileSections, type Profile } from './profile-charts.ts'
import type { ReferrerRecords } from './referrer-list.ts'
import { feedLinks, referrers } from './referrers.ts'
import { seriesSection, type SeriesContent } from './series.ts'
import { counted, linkTo } from '../shared/components.ts'
import type { PageSite, Site } from '../shared/site.ts'
import { concept, factRows, facts, inLanguage, otherTexts, renderValue } from './values.ts'

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

/** What stands in the table of facts, and what in a section of its own. Title, kind and lead stand above. */
function splitFields(record: Json, type: EntityType): { table: string[]; sections: string[] } {
  const fieldsAbove = [
    type.display?.subtype,
    type.display?.abstract,
    ...namesAbove(record, type),
    ...(type.display?.summary ?? []).flatMap(({ path: [key = ''] }) =>
      type.fields[key] && holdsIdentifiers(type.fields[key]) ? [key] : [],
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
  return h(
    'section',
    { class: 'lead', 'aria-label': locale.texts.record.summary },
    inLanguage('p', chosen.language, chosen.text),
    otherTexts(map).map(({ language, text }) =>
      h('details', null, h('summary', null, locale.languageName(language)), inLanguage('p', language, text)),
    ),
  )
}

/** Forms of one thing, each a box with its kind as heading. */
function boxes(values: readonly Json[], field: Extract<Field, { kind: 'object' }>, site: Site): Content {
  return values.map((value) => {
    const [key, head] = Object.entries(field.fields).find(([, inner]) => inner.kind === 'labelledClass') as [
      string,
      Extract<Field, { kind: 'labelledClass' }>,
    ]
    const { [key]: _, ...others } = field.fields
    return h(
      'div',
      { class: 'box' },
      value[key] !== undefined && h('h3', null, concept(value[key] as Json, head, site)),
      facts(value, others, site),
    )
  })
}

function sectionBody(value: unknown, field: Field, site: Site): Content {
  if (field.kind === 'nest') {
    return [...factRows(value as Json, field.fields)].map(({ key, field: inner, value: found }) => [
      h('h3', null, site.locale.labelOf(key, inner)),
      asList(found, inner, site),
    ])
  }
  if (field.kind === 'object' && Object.values(field.fields).some(({ kind }) => kind === 'labelledClass'))
    return boxes(itemsOf(value) as Json[], field, site)
  return asList(value, field, site)
}

const asList = (value: unknown, field: Field, site: Site): Content =>
  itemsOf(value).length === 1 && field.kind !== 'reference'
    ? h('div', { class: 'one' }, renderValue(value, field, site))
    : renderValue(value, field, site)

const section = (key: string, record: Json, type: EntityType, site: Site): Content => {
  const { labelOf, number } = site.locale
  const field = type.fields[key] as Field
  const count = itemsOf(record[key]).length
  return h(
    'section',
    { id: key },
    h('h2', null, labelOf(key, field), count > 1 && h('span', { class: 'count' }, ` ${number(count)}`)),
    sectionBody(record[key], field, site),
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
        content: name.endsWith('date') ? content.slice(0, 10).replaceAll('-', '/') : content,
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
  const made = type.display?.byline?.path[0]
  const head = {
    title: nameOf(record, type, site),
    canonical: site.urls.entity(type, iri),
    activeCollection: type.path,
    description: descriptionOf(record, type, site),
    isArticle: isCitable(type),
    files: isCitable(type) ? (['copy'] as const) : [],
    links: [...alternateLinks(formats, site), ...feedLinks(iri, referring, site)],
    tags: tagsOf(record, type, site),
    data: [
      { type: 'application/ld+json', value: toSchemaOrg(record, type, site) },
      {
        type: 'application/ld+json',
        value: {
          '@context': contextOf(site, type, [{ contexts: site.model.extraContexts(type, record) }]),
          '@graph': [record],
        },
      },
    ].filter(({ value }) => JSON.stringify(value).length <= MAX_EMBEDDED_LENGTH),
  }
  return layout(
    site,
    head,
    h(
      'article',
      { class: 'entity' },
      heading({ record, type, formats, referring, referrerRecords }, site),
      series && seriesSection(series, iri, type, site),
      profileSections(profiles, site),
      h(
        'div',
        { class: 'columns' },
        lead(record, type, site),
        table.length > 0 && h('div', { class: 'aside' }, facts(record, pick, site)),
        h(
          'div',
          { class: 'body' },
          sections.filter((key) => key !== made).map((key) => section(key, record, type, site)),
          made !== undefined && sections.includes(made) && madeBy(made, record, type, site),
          referrers(iri, referring, referrerRecords, site),
          sources.length > 0 && sourcesLine(sources, site),
        ),
      ),
    ),
  )
}
