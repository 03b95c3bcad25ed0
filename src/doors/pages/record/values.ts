/** Values of records as HTML: one way for each kind of field. */

import { itemsOf, type Json } from '../../../model/values/json.ts'
import { compareCodePoints } from '../../../model/values/sorting.ts'
import type { Field, FieldOf, Fields, Kind } from '../../../model/rows/row.ts'
import { classLabel, identifierIn, preferredText } from '../../../record/naming/field-values.ts'
import { between, external, h, type Content } from '../../shared/html.ts'
import { badges, nameKey, reference, titledFirst } from './reference-links.ts'
import { fact, factList } from '../shared/components.ts'
import type { Site } from '../shared/site.ts'
import { upperFirst } from '../../../record/naming/locale.ts'
import type { Locale } from '../texts/locale.ts'
import { licenceName } from '../../../model/identifiers/licences.ts'
import { dateText, langOf, languageOfIri } from '../shared/labels.ts'
import { identifier } from '../../shared/identifier.ts'

/** Items of a list that are shown at once; the others are folded away. */
const MAX_OPEN_ITEMS = 20
/** Items that a page holds at all: it must stay light for papers of thousands. */
const MAX_ITEMS = 500

const text = (value: unknown): Content => h('bdi', null, String(value))
const link = (value: unknown): Content => external(String(value), text(value))

/** The text by which an identifier is known; undefined for another value. */
export function identifierKey(value: unknown, field: Field, { model }: Site): string | undefined {
  const found = identifierIn(value, field, model)
  return found && `${found.scheme} ${found.url ?? found.value}`
}

/** Text in one language. */
export const inLanguage = (tag: string, language: string, value: unknown): Content =>
  h(tag, { lang: langOf(language), dir: 'auto' }, String(value))

/** Each text of a language map with its language. */
const textsIn = (map: Json): { readonly language: string; readonly text: string }[] =>
  Object.entries(map).flatMap(([language, texts]) =>
    itemsOf(texts).map((one) => ({ language, text: String(one) })),
  )

/** All texts of a language map but the first of the chosen language, each with the name of its language. */
export function otherTexts(map: Json): { readonly language: string; readonly text: string }[] {
  const chosen = preferredText(map)
  const all = textsIn(map)
  const first = all.findIndex(
    ({ language, text: one }) => language === chosen?.language && one === chosen.text,
  )
  return all.filter((_, i) => i !== first)
}

function languages(map: Json, site: Site): Content {
  const all = textsIn(map).map(({ language, text: one }): Content => [
    inLanguage('span', language, one),
    language !== 'none' &&
      Object.keys(map).length > 1 &&
      h('span', { class: 'note' }, ` ${site.locale.languageName(language)}`),
  ])
  return all.length === 1 ? all[0] : bullets(all, site)
}

/** A list, the first items in sight and the others one step away; of very many, not all. */
function bullets(items: readonly Content[], site: Site): Content {
  const { texts, number } = site.locale
  const list = (listItems: readonly Content[]): Content =>
    h(
      'ul',
      null,
      listItems.map((item) => h('li', null, item)),
    )
  if (items.length <= MAX_OPEN_ITEMS + 1) return list(items)
  const collapsed = items.slice(MAX_OPEN_ITEMS)
  return [
    list(items.slice(0, MAX_OPEN_ITEMS)),
    h(
      'details',
      { class: 'more' },
      h('summary', null, texts.andMore(number(collapsed.length))),
      list(collapsed.slice(0, MAX_ITEMS - MAX_OPEN_ITEMS)),
      items.length > MAX_ITEMS &&
        h('p', { class: 'note' }, texts.record.firstOf(number(MAX_ITEMS), number(items.length))),
    ),
  ]
}

const isSimple = ({ kind }: Field): boolean =>
  !['object', 'nest', 'reference', 'labelledClass', 'typedIri', 'langString'].includes(kind)

/** A node: an identifier, a range, someone with notes, a few words, or facts of its own. */
function node(value: Json, field: FieldOf<'object'>, site: Site): Content {
  const found = identifierIn(value, field, site.model)
  if (found) return identifier(found)
  const present = Object.entries(field.fields).filter(([key]) => value[key] !== undefined)
  if (field.interval)
    return between(
      // What ends where it begins is said once.
      [...new Set(Object.keys(field.fields).map((key) => String(value[key] ?? '')))].map(text),
      '–',
    )
  const [first] = present
  if (first?.[1].kind === 'reference' && !first[1].multiple) {
    return [
      reference(value[first[0]], site),
      badges(value[first[0]], site),
      notes(Object.fromEntries(present.slice(1)), value, site),
    ]
  }
  const links = present.filter(([, inner]) => inner.kind === 'iri')
  // Of two addresses, only their labels tell which is which.
  if (present.length <= 2 && links.length < 2 && present.every(([, inner]) => isSimple(inner)))
    return between(
      present.map(([key, inner]) => renderValue(value[key], inner, site)),
      ' · ',
    )
  return facts(value, field.fields, site)
}

/** Facts in a line, after what they are about. */
function notes(fields: Fields, value: Json, site: Site): Content {
  const { texts, labelOf } = site.locale
  const notes = Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'number' && field.datatype === 'integer'
      ? []
      : [
          field.kind === 'vocabTerm'
            ? renderValue(value[key], field, site)
            : [
                h('span', { class: 'label' }, `${texts.record.noteLabel(labelOf(key, field))} `),
                inline(value[key], field, site),
              ],
        ],
  )
  return notes.length > 0 && [' ', h('span', { class: 'notes' }, between(notes, ' · '))]
}

const inline = (value: unknown, field: Field, site: Site): Content =>
  between(
    itemsOf(value).map((item) =>
      field.kind === 'reference'
        ? [reference(item, site), badges(item, site)]
        : renderItem(item, field, site),
    ),
    ', ',
  )

type Show<K extends Kind> = (value: never, field: FieldOf<K>, site: Site) => Content

const renderers: { readonly [K in Kind]: Show<K> } = {
  string: (value: unknown, { codeList: codes }, site) =>
    /^https?:\/\//i.test(String(value))
      ? link(value)
      : codes === undefined
        ? text(/^\p{Ll}+\p{Lu}\p{L}+$/u.test(String(value)) ? site.locale.translate(String(value)) : value)
        : h('span', { title: String(value) }, site.locale.codeName(String(value), codes)),
  langString: (value: Json, _, site) => languages(value, site),
  number: (value: unknown, _, site) => (typeof value === 'number' ? site.locale.number(value) : text(value)),
  boolean(value: unknown, _, { locale }) {
    const { yes, no } = locale.texts.record
    return value === true ? yes : value === false ? no : text(value)
  },
  date: (value: unknown, _, { locale }) =>
    h(
      'time',
      /^\d{4}(?:-\d\d){0,2}$/.test(String(value)) ? { datetime: String(value) } : null,
      dateText(String(value), locale),
    ),
  iri(value: unknown, { isLicence }) {
    const address = String(value)
    const other = isLicence && URL.canParse(address) ? new URL(address).host : address
    return external(address, h('bdi', { title: address }, licenceName(address) ?? other))
  },
  vocabTerm: (value: unknown, field, site) => term(String(value), field, site),
  rdfType: (value: unknown, _, { locale }) => text(locale.translate(String(value))),
  reference: (value: unknown, _, site) => [reference(value, site), badges(value, site)],
  object: (value: Json, field, site) => node(value, field, site),
  nest: (value: Json, field, site) => facts(value, field.fields, site),
  labelledClass: (value: Json, field, site) => concept(value, field, site),
  typedIri: (value: unknown) =>
    typeof value === 'object' && value !== null
      ? [link((value as Json)['@id']), h('span', { class: 'note' }, ` ${String((value as Json)['@type'])}`)]
      : link(value),
}

/** `webApplication` and `life_cycle` as people write them; an IRI stays as it is. */
const spaced = (word: string): string =>
  word.includes('://')
    ? word
    : word
        .replaceAll('_', ' ')
        .replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)

/** What the language says in place of a term, else the term as people write it. */
function translateTerm(word: string, { translate }: Locale): string {
  const own = translate(word)
  return own === word ? spaced(word) : own
}

/** A word without what says where it comes from; that can be read by pointing at it. */
function term(
  word: string,
  { serializeAs: written, codeList }: FieldOf<'vocabTerm'>,
  { locale }: Site,
): Content {
  const bare =
    written === 'prefixed'
      ? word.replace(/^[\w-]+:(?!\/\/)/, '')
      : written === 'iri'
        ? word.replace(/^.*[/#](?=.)/, '')
        : word
  const name =
    languageOfIri(word, locale) ??
    (codeList === undefined ? translateTerm(bare, locale) : locale.codeName(bare, codeList))
  return external(word, h('bdi', { title: name === word ? undefined : word }, name))
}

/** The label of a class. */
export function concept(value: Json, field: FieldOf<'labelledClass'>, { locale }: Site): Content {
  const { text: label, language } = classLabel({ value, field })
  const own = locale.translate(label)
  return own === label ? inLanguage('bdi', language, upperFirst(label)) : h('bdi', null, upperFirst(own))
}

/** Of records with one name, of which the same is said, readers see one. */
export function distinct(items: readonly unknown[], field: Field, site: Site): readonly unknown[] {
  const first = field.kind === 'object' ? Object.entries(field.fields)[0] : undefined
  const isNamed = first?.[1].kind === 'reference' && !first[1].multiple
  if (items.length < 2 || (field.kind !== 'reference' && !isNamed)) return items
  const keyOf = (item: unknown): string => {
    if (!isNamed) return nameKey(item, site)
    const { [first[0]]: named, ...others } = item as Json
    return `${named === undefined ? '' : nameKey(named, site)} ${JSON.stringify(others)}`
  }
  return [...new Map(items.map((item) => [keyOf(item), item] as const).reverse()).values()].reverse()
}

/** One value. */
const renderItem = (value: unknown, field: Field, site: Site): Content =>
  (renderers[field.kind] as Show<Kind>)(value as never, field, site)

/** A value as the record has it: a list where it is one. */
export function renderValue(value: unknown, field: Field, site: Site): Content {
  const all = distinct(itemsOf(value), field, site)
  const items = (field.kind === 'reference' ? titledFirst(all, site) : all).map((item) =>
    renderItem(item, field, site),
  )
  return items.length === 1 ? items[0] : isSimple(field) ? between(items, ', ') : bullets(items, site)
}

const firstDate = (value: unknown): string => String(itemsOf(value)[0] ?? '')

/** The fields in the order of the rows; where all are dates, the earlier event first. */
function inOrder(record: Json, fields: Fields): [string, Field][] {
  const all = Object.entries(fields)
  const present = all.filter(([key]) => record[key] !== undefined)
  return all.every(([, { kind }]) => kind === 'date')
    ? present.sort(([a], [b]) => compareCodePoints(firstDate(record[a]), firstDate(record[b])))
    : present
}

/** Rows of a table of facts; the fields of groups stand among the others. */
export function* factRows(
  record: Json,
  fields: Fields,
): Generator<{ readonly key: string; readonly field: Field; readonly value: unknown }> {
  const units = new Set(
    Object.entries(fields).flatMap(([key, field]) =>
      field.kind === 'number' && field.unit !== undefined && record[key] !== undefined ? [field.unit] : [],
    ),
  )
  for (const [key, field] of inOrder(record, fields)) {
    if (units.has(key)) continue
    if (field.kind === 'nest') yield* factRows(record[key] as Json, field.fields)
    else yield { key, field, value: record[key] }
  }
}

/** What is counted stands in front of the number. */
const unitOf = (record: Json, field: Field): Content =>
  field.kind === 'number' &&
  field.unit !== undefined &&
  record[field.unit] !== undefined &&
  `${String(record[field.unit])} `

/** A table of facts. */
export const facts = (record: Json, fields: Fields, site: Site): Content =>
  factList(
    [...factRows(record, fields)].map(({ key, field, value }) =>
      fact(site.locale.labelOf(key, field), unitOf(record, field), renderValue(value, field, site)),
    ),
  )
