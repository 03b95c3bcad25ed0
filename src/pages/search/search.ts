/** The page of a search in all collections: the first records of each, and how many there are. */

import { printConditions, type Condition } from '../../filter/condition.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { recordSummary } from '../record/record-summary.ts'
import { h } from '../shared/html.ts'
import { layout } from '../shared/layout.ts'
import { relativeHref, type Site } from '../shared/site.ts'
import { formatCount } from '../shared/labels.ts'

/** The matches in one collection. */
export interface CollectionMatches {
  readonly type: EntityType
  readonly conditions: readonly Condition[]
  readonly total: number
  readonly records: readonly Json[]
}

/** Records of a collection that are shown. */
export const MAX_PER_COLLECTION = 3

/**
 * The condition that looks for a text in the titles of a type, else in whatever it can; undefined where no
 * filter does.
 */
export function textCondition(model: Model, type: EntityType, value: string): Condition | undefined {
  const texts = model.filtersOf(type).all.filter(({ row }) => row.operator === 'contains')
  const filter =
    texts.find(({ key, row }) => (row.path ?? key).split('.', 1)[0] === type.labelFields[0]) ?? texts[0]
  return filter && { key: filter.key, filter, value }
}

/** The page of a text search. */
export function searchPage(searchText: string, results: readonly CollectionMatches[], site: Site): string {
  const hits = results.filter(({ total }) => total > 0)
  return layout(
    site,
    { title: `Search: ${searchText}`, searchText },
    h('h1', { class: 'plain', dir: 'auto' }, `Results for “${searchText}”`),
    hits.length === 0 &&
      h(
        'p',
        { class: 'nothing', dir: 'auto' },
        `No results for “${searchText}”. The search matches this exact text in titles, names and labels.`,
      ),
    hits.map(({ type, conditions, total, records }) =>
      h(
        'section',
        null,
        h('h2', null, type.plural, ' ', h('span', { class: 'count' }, formatCount(total, type))),
        h(
          'ul',
          { class: 'briefs' },
          records.map((record) => h('li', null, recordSummary(record, type, site))),
        ),
        total > records.length &&
          h(
            'p',
            { class: 'onward' },
            h(
              'a',
              { href: relativeHref(site, site.urls.list(type, printConditions(conditions))) },
              `All ${formatCount(total, type)}`,
            ),
          ),
      ),
    ),
  )
}
