/** The form of a list's filters, made from their rows; it works without scripts. */

import { isNarrowing, type Condition } from '../../../filter/condition.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import { isGeneratedId } from '../../../model/identifiers/generated-ids.ts'
import { licenceName } from '../../../model/identifiers/licences.ts'
import type { Model } from '../../../model/model.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { Page } from '../../../record/urls.ts'
import type { ValueLabels } from './active-filters.ts'
import type { FacetCounts } from '../../../api/facets/facets-of-list.ts'
import { isByName, translatedLabel } from './filter-fields.ts'
import { h, type Content } from '../../shared/html.ts'
import { statedConditions, withUsualOrder } from '../../../api/request/list-url.ts'
import { type Site } from '../shared/site.ts'
import { SEARCH_PATH } from '../../../api/request/paths.ts'
import { formAction, languageInput } from '../shared/components.ts'

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

/** A value of the list, as people name it, where they are counted. */
function exampleOf({ key }: Filter, { facets }: FormContent, base: string): string {
  const counted = facets?.find((facet) => facet.key === key)?.values ?? []
  const example = counted.find((one) => !isGeneratedId(one.value))?.label ?? ''
  return licenceName(example) ?? (example.startsWith(base) ? example.slice(base.length) : example)
}

/** The value of a condition by its name, and with the id by which it is found again; a code by its name alone. */
function namedValue(filter: Filter, value: string, { labels }: FormContent): string {
  const name = labels.get(filter)?.get(value)
  if (name === undefined || name === value) return value
  return isByName(filter) ? `${name} [${value}]` : filter.path.target.field ? name : value
}

function control(filter: Filter, value: string, content: FormContent, { base, locale }: Site): Content {
  const { texts, translate } = locale
  const words = wordsOf(filter)
  const example = exampleOf(filter, content, base)
  if (!words)
    return h('input', {
      type: isText(filter) ? 'search' : 'text',
      name: filter.key,
      value: namedValue(filter, value, content) || undefined,
      placeholder: (example || undefined) && texts.list.exampleValue(example),
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
    // Records may have two of them: boxes to tick ask for either, a second field for both.
    const all =
      values.length === 0 || (filter.row.facet !== undefined && isNarrowing(filter))
        ? [...values, '']
        : values
    return all.map((value, i) =>
      h(
        'label',
        null,
        h('span', null, i > 0 && site.locale.texts.list.and, translatedLabel(filter, type, site)),
        control(filter, value, content, site),
      ),
    )
  })
}

/** What a list has besides its filters, but for the usual order: the form may be sent with a text, or without. */
function parameterInputs({ page: { parameters = '' }, type, conditions }: FormContent): Content {
  const usual = withUsualOrder([], type, conditions)
  const others = parameters.split('&').filter((one) => !usual.includes(one))
  return [...new URLSearchParams(others.join('&'))].map(([name, value]) =>
    h('input', { type: 'hidden', name, value }),
  )
}

/** What programs ask: ids, the scheme of identifiers, classes of a vocabulary by their IRIs. */
const isForPrograms = ({ path: { steps, target } }: Filter): boolean => {
  const identifier = steps.at(-1)?.identifier
  return identifier === undefined
    ? target.kind === 'id' && (steps.length === 0 || target.types.length === 0)
    : identifier.value.key !== target.key
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
    all.some(
      (other) =>
        pathOf(other) === pathOf(filter) &&
        (filter.row.scheme === undefined ? other.row.facet !== undefined : other.row.scheme === undefined),
    )
  const isCoarse = ({ key }: Filter): boolean => type.kinds !== undefined && key === type.display?.subtype
  return all.filter(
    (filter) =>
      isUsed(filter) ||
      !(filter.isDerived || isForPrograms(filter) || isRepeated(filter) || isCoarse(filter)),
  )
}

/** Fields that stand above “more”. */
const MAX_FIELDS = 12

/** Those of which people ask first: texts, then what is counted beside the list. */
const firstInForm = (filter: Filter): number =>
  isText(filter) || filter.kindPaths ? 0 : filter.row.facet === undefined ? 2 : 1

/** The form of a type's list, filled with its conditions. */
export function filterForm(content: FormContent, site: Site): Content {
  const { type, conditions } = content
  const isUsed = (filter: Filter): boolean => conditions.some((condition) => condition.filter === filter)
  const all = filtersInForm(type, site.model, isUsed).toSorted((a, b) => firstInForm(a) - firstInForm(b))
  const others = all.slice(MAX_FIELDS)
  const used = others.filter((filter) =>
    statedConditions(conditions).some((one) => one.filter === filter),
  ).length
  const { translate, number } = site.locale
  const { searchBox, list } = site.locale.texts
  const label = searchBox.searchType(translate(type.plural))
  const button = h('button', { type: 'submit' }, searchBox.search)
  return h(
    'form',
    {
      class: 'filters',
      action: formAction(site, `${SEARCH_PATH}/${type.path}`),
      'aria-label': label,
    },
    languageInput(site),
    parameterInputs(content),
    h('div', { class: 'fields' }, fieldsFor(all.slice(0, MAX_FIELDS), content, site), button),
    others.length > 0 &&
      h(
        'details',
        { open: used > 0 || undefined },
        h('summary', null, list.moreFilters, used > 0 && ` ${list.inUse(number(used))}`),
        h('div', { class: 'fields' }, fieldsFor(others, content, site), button),
      ),
  )
}
