/** The facets beside a list: the values of its records, each with its count and a link to their list. */

import { joinValues } from '../../filter/values/alternatives.ts'
import {
  printConditions,
  valuesOf,
  type Condition,
  conditionFor,
  isNarrowing,
  isSame,
} from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { eachNameOnce } from '../../record/naming/name-of-record.ts'
import type { Page } from '../../record/urls.ts'
import { DEFAULT_FACET_SIZE, FACET_SIZE, FACETS, MAX_FACET_SIZE } from '../../config/parameters.ts'
import { columns, type YearsHref } from '../shared/chart.ts'
import { h, type Content } from '../shared/html.ts'
import { counted, formAction, languageInput } from '../shared/components.ts'
import { pageHref, SEARCH_PATH, type Site } from '../shared/site.ts'
import { isByName } from './filter-fields.ts'

/** Values of each facet of a page that names none. */
const PAGE_SIZE = 12

/**
 * The parameters with which a page has all values of a facet, and no other facet; undefined where it has all.
 * @param shown values that it has
 */
function allValues(parameters = '', key: string, shown: number): string | undefined {
  const all = parameters.split('&').filter(Boolean)
  const sizeText = all.find((one) => one.startsWith(`${FACET_SIZE}=`))?.slice(FACET_SIZE.length + 1)
  const size = Number(sizeText ?? (parameters.includes(`${FACETS}=`) ? DEFAULT_FACET_SIZE : PAGE_SIZE))
  if (shown < size || size === MAX_FACET_SIZE) return undefined
  const others = all.filter((one) => !one.startsWith(`${FACETS}=`) && !one.startsWith(`${FACET_SIZE}=`))
  return [...others, `${FACETS}=${key}`, `${FACET_SIZE}=${MAX_FACET_SIZE}`].join('&')
}

interface FacetValue {
  readonly value: string
  readonly label: string
  readonly count: number
  /** URL of the list of the records that have the value. */
  readonly local_identifier: string
}

export interface FacetCounts {
  readonly key: string
  /** Its heading. */
  readonly label: string
  readonly values: readonly FacetValue[]
}

interface FacetContent {
  readonly type: EntityType
  readonly page: Page
  readonly total: number
  readonly conditions: readonly Condition[]
  /** Absent where none are requested. */
  readonly facets?: readonly FacetCounts[] | undefined
}

/** Values that stand above “more”. */
const MAX_OPEN = 6

/** What a value of a facet does to the list: choosing it, or giving it up. */
interface Choice {
  readonly isChosen: boolean
  readonly href: string
}

/**
 * A value of a facet of which a record has one widens the list by those that have it; of which a record may have
 * several, it narrows the list to those that have it too. One that is chosen is given up.
 */
function choiceOf(
  filter: Filter,
  value: string,
  { type, page, conditions }: FacetContent,
  site: Site,
): Choice {
  const listOf = (others: readonly Condition[]): string =>
    pageHref(site, type, page, { filter: printConditions(others) })
  const own = conditions.filter((one) => one.filter === filter)
  const rest = conditions.filter((one) => one.filter !== filter)
  const condition = (values: readonly string[]): Condition[] =>
    values.length === 0 ? [] : [{ key: filter.key, filter, value: joinValues(values) }]
  const holder = conditionFor(filter, value, own, site.base)
  if (holder) {
    const left = valuesOf(filter, holder.value).filter((one) => !isSame(filter, one, value, site.base))
    return {
      isChosen: true,
      href: listOf([...rest, ...own.filter((one) => one !== holder), ...condition(left)]),
    }
  }
  if (isNarrowing(filter)) return { isChosen: false, href: listOf([...conditions, ...condition([value])]) }
  const chosen = own.flatMap((one) => valuesOf(filter, one.value))
  return { isChosen: false, href: listOf([...rest, ...condition([...chosen, value])]) }
}

function valueItem(
  filter: Filter,
  value: FacetValue,
  most: number,
  content: FacetContent,
  site: Site,
): Content {
  const { isChosen, href } = choiceOf(filter, value.value, content, site)
  const { texts, number } = site.locale
  const share = Math.max(1, Math.round((100 * value.count) / most))
  return h(
    'li',
    null,
    h(
      'a',
      { class: 'choice', href, rel: 'nofollow', 'aria-current': isChosen ? 'true' : undefined },
      h('span', { class: 'tick', 'aria-hidden': 'true' }, isChosen ? '✓' : ''),
      h('bdi', null, value.label),
      h('span', { class: 'unseen' }, isChosen ? ` ${texts.list.chosen} ` : ' '),
      counted(number(value.count)),
      h(
        'svg',
        { class: 'share', viewBox: '0 0 100 2', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        h('rect', { width: share, height: 2 }),
      ),
    ),
  )
}

/** Years in the order of time, as columns that are links. */
function histogram(filter: Filter, facet: FacetCounts, content: FacetContent, site: Site): Content {
  const points = facet.values.map(({ value, label, count }) => ({
    label,
    value: count,
    href: choiceOf(filter, value, content, site).href,
  }))
  const { type, page, conditions } = content
  const yearsHref: YearsHref = (operator, value) => {
    const bound = site.model
      .filtersOf(type)
      .all.find(
        ({ row }) => row.operator === operator && row.path !== undefined && row.path === filter.row.path,
      )
    if (!bound) return undefined
    const others = conditions.filter((one) => one.filter !== filter && one.filter !== bound)
    const all = [...others, { key: bound.key, filter: bound, value }]
    return pageHref(site, type, page, { filter: printConditions(all) })
  }
  return columns(points, site.locale.translate(facet.label), site.locale, yearsHref)
}

function facetList(facet: FacetCounts, content: FacetContent, site: Site): Content {
  const { key, values } = facet
  const { texts, translate, number } = site.locale
  const label = translate(facet.label)
  const filter = site.model.filtersOf(content.type).find(key) as Filter
  const moreParameters = allValues(content.page.parameters, key, values.length)
  const isChosen = ({ value }: FacetValue): boolean =>
    conditionFor(filter, value, content.conditions, site.base) !== undefined
  const isByTime = filter.path.target.kind === 'date'
  const areAll = content.page.parameters?.includes(`${FACETS}=`)
  const ordered = (areAll ? [...values] : eachNameOnce(values, site)).sort(
    (a, b) => Number(isChosen(b)) - Number(isChosen(a)),
  )
  const shown = isByTime ? ordered.filter(isChosen) : ordered.slice(0, MAX_OPEN)
  const hidden = isByTime ? [] : ordered.slice(MAX_OPEN)
  const most = Math.max(...values.map(({ count }) => count))
  const items = (some: readonly FacetValue[]): Content =>
    some.length > 0 &&
    h(
      'ul',
      null,
      some.map((value) => valueItem(filter, value, most, content, site)),
    )
  return h(
    'section',
    null,
    h('h2', null, label),
    isByTime && histogram(filter, facet, content, site),
    items(shown),
    hidden.length > 0 &&
      h('details', null, h('summary', null, texts.list.more(number(hidden.length))), items(hidden)),
    !isByTime &&
      moreParameters !== undefined &&
      h('p', { class: 'more' }, pageLink(content, moreParameters, texts.list.showAll, site)),
    moreParameters !== undefined && isByName(filter) && findForm(filter, label, content, site),
  )
}

/** Finds a value of a long facet by its name, as the form of the list does. */
function findForm(filter: Filter, label: string, { type, conditions }: FacetContent, site: Site): Content {
  const others = conditions.filter((one) => isNarrowing(filter) || one.filter !== filter)
  const text = site.locale.texts.list.findIn(label)
  return h(
    'form',
    { class: 'filters', action: formAction(site, `${SEARCH_PATH}/${type.path}`) },
    languageInput(site),
    others.map(({ key, value }) => h('input', { type: 'hidden', name: key, value })),
    h('input', {
      type: 'search',
      name: filter.key,
      'aria-label': text,
      placeholder: text,
      'data-types': filter.path.target.types.map(({ path }) => path).join(','),
    }),
  )
}

/** A link to the first page of the same list with other parameters. */
const pageLink = ({ type, page }: FacetContent, parameters: string, text: string, site: Site): Content =>
  h('a', { href: pageHref(site, type, page, { parameters }), rel: 'nofollow' }, text)

/** Whether a facet distinguishes records, or has a value that can be given up. */
const isUseful = ({ key, values }: FacetCounts, { conditions }: FacetContent, site: Site): boolean =>
  eachNameOnce(values, site).length > 1 || conditions.some(({ filter }) => filter.key === key)

/** The facets of a list; nothing where there are none. */
export function facetSection(content: FacetContent, site: Site): Content {
  const useful = (content.facets ?? []).filter(
    (facet) => isUseful(facet, content, site) && facet.values.length > 0,
  )
  return (
    useful.length > 0 &&
    h(
      'nav',
      { class: 'facets', 'aria-label': site.locale.texts.list.facets },
      useful.map((facet) => facetList(facet, content, site)),
    )
  )
}
