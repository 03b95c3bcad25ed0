/** A record in a few lines, as a citation has them: title, makers, where and when. */

import { isObject, itemsOf, type Json } from '../../../model/values/json.ts'
import { writtenYear } from '../../../model/values/dates.ts'
import type { EntityType, Field } from '../../../model/rows/row.ts'
import {
  identifierIn,
  ownIdentifiers,
  preferredText,
  selectValues,
} from '../../../record/naming/field-values.ts'
import { hostOf, kindLabels, nameOf as nameOfRecord } from '../../../record/naming/name-of-record.ts'
import { factsKey } from '../../../record/naming/record-summary.ts'
import { titleOf } from '../../../record/naming/title.ts'
import { between, external, h, renderText, type Content } from '../../shared/html.ts'
import { makersLine, makersOf, type Maker } from './makers.ts'
import { noticeBadges } from './notices.ts'
import { nameOf, reference } from './reference-links.ts'
import { hasMatch, markWords } from '../shared/components.ts'
import { relativeHref, type Site } from '../shared/site.ts'
import { langOf } from '../shared/labels.ts'
import { shorten } from '../../../model/values/text.ts'
import { upperFirst } from '../../../record/naming/locale.ts'
import { renderValue } from './values.ts'
import { identifier } from '../../shared/identifier.ts'

/** Names of a line of makers. */
const MAX_MAKERS = 5
/** With those who are searched for. */
const MAX_SHOWN = 8
const MAX_TITLE_LENGTH = 300
/** Characters of an abstract, about two lines, and of those in front of the first word that is searched for. */
const MAX_EXCERPT = 170
const MAX_BEFORE = 60

/** The first makers, and of the others those who are searched for. */
function shownMakers(makers: readonly Maker[], site: Site): Maker[] {
  const isSought = ({ by }: Maker): boolean => hasMatch(nameOf(by, site), site.sought)
  return makers.filter((maker, i) => i < MAX_MAKERS || isSought(maker)).slice(0, MAX_SHOWN)
}

/** The texts by language of which the title of a record is one; undefined where its title has no language. */
export function labelMapOf(record: Json, { labelFields }: EntityType): Json | undefined {
  const label = labelFields.map((key) => record[key]).find((value) => value !== undefined)
  return isObject(label) ? label : undefined
}

/** Language in which the title of a record is. */
export function titleLanguage(record: Json, type: EntityType): string | undefined {
  const map = labelMapOf(record, type)
  return map && langOf(preferredText(map)?.language ?? 'none')
}

/** The first identifier of a record; an address is long and says little: its host is enough. */
const idLine = (record: Json, type: EntityType, site: Site): Content[] =>
  ownIdentifiers(record, type, site.model)
    .slice(0, 1)
    .map((one) =>
      one.value === one.url && URL.canParse(one.value)
        ? external(one.value, hostOf(one.value))
        : identifier(one),
    )

function summaryValue(value: unknown, field: Field, site: Site): Content {
  if (field.kind === 'reference') return h('bdi', null, markWords(nameOf(value, site), site.sought))
  if (field.kind === 'date') {
    const year = writtenYear(String(value))
    return Number(year) > new Date().getUTCFullYear() ? site.locale.texts.list.toAppear(year) : year
  }
  return renderValue(value, field, site)
}

/** What kind of record it is. */
export const kindOf = (record: Json, type: EntityType, { locale }: Site): string[] =>
  kindLabels(record, type, locale).map(upperFirst)

/**
 * Where and when it appeared; the first value of each selection, and no identifiers.
 * @param isLinked whether records that are named are links, as where nothing else is
 */
export const summaryOf = (record: Json, type: EntityType, site: Site, isLinked = false): Content[] =>
  (type.display?.summary ?? [])
    .flatMap((selection) => [...selectValues(record, type.fields, selection)].slice(0, 1))
    .filter(({ value, field }) => !identifierIn(value, field, site.model))
    .sort((a, b) => Number(a.field.kind === 'date') - Number(b.field.kind === 'date'))
    .map(({ value, field }) =>
      isLinked && field.kind === 'reference' ? reference(value, site) : summaryValue(value, field, site),
    )

/** What those that refer to a record tell of it. */
export const factsOf = (record: Json, type: EntityType, { factsByRecord }: Site): readonly Content[] =>
  (factsByRecord?.get(factsKey(type, record.local_identifier as string)) ?? []).map((text) =>
    h('bdi', null, text),
  )

/** The part of the abstract that has words which are searched for, else its beginning. */
function excerpt(record: Json, { display }: EntityType, { sought, locale }: Site): Content {
  const texts = display?.abstract === undefined ? undefined : record[display.abstract]
  const [text] = isObject(texts) ? [texts[locale.language] ?? Object.values(texts)].flat(2) : []
  if (!sought || typeof text !== 'string') return null
  const words = [...text.matchAll(/\S+/g)]
  const at = words.find(([word]) => hasMatch(word, sought))?.index ?? 0
  const start = at > MAX_BEFORE ? (words.find(({ index }) => index > at - MAX_BEFORE)?.index ?? 0) : 0
  const part = (start > 0 ? '… ' : '') + shorten(text.slice(start), MAX_EXCERPT)
  return h('p', { class: 'excerpt', dir: 'auto' }, markWords(part, sought))
}

/** By what a record was found where nothing else shows it: another name, or that of an entity it refers to. */
function reason(record: Json, { search = {}, fields }: EntityType, shown: Content, site: Site): Content {
  const { sought, locale } = site
  if (!sought) return null
  const visible = renderText(h('p', null, shown))
  const isVisible = (word: string): boolean => hasMatch(visible, { ...sought, words: [word], phrases: [] })
  const query = { ...sought, words: sought.words.filter((word) => !isVisible(word)) }
  const found = (search.names ?? [])
    .flatMap((key) => itemsOf(record[key]).map(String))
    .find((name) => hasMatch(name, query))
  if (found !== undefined) return h('p', null, locale.texts.list.alsoCalled(markWords(found, sought)))
  for (const path of (search.references ?? []).map((text) => text.split('.')))
    for (const { value, field } of selectValues(record, fields, { path }))
      if (hasMatch(nameOf(value, site), query))
        return h('p', null, locale.labelOf(path.at(-1) as string, field), ': ', reference(value, site))
  return null
}

/** A record as an item of a list. */
export function recordSummary(
  record: Json,
  type: EntityType,
  site: Site,
  level: 'h2' | 'h3' = 'h3',
): Content {
  const { texts, number } = site.locale
  const iri = record.local_identifier as string
  const title = titleOf(record, type)
  const makers = makersOf(record, type)
  const shown = shownMakers(makers, site)
  const facts = factsOf(record, type, site)
  const kinds = kindOf(record, type, site)
  const line = [
    ...summaryOf(record, type, site),
    ...(type.kinds ? [] : [...facts, ...kinds, ...idLine(record, type, site)]),
  ]
  const name = nameOfRecord(record, type, site)
  return h(
    'article',
    { class: 'brief' },
    type.kinds && h('p', { class: 'kind' }, facts.length > 0 && h('span', { class: 'cited' }, facts), kinds),
    h(
      level,
      null,
      h(
        'a',
        {
          href: relativeHref(site, site.urls.entity(type, iri)),
          lang: titleLanguage(record, type),
          dir: 'auto',
          class: title === undefined ? 'untitled' : undefined,
        },
        markWords(shorten(name, MAX_TITLE_LENGTH), site.sought),
      ),
    ),
    shown.length > 0 &&
      h(
        'p',
        { class: 'makers' },
        makersLine(shown, ({ by }) => reference(by, site), site),
        makers.length > shown.length && ` ${texts.andMore(number(makers.length - shown.length), true)}`,
      ),
    reason(record, type, [name, ' ', shown.map(({ by }) => [nameOf(by, site), ' ']), line], site),
    h('p', { class: 'where' }, between(line, '\u00a0· '), noticeBadges(record, type, site)),
    excerpt(record, type, site),
  )
}

/**
 * Records as a list.
 * @param start number of the first of them, where they are a page of a longer one, right below its heading
 */
export const summaryList = (
  records: readonly Json[],
  type: EntityType,
  site: Site,
  start?: number,
): Content =>
  h(
    start === undefined ? 'ul' : 'ol',
    { class: 'briefs', start },
    records.map((record) =>
      h('li', null, recordSummary(record, type, site, start === undefined ? 'h3' : 'h2')),
    ),
  )
