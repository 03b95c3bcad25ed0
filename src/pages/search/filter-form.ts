/** The form of a list's filters, made from their rows; it works without scripts. */

import type { Condition } from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { isGeneratedId } from '../../model/values/text.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Page } from '../../record/urls.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import type { ValueLabels } from './active-filters.ts'
import type { FacetCounts } from './facet-lists.ts'
import { translatedLabel } from './filter-fields.ts'
import { h, type Content } from '../shared/html.ts'
import { withUsualOrder } from '../shared/list-url.ts'
import { SEARCH_PATH, type Site } from '../shared/site.ts'
import { formAction, languageInput } from '../shared/components.ts'
import type { Locale } from '../texts/locale.ts'

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

/** Whether it looks for texts or words. */
const isText = ({ row: { operator } }: Filter): boolean => operator === 'contains' || operator === 'words'

/** A record as the form names it: `ETH Zurich [https://ror.org/05a28rw58]`. */
export const ID_IN_BRACKETS = /\[([^[\]]+)\]\s*$/

/** A list, as far as its form shows it. */
interface FormContent {
  readonly type: EntityType
  readonly page: Page
  readonly conditions: readonly Condition[]
  readonly labels: ValueLabels
  readonly facets?: readonly FacetCounts[] | undefined
}

/** A value of the list, as people name it, where they are counted; else what one looks like. */
function exampleOf({ key, row }: Filter, { facets }: FormContent, base: string): string {
  const counted = facets?.find((facet) => facet.key === key)?.values ?? []
  const example = counted.find((one) => !isGeneratedId(one.value))?.label ?? row.example
  return example.startsWith(base) ? example.slice(base.length) : example
}

/** The value of a condition by its name, and with the id by which it is found again; a code by its name alone. */
function namedValue(filter: Filter, value: string, { labels }: FormContent): string {
  const name = labels.get(filter)?.get(value)
  if (name === undefined || name === value) return value
  return isByName(filter) ? `${name} [${value}]` : filter.path.target.field ? name : value
}

/** The types of the records that a filter takes the id of, where people name them. */
const isByName = ({ path: { target } }: Filter): boolean => target.kind === 'id' && target.types.length > 0

function control(filter: Filter, value: string, content: FormContent, { base, locale }: Site): Content {
  const { texts, translate } = locale
  const words = wordsOf(filter)
  if (!words)
    return h('input', {
      type: isText(filter) ? 'search' : 'text',
      name: filter.key,
      value: namedValue(filter, value, content) || undefined,
      placeholder: texts.list.exampleValue(exampleOf(filter, content, base)),
      dir: 'auto',
      'data-types': isByName(filter) ? filter.path.target.types.map(({ path }) => path).join(',') : undefined,
    })
  const labelOf = (word: string): string =>
    (filter.kindPaths && content.type.kinds?.names[word]?.label) ?? word
  const options = value === '' || words.includes(value) ? words : [...words, value]
  return h(
    'select',
    { name: filter.key },
    h('option', { value: '' }, texts.list.any),
    options.map((word) =>
      h('option', { value: word, selected: word === value || undefined }, translate(labelOf(word))),
    ),
  )
}

function fieldsFor(filters: readonly Filter[], content: FormContent, site: Site): Content {
  const { type, conditions } = content
  return filters.map((filter) => {
    const values = conditions.filter((condition) => condition.filter === filter).map(({ value }) => value)
    return (values.length > 0 ? values : ['']).map((value) =>
      h(
        'label',
        null,
        h('span', null, translatedLabel(filter, type, site)),
        control(filter, value, content, site),
      ),
    )
  })
}

/** The filters of one part of a record. */
interface FilterGroup {
  readonly label: string
  readonly filters: Filter[]
}

/** Whether a filter asks for a value that records have themselves: a kind, a year, a language. */
const isOwn = ({ row, path: { target } }: Filter): boolean =>
  row.operator === 'gte' ||
  row.operator === 'lte' ||
  (row.facet !== undefined && (target.kind !== 'id' || target.types.length === 0))

/** Filters by the field of the record with which their paths begin; those of the record itself are first. */
function groupsOf(
  type: EntityType,
  filters: readonly Filter[],
  { labelOf, translate }: Locale,
): readonly FilterGroup[] {
  const groups = new Map<string, FilterGroup>()
  const ownGroup: FilterGroup = { label: translate(type.label), filters: [] }
  for (const filter of filters) {
    const [key = ''] = (filter.row.path ?? filter.key).replace(/^\^/, '').split(/[.|]/, 1)
    const field = type.fields[key]
    const isPart = field && ['object', 'reference', 'nest'].includes(field.kind) && !holdsIdentifiers(field)
    if (!isPart || isOwn(filter)) ownGroup.filters.push(filter)
    else {
      const group = groups.get(key) ?? { label: labelOf(key, field), filters: [] }
      groups.set(key, group)
      group.filters.push(filter)
    }
  }
  return [ownGroup, ...groups.values()].filter(({ filters }) => filters.length > 0)
}

function groupFields({ label, filters }: FilterGroup, content: FormContent, site: Site): Content {
  const { texts, number } = site.locale
  const used = content.conditions.filter(({ filter }) => filters.includes(filter)).length
  return h(
    'details',
    { open: used > 0 || undefined },
    h(
      'summary',
      null,
      label,
      used > 0 && h('span', { class: 'count' }, ` ${texts.list.inUse(number(used))}`),
    ),
    h('div', { class: 'fields' }, fieldsFor(filters, content, site)),
  )
}

/** What a list has besides its filters, but for the usual order: the form may be sent with a text, or without. */
function parameterInputs({ page: { parameters = '' }, type, conditions }: FormContent): Content {
  const usual = withUsualOrder([], type, conditions)
  const others = parameters.split('&').filter((one) => !usual.includes(one))
  return [...new URLSearchParams(others.join('&'))].map(([name, value]) =>
    h('input', { type: 'hidden', name, value }),
  )
}

/** The filters of which the form has fields: of two that ask the same, the one whose values are counted. */
export function filtersInForm(
  type: EntityType,
  model: Model,
  isUsed: (filter: Filter) => boolean = () => false,
): readonly Filter[] {
  const { all } = model.filtersOf(type)
  const pathOf = ({ key, row }: Filter): string => row.path ?? key
  const isRepeated = (filter: Filter): boolean =>
    filter.row.operator === 'equals' &&
    filter.row.facet === undefined &&
    filter.row.scheme === undefined &&
    all.some((other) => other.row.facet !== undefined && pathOf(other) === pathOf(filter))
  return all.filter((filter) => isUsed(filter) || !(filter.isDerived || isRepeated(filter)))
}

/** The form of a type's list, filled with its conditions. */
export function filterForm(content: FormContent, site: Site): Content {
  const { type, conditions } = content
  const isUsed = (filter: Filter): boolean => conditions.some((condition) => condition.filter === filter)
  const all = filtersInForm(type, site.model, isUsed)
  const texts = all.filter(isText)
  const exactFilters = all.filter((filter) => !isText(filter))
  const exactConditions = conditions.filter(({ filter }) => exactFilters.includes(filter)).length
  const { translate, number } = site.locale
  const { searchBox, list } = site.locale.texts
  const label = searchBox.searchType(translate(type.plural))
  return h(
    'form',
    {
      class: 'filters',
      action: formAction(site, `${SEARCH_PATH}/${type.path}`),
      'aria-label': label,
    },
    h('p', { class: 'find' }, label),
    languageInput(site),
    parameterInputs(content),
    h(
      'div',
      { class: 'fields' },
      fieldsFor(texts, content, site),
      h('button', { type: 'submit' }, searchBox.search),
    ),
    exactFilters.length > 0 &&
      h(
        'details',
        null,
        h(
          'summary',
          null,
          list.moreFilters,
          exactConditions > 0 && ` ${list.inUse(number(exactConditions))}`,
        ),
        h(
          'div',
          { class: 'groups' },
          groupsOf(type, exactFilters, site.locale).map((group) => groupFields(group, content, site)),
        ),
        h('button', { type: 'submit' }, searchBox.search),
      ),
  )
}
