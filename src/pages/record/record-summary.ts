/** A record in a few lines, as a citation has them: title, makers, where and when. */

import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import { writtenYear } from '../../model/values/dates.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { identifierIn, selectValues } from '../../record/citation/field-values.ts'
import { nameOf as nameOfRecord } from '../../record/citation/naming.ts'
import { titleOf } from '../../record/citation/title.ts'
import { between, h, type Content } from '../shared/html.ts'
import { nameOf, reference } from './reference-links.ts'
import { relativeHref, type Site } from '../shared/site.ts'
import { langOf, formatNumber, shorten } from '../shared/labels.ts'
import { identifier, renderValue } from './values.ts'

/** Names of a line of makers. */
const MAX_MAKERS = 4
const MAX_TITLE_LENGTH = 300

/** Those who made a record: those that the row selects, else all at the same path. */
export function makersOf(record: Json, { fields, display: view }: EntityType): unknown[] {
  if (!view?.byline) return []
  const chosen = [...selectValues(record, fields, view.byline)]
  return (chosen.length > 0 ? chosen : [...selectValues(record, fields, { path: view.byline.path })]).map(
    ({ value }) => value,
  )
}

/** The texts by language of which the title of a record is one; undefined where its title has no language. */
export function labelMapOf(record: Json, { labelFields }: EntityType): Json | undefined {
  const label = labelFields.map((key) => record[key]).find((value) => value !== undefined)
  return isObject(label) ? label : undefined
}

/** Language in which the title of a record is. */
export function titleLanguage(record: Json, type: EntityType): string | undefined {
  const map = labelMapOf(record, type)
  return map && langOf('en' in map ? 'en' : (Object.keys(map)[0] ?? 'none'))
}

function summaryValue(value: unknown, field: Field, site: Site): Content {
  if (field.kind === 'reference') return h('bdi', null, nameOf(value, site))
  if (field.kind === 'date') return writtenYear(String(value))
  const found = identifierIn(value, field, site.model)
  return found ? identifier(found) : renderValue(value, field, site)
}

/** What kind of record it is, in the words of the record. */
export const kindOf = (record: Json, { display: view }: EntityType): string[] =>
  view?.subtype === undefined ? [] : itemsOf(record[view.subtype]).map(String)

/** A record as an item of a list. */
export function recordSummary(record: Json, type: EntityType, site: Site): Content {
  const iri = record.local_identifier as string
  const title = titleOf(record, type)
  const makers = makersOf(record, type)
  const names = makers.slice(0, MAX_MAKERS).map((maker) => reference(maker, site))
  const summaryValues = (type.display?.summary ?? []).flatMap((selection) => {
    const [found] = selectValues(record, type.fields, selection)
    return found ? [summaryValue(found.value, found.field, site)] : []
  })
  return h(
    'article',
    { class: 'brief' },
    h(
      'h3',
      null,
      h(
        'a',
        {
          href: relativeHref(site, site.urls.entity(type, iri)),
          lang: titleLanguage(record, type),
          dir: 'auto',
          class: title === undefined ? 'untitled' : undefined,
        },
        shorten(nameOfRecord(record, type, site), MAX_TITLE_LENGTH),
      ),
    ),
    names.length > 0 &&
      h(
        'p',
        { class: 'makers' },
        between(names, ', '),
        makers.length > MAX_MAKERS && ` and ${formatNumber(makers.length - MAX_MAKERS)} more`,
      ),
    h('p', { class: 'where' }, between([...kindOf(record, type), ...summaryValues], '\u00a0· ')),
  )
}

/** Records as a list. @param start number of the first of them, where they are a page of a longer one */
export const summaryList = (
  records: readonly Json[],
  type: EntityType,
  site: Site,
  start?: number,
): Content =>
  h(
    start === undefined ? 'ul' : 'ol',
    { class: 'briefs', start },
    records.map((record) => h('li', null, recordSummary(record, type, site))),
  )
