/** The page of a search in all collections: the first records of each, and how many there are. */

import { printConditions, type Condition } from '../filter/condition.ts'
import type { Json } from '../model/values/json.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import { brief } from './brief.ts'
import { h } from './html.ts'
import { layout } from './layout.ts'
import { local, type Site } from './site.ts'
import { counted } from './words.ts'

/** What was found in one collection. */
export interface Found {
  readonly type: EntityType
  readonly conditions: readonly Condition[]
  readonly total: number
  readonly records: readonly Json[]
}

/** Records of a collection that are shown. */
export const FEW_FOUND = 3

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

/** A page of what a text finds. */
export function searchPage(asked: string, found: readonly Found[], site: Site): string {
  const hits = found.filter(({ total }) => total > 0)
  return layout(
    site,
    { title: `Search: ${asked}`, asked },
    h('h1', { class: 'plain' }, 'Search'),
    hits.length === 0 &&
      h(
        'p',
        { class: 'nothing', dir: 'auto' },
        `Nothing is found for “${asked}”. A search looks for the text as it stands, in titles, names and labels.`,
      ),
    hits.map(({ type, conditions, total, records }) =>
      h(
        'section',
        null,
        h('h2', null, type.plural, ' ', h('span', { class: 'count' }, counted(total, type))),
        h(
          'ul',
          { class: 'briefs' },
          records.map((record) => h('li', null, brief(record, type, site))),
        ),
        total > records.length &&
          h(
            'p',
            { class: 'onward' },
            h(
              'a',
              { href: local(site, site.urls.list(type, printConditions(conditions))) },
              `All ${counted(total, type)}`,
            ),
          ),
      ),
    ),
  )
}
