/** The filters of a list in words: chips, each with a link that removes it, and what the list is called. */

import { describeConditions, printConditions, valuesOf, type Condition } from '../../filter/condition.ts'
import { ONLY_CITED } from '../../model/rows/added-filters.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Page } from '../../record/urls.ts'
import { labelOfFilter } from './filter-fields.ts'
import { isRanked } from '../../query/text-search.ts'
import { withoutRelevance } from './sort-links.ts'
import { h, type Content } from '../shared/html.ts'
import { pageHref, type Site } from '../shared/site.ts'

/** Labels of values that are ids or codes: value → label, by the filter of the values. */
export type ValueLabels = ReadonlyMap<Filter, ReadonlyMap<string, string>>

/** Why a list is named by the titles of records: their ids say nothing to people. */
const BY_ID = /(?:(?:someone|the one|the record) )?with the id(?: or [^“]+?)? “/g

/** Without the condition that every list of people has: a note beside the list says what is left out. */
export const statedConditions = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ filter, value }) => filter.key !== ONLY_CITED || value !== 'false')

/** What a list holds, in English. */
export function describeSearch(type: EntityType, all: readonly Condition[], labels: ValueLabels): string {
  const conditions = statedConditions(all)
  if (conditions.length === 0) return `All ${type.plural.toLowerCase()}`
  const texts = conditions.map((condition) => {
    const names = labels.get(condition.filter)
    const text = describeConditions([condition], (value) => names?.get(value) ?? value)
    return names && names.size > 0 ? text.replace(BY_ID, '“') : text
  })
  return `${type.plural} ${texts.join(' and ')}`
}

/** The conditions of a list, each with a link to the list without it; nothing where there are none. */
export function activeFilters(
  type: EntityType,
  page: Page,
  all: readonly Condition[],
  labels: ValueLabels,
  site: Site,
): Content {
  const conditions = statedConditions(all)
  if (conditions.length === 0) return null
  const without = (others: readonly Condition[]): string => {
    const parameters = others.some(isRanked) ? page.parameters : withoutRelevance(page.parameters)
    return pageHref(site, type, page, { filter: printConditions(others), parameters })
  }
  const chip = (condition: Condition): Content => {
    const { filter, value } = condition
    const names = labels.get(filter)
    const name = labelOfFilter(filter, type, site.model)
    const text = valuesOf(filter, value)
      .map((one) => names?.get(one) ?? one)
      .join(' or ')
    return h(
      'li',
      null,
      h(
        'a',
        {
          href: without(conditions.filter((one) => one !== condition)),
          'aria-label': `Remove the filter ${name}: ${text}`,
        },
        h('span', { class: 'filter-name' }, `${name} `),
        h('bdi', null, text),
        h('span', { class: 'cross', 'aria-hidden': 'true' }, ' ×'),
      ),
    )
  }
  return h(
    'ul',
    { class: 'chips', 'aria-label': 'Active filters' },
    conditions.map(chip),
    conditions.length > 1 && h('li', { class: 'all' }, h('a', { href: without([]) }, 'Remove all')),
  )
}
