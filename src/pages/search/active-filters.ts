/** The filters of a list in words: chips, each with a link that removes it, and what the list is called. */

import { printConditions, valuesOf, type Condition } from '../../filter/condition.ts'
import { ONLY_CITED } from '../../model/rows/added-filters.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Page } from '../../record/urls.ts'
import { translatedLabel } from './filter-fields.ts'
import { h, type Content } from '../shared/html.ts'
import { withUsualOrder } from '../shared/list-url.ts'
import { pageHref, type Site } from '../shared/site.ts'

/** Labels of values that are ids or codes: value → label, by the filter of the values. */
export type ValueLabels = ReadonlyMap<Filter, ReadonlyMap<string, string>>

/** Without the condition with which pages begin, which goes without saying beside others. */
export const statedConditions = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ filter, value }) => filter.key !== ONLY_CITED || value !== 'false')

/** A condition as the form calls it. */
function wordsFor({ filter, value }: Condition, type: EntityType, labels: ValueLabels, site: Site): string {
  const { language, texts } = site.locale
  const values = valuesOf(filter, value).map((one) => texts.list.quoted(labels.get(filter)?.get(one) ?? one))
  const listed = new Intl.ListFormat(language, { type: 'disjunction' }).format(values)
  return `${translatedLabel(filter, type, site)} ${listed}`
}

/** What a list holds. */
export function describeSearch(
  type: EntityType,
  all: readonly Condition[],
  labels: ValueLabels,
  site: Site,
): string {
  const conditions = statedConditions(all)
  const { texts, translate } = site.locale
  const types = translate(type.plural)
  if (conditions.length === 0) return all.length > 0 ? types : texts.list.all(types)
  return texts.list.described(
    types,
    conditions.map((condition) => wordsFor(condition, type, labels, site)),
  )
}

/** The conditions of a list, each with a link to the list without it; nothing where there are none. */
export function activeFilters(
  type: EntityType,
  page: Page,
  conditions: readonly Condition[],
  labels: ValueLabels,
  site: Site,
): Content {
  if (conditions.length === 0) return null
  const { list } = site.locale.texts
  const without = (others: readonly Condition[]): string => {
    const parameters = withUsualOrder(page.parameters?.split('&') ?? [], type, others).join('&')
    return pageHref(site, type, page, { filter: printConditions(others), parameters })
  }
  const chip = (condition: Condition): Content => {
    const { filter, value } = condition
    const names = labels.get(filter)
    const name = translatedLabel(filter, type, site)
    const text = valuesOf(filter, value)
      .map((one) => names?.get(one) ?? one)
      .join(list.or)
    return h(
      'li',
      null,
      h(
        'a',
        {
          href: without(conditions.filter((one) => one !== condition)),
          'aria-label': list.removeFilter(name, text),
        },
        h('span', { class: 'filter-name' }, `${name} `),
        h('bdi', null, text),
        h('span', { class: 'cross', 'aria-hidden': 'true' }, ' ×'),
      ),
    )
  }
  return h(
    'ul',
    { class: 'chips', 'aria-label': list.activeFilters },
    conditions.map(chip),
    conditions.length > 1 && h('li', { class: 'all' }, h('a', { href: without([]) }, list.removeAll)),
  )
}
