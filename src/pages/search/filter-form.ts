/** The form of a list's filters, made from their rows; it works without scripts. */

import type { Condition } from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { labelOfFilter, sampleOf } from './filter-fields.ts'
import { h, type Content } from '../shared/html.ts'
import { hrefOf, SEARCH_PATH, type Site } from '../shared/site.ts'
import { formatNumber } from '../shared/labels.ts'

/** The words of which the value is one; undefined where any text may be. */
function wordsOf({ path: { target: leaf }, row }: Filter): readonly string[] | undefined {
  if (
    row.operator !== 'equals' ||
    (leaf.field?.kind !== 'rdfType' && leaf.field?.kind !== 'vocabTerm') ||
    !leaf.field.terms?.length
  )
    return undefined
  const otherwise = leaf.field.kind === 'rdfType' ? leaf.field.default : undefined
  return otherwise === undefined ? leaf.field.terms : [...leaf.field.terms, otherwise]
}

function control(filter: Filter, value: string, type: EntityType, site: Site): Content {
  const sample = sampleOf(filter, type, site)
  const words = wordsOf(filter)
  if (!words)
    return h('input', {
      type: filter.row.operator === 'contains' ? 'search' : 'text',
      name: filter.key,
      value: value || undefined,
      placeholder: sample === undefined ? undefined : `e.g. ${sample}`,
      dir: 'auto',
    })
  const options = value === '' || words.includes(value) ? words : [...words, value]
  return h(
    'select',
    { name: filter.key },
    h('option', { value: '' }, 'any'),
    options.map((word) => h('option', { value: word, selected: word === value || undefined }, word)),
  )
}

function fieldsFor(
  filters: readonly Filter[],
  conditions: readonly Condition[],
  type: EntityType,
  site: Site,
): Content {
  return filters.map((filter) => {
    const values = conditions.filter((condition) => condition.filter === filter).map(({ value }) => value)
    return (values.length > 0 ? values : ['']).map((value) =>
      h(
        'label',
        null,
        h('span', null, labelOfFilter(filter, type, site.model)),
        control(filter, value, type, site),
      ),
    )
  })
}

/** The form of a type's list, filled with what was asked. */
export function filterForm(type: EntityType, conditions: readonly Condition[], site: Site): Content {
  const isUsed = (filter: Filter): boolean => conditions.some((condition) => condition.filter === filter)
  const all = site.model.filtersOf(type).all.filter((filter) => !filter.isDerived || isUsed(filter))
  const texts = all.filter(({ row }) => row.operator === 'contains')
  const others = all.filter(({ row }) => row.operator !== 'contains')
  const used = conditions.filter(({ filter }) => others.includes(filter)).length
  return h(
    'form',
    {
      class: 'filters',
      action: hrefOf(site, `${SEARCH_PATH}/${type.path}`),
      'aria-label': `Search ${type.plural.toLowerCase()}`,
    },
    h('p', { class: 'find' }, `Search ${type.plural.toLowerCase()}`),
    h(
      'div',
      { class: 'fields' },
      fieldsFor(texts, conditions, type, site),
      h('button', { type: 'submit' }, 'Search'),
    ),
    others.length > 0 &&
      h(
        'details',
        { open: used > 0 || undefined },
        h('summary', null, `More filters${used > 0 ? ` (${formatNumber(used)} used)` : ''}`),
        h(
          'div',
          { class: 'fields' },
          fieldsFor(others, conditions, type, site),
          h('button', { type: 'submit' }, 'Search'),
        ),
      ),
  )
}
