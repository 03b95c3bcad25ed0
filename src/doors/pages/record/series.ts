/** The other records of a series, such as the years of a conference. */

import type { Json } from '../../../model/values/json.ts'
import { writtenYear } from '../../../model/values/dates.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { nameOf } from '../../../record/naming/name-of-record.ts'
import { h, type Content } from '../../shared/html.ts'
import { counted, linkItem, linkTo } from '../shared/components.ts'
import { relativeHref, type Site } from '../shared/site.ts'

export interface SeriesContent {
  /** What the records share. */
  readonly name: string
  /** URL of their list. */
  readonly url: string
  readonly total: number
  /** The record itself too, in the order of their dates; of a long series, not all. */
  readonly records: readonly Json[]
}

/** Records by their years, or by their names where two of them are of one year. */
function labelsOf(records: readonly Json[], type: EntityType, site: Site): string[] {
  const key = type.display?.series?.date ?? ''
  const years = records.map((record) => (record[key] === undefined ? '' : writtenYear(String(record[key]))))
  const areDistinct = new Set(years.filter(Boolean)).size === records.length
  return areDistinct ? years : records.map((record) => nameOf(record, type, site))
}

export function seriesSection(
  { name, url, total, records }: SeriesContent,
  iri: string,
  type: EntityType,
  site: Site,
): Content {
  const { texts, number } = site.locale
  const labels = labelsOf(records, type, site)
  return h(
    'nav',
    { class: 'siblings', 'aria-label': texts.record.theSeries(name) },
    h(
      'h2',
      { class: 'small' },
      texts.record.series,
      linkTo(site, url, h('bdi', null, name)),
      ' ',
      counted(number(total)),
    ),
    h(
      'ul',
      null,
      records.map((record, i) => {
        const own = record.local_identifier as string
        const href = relativeHref(site, site.urls.entity(type, own))
        return linkItem(href, own === iri, h('bdi', null, labels[i]))
      }),
    ),
  )
}
