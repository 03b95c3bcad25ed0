/** The filters of a list in words: chips, each with a link that removes it, and what the list is called. */

import { printConditions, valuesOf, type Condition } from '../../../filter/condition.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { translatedLabel } from './filter-fields.ts'
import type { FacetContent } from './facet-lists.ts'
import { h, type Content } from '../../shared/html.ts'
import { statedConditions, withUsualOrder } from '../../../api/request/list-url.ts'
import { pageHref, type Site } from '../shared/site.ts'

/** Labels of values that are ids or codes: value → label, by the filter of the values. */
export type ValueLabels = ReadonlyMap<Filter, ReadonlyMap<string, string>>

/** The values of a condition by their names, any of which it asks for. */
const valueText = (
  { filter, value }: Condition,
  labels: ValueLabels,
  { locale }: Site,
  show = (name: string): string => name,
): string =>
  new Intl.ListFormat(locale.language, { type: 'disjunction' }).format(
    valuesOf(filter, value).map((one) => show(labels.get(filter)?.get(one) ?? one)),
  )

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
    conditions.map(
      (one) =>
        `${translatedLabel(one.filter, type, site)} ${valueText(one, labels, site, texts.list.quoted)}`,
    ),
  )
}

/**
 * The conditions of a list, each with a link to the list without it; the one with which pages begin is a link to what
 * it leaves out.
 */
export function activeFilters(
  { type, page, conditions, labels, facets }: FacetContent & { readonly labels: ValueLabels },
  site: Site,
): Content {
  const stated = statedConditions(conditions)
  const usual = conditions.filter((one) => !stated.includes(one))
  const citedOnly = facets?.find(({ key }) => usual.some(({ filter }) => filter.key === key))
  const leftOut = citedOnly?.values.find(({ value }) => value === 'true')?.count ?? 0
  if (stated.length === 0 && leftOut === 0) return null
  const { list } = site.locale.texts
  const without = (others: readonly Condition[]): string => {
    const parameters = withUsualOrder(page.parameters?.split('&') ?? [], type, others).join('&')
    return pageHref(site, type, page, { filter: printConditions(others), parameters })
  }
  const chip = (condition: Condition): Content => {
    const name = translatedLabel(condition.filter, type, site)
    const text = valueText(condition, labels, site)
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
    stated.map(chip),
    stated.length > 1 && h('li', { class: 'all' }, h('a', { href: without(usual) }, list.removeAll)),
    leftOut > 0 &&
      h(
        'li',
        { class: 'all' },
        h('a', { href: without(stated) }, list.showCitedOnly(site.locale.number(leftOut))),
      ),
  )
}
