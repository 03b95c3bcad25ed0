/** The head of a record's page: its title, who made it, where, when and in what form, and what to do with it. */

import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { ownIdentifiers } from '../../../record/naming/field-values.ts'
import { nameOf as nameOfRecord } from '../../../record/naming/name-of-record.ts'
import { titleOf } from '../../../record/naming/title.ts'
import { plainTitle } from '../../../model/conversion/plain-title.ts'
import type { Referrers } from '../../../search-index/query/references.ts'
import { isGeneratedId } from '../../../model/identifiers/generated-ids.ts'
import { wholeListUrl } from '../../../api/request/list-url.ts'
import { type AlternateFormat, formatList } from '../shared/format-links.ts'
import { between, h, type Content } from '../../shared/html.ts'
import { linkTo, paragraph } from '../shared/components.ts'
import type { Site } from '../shared/site.ts'
import { makersLine, makersOf, type Maker } from './makers.ts'
import { noticeBadges, noticeBanners, type ReferrerRecords } from './notices.ts'
import { factsOf, kindOf, labelMapOf, summaryOf, titleLanguage } from './list-item.ts'
import { badges, nameOf, reference } from './reference-links.ts'
import { inLanguage, otherTexts } from './values.ts'
import { identifier } from '../../shared/identifier.ts'
import { citeThis } from './cite.ts'

/** Buttons, of which those that open something need no script. */
function actions(record: Json, type: EntityType, formats: readonly AlternateFormat[], site: Site): Content {
  const { record: says } = site.locale.texts
  const citation = citeThis(record, type, formats, site)
  const panel = (id: string, label: string, content: Content): Content =>
    h(
      'details',
      { id, class: 'action', name: 'actions' },
      h('summary', { class: 'button' }, label),
      h('div', { class: 'panel' }, content),
    )
  return h(
    'div',
    { class: 'actions' },
    citation && panel('cite', says.cite, citation),
    panel('export', site.locale.texts.list.export, [
      paragraph(formatList(formats, site)),
      !isGeneratedId(record.local_identifier) && h('p', { class: 'iri' }, String(record.local_identifier)),
    ]),
  )
}

/** Makers below the title. */
const MAX_MAKERS = 10
/** A longer title is set smaller. */
const LONG_TITLE = 120

/** The makers in a line, and below it what stands with them, by number. */
function byline(record: Json, type: EntityType, site: Site): Content {
  const { texts, number } = site.locale
  const makers = makersOf(record, type)
  if (makers.length === 0) return null
  const shown = makers.slice(0, MAX_MAKERS)
  // Of several with one name, readers see one.
  const keyOf = (note: unknown): string => nameOf(note, site)
  const notes = new Map(shown.flatMap((maker) => maker.notes.map((note) => [keyOf(note), note] as const)))
  const numberOf = new Map([...notes.keys()].map((key, i) => [key, i + 1]))
  const marks = (maker: Maker): Content =>
    notes.size > 1 &&
    maker.notes.length > 0 &&
    h('sup', null, [...new Set(maker.notes.map((note) => numberOf.get(keyOf(note))))].join(','))
  return [
    h(
      'p',
      { class: 'byline' },
      makersLine(shown, (maker) => [reference(maker.by, site), badges(maker.by, site), marks(maker)], site),
      makers.length > MAX_MAKERS && [
        ' ',
        h(
          'a',
          { href: `#${type.display?.byline?.path[0]}` },
          texts.andMore(number(makers.length - MAX_MAKERS), true),
        ),
      ],
    ),
    notes.size > 0 &&
      h(
        notes.size > 1 ? 'ol' : 'ul',
        { class: 'byline-notes' },
        [...notes.values()].map((note) => h('li', null, reference(note, site))),
      ),
  ]
}

interface HeadingContent {
  readonly record: Json
  readonly type: EntityType
  readonly formats: readonly AlternateFormat[]
  readonly referring: Referrers
  readonly referrerRecords: ReferrerRecords
}

export function heading(
  { record, type, formats, referring, referrerRecords }: HeadingContent,
  site: Site,
): Content {
  const title = titleOf(record, type)
  const name = nameOfRecord(record, type, site)
  const otherNames = otherTexts(labelMapOf(record, type) ?? {})
    .map(({ language, text }) => ({ language, text: plainTitle(text) }))
    .filter(({ text }) => text !== name)
  const line = [
    ...summaryOf(record, type, site, true),
    ...factsOf(record, type, site),
    ...noticeBadges(record, type, site),
  ]
  // Those of a work stand beside it.
  const ids = type.display?.reading ? [] : ownIdentifiers(record, type, site.model).map(identifier)
  return h(
    'div',
    { class: 'heading' },
    h(
      'p',
      { class: 'kind' },
      between(
        [
          linkTo(site, wholeListUrl(site, type), site.locale.translate(type.label)),
          ...kindOf(record, type, site).filter((kind) => kind !== site.locale.translate(type.label)),
        ],
        ' · ',
      ),
    ),
    noticeBanners(record, type, referring, referrerRecords, site),
    h(
      'h1',
      {
        dir: 'auto',
        lang: titleLanguage(record, type),
        class:
          [title === undefined && 'untitled', name.length > LONG_TITLE && 'long'].filter(Boolean).join(' ') ||
          undefined,
      },
      name,
    ),
    otherNames.map(({ language, text }) =>
      h(
        'p',
        { class: 'also' },
        inLanguage('span', language, text),
        ' ',
        language !== 'none' && h('span', { class: 'note' }, site.locale.languageName(language)),
      ),
    ),
    byline(record, type, site),
    line.length > 0 && h('p', { class: 'meta-line' }, between(line, '\u00a0· ')),
    ids.length > 0 && h('p', { class: 'ids' }, between(ids, '\u00a0· ')),
    actions(record, type, formats, site),
  )
}
