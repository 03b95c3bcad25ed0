/** The facets beside a list: the values of its records, each with its count and a link to their list. */

import { joinValues } from '../../../filter/values/alternatives.ts'
import {
  asksForAll,
  printConditions,
  valuesOf,
  type Condition,
  boundOf,
  conditionFor,
  isSame,
} from '../../../filter/condition.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { eachNameOnce } from '../../../record/naming/name-of-record.ts'
import type { Page } from '../../../record/urls.ts'
import { FACET_SIZE, FACETS, MAX_FACET_SIZE } from '../../../config/parameters.ts'
import { columns, type YearsHref } from '../shared/chart.ts'
import { h, type Content } from '../../shared/html.ts'
import { counted, formAction, languageInput } from '../shared/components.ts'
import { pageHref, type Site } from '../shared/site.ts'
import { SEARCH_PATH } from '../../../api/request/paths.ts'
import { SEPARATOR } from '../../../model/rows/filter-row.ts'
import { statedConditions } from '../../../api/request/list-url.ts'
import { isByName } from './filter-fields.ts'
import type { FacetCounts, LabelledCount } from '../../../api/facets/facets-of-list.ts'

export interface FacetContent {
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
 * Of boxes to tick people expect “or”: one more value widens the list; one that is chosen is given up. Where all must
 * hold (contributors, two conditions of one filter), one more narrows it.
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
  // A value that has the separator in itself can only be asked for alone.
  const partsOf = (one: Condition): string[] => (value.includes(SEPARATOR) ? [] : valuesOf(filter, one.value))
  const rest = conditions.filter((one) => one.filter !== filter)
  const condition = (values: readonly string[]): Condition[] =>
    values.length === 0 ? [] : [{ key: filter.key, filter, value: joinValues(values) }]
  const holder = conditionFor(filter, value, own, site.base)
  if (holder) {
    const left = partsOf(holder).filter((one) => !isSame(filter, one, value, site.base))
    return {
      isChosen: true,
      href: listOf([...rest, ...own.filter((one) => one !== holder), ...condition(left)]),
    }
  }
  if (asksForAll(filter, own))
    return { isChosen: false, href: listOf([...conditions, ...condition([value])]) }
  return { isChosen: false, href: listOf([...rest, ...condition([...own.flatMap(partsOf), value])]) }
}

function valueItem(
  filter: Filter,
  value: LabelledCount,
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
    const bound = boundOf(filter, operator, type, site.model)
    if (!bound) return undefined
    const others = conditions.filter((one) => one.filter !== filter && one.filter !== bound)
    const all = [...others, { key: bound.key, filter: bound, value }]
    return pageHref(site, type, page, { filter: printConditions(all) })
  }
  return columns(points, site.locale.translate(facet.label), site.locale, yearsHref)
}

function facetList(facet: FacetCounts, content: FacetContent, site: Site): Content {
  const { key, values, total = 0 } = facet
  const { texts, translate, number } = site.locale
  const label = translate(facet.label)
  const filter = site.model.filtersOf(content.type).find(key) as Filter
  const isChosen = ({ value }: LabelledCount): boolean =>
    conditionFor(filter, value, content.conditions, site.base) !== undefined
  const isByTime = filter.path.target.kind === 'date'
  const areNamed = content.page.parameters?.includes(`${FACETS}=`)
  const areAll = content.page.parameters?.includes(`${FACET_SIZE}=${MAX_FACET_SIZE}`)
  const ordered = (areNamed ? [...values] : eachNameOnce(values, site)).sort(
    (a, b) => Number(isChosen(b)) - Number(isChosen(a)),
  )
  const open = areAll ? ordered.length : MAX_OPEN
  const shown = isByTime ? ordered.filter(isChosen) : ordered.slice(0, open)
  const hidden = isByTime ? [] : ordered.slice(open)
  const most = Math.max(...values.map(({ count }) => count))
  const items = (some: readonly LabelledCount[]): Content =>
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
    areAll &&
      total > values.length &&
      h(
        'p',
        { class: 'note' },
        texts.list.mostFrequent(number(values.length), number(total), translate(content.type.plural)),
      ),
    (areAll || total > values.length) && isByName(filter) && findForm(filter, label, content, site),
    items(shown),
    hidden.length > 0 &&
      h('details', null, h('summary', null, texts.list.more(number(hidden.length))), items(hidden)),
    !isByTime && !areAll && total > values.length && allLink(content, key, site),
  )
}

/** Finds a value of a long facet by its name, as the form of the list does. */
function findForm(filter: Filter, label: string, { type, conditions }: FacetContent, site: Site): Content {
  const text = site.locale.texts.list.findIn(label)
  const isEither = !asksForAll(filter, conditions)
  return h(
    'form',
    { class: 'filters', action: formAction(site, `${SEARCH_PATH}/${type.path}`) },
    languageInput(site),
    h('input', {
      type: 'search',
      name: filter.key,
      'aria-label': text,
      placeholder: text,
      'data-types': filter.path.target.types.map(({ path }) => path).join(','),
    }),
    conditions.map((one) =>
      h('input', {
        type: 'hidden',
        name: one.key,
        value: one.filter === filter && isEither ? joinValues(['', one.value]) : one.value,
      }),
    ),
  )
}

/** A link to the list with all values of a facet, and no other facet. */
function allLink({ type, page }: FacetContent, key: string, site: Site): Content {
  const others = (page.parameters ?? '')
    .split('&')
    .filter((one) => one !== '' && ![FACETS, FACET_SIZE].includes(one.split('=')[0] as string))
  const parameters = [...others, `${FACETS}=${key}`, `${FACET_SIZE}=${MAX_FACET_SIZE}`].join('&')
  const href = pageHref(site, type, page, { parameters })
  return h('p', { class: 'more' }, h('a', { href, rel: 'nofollow' }, site.locale.texts.list.showAll))
}

/** Whether a facet distinguishes records, or has a value that can be given up: not that with which pages begin. */
function isUseful({ key, values }: FacetCounts, { conditions }: FacetContent, site: Site): boolean {
  const own = conditions.filter(({ filter }) => filter.key === key)
  return own.length > 0 ? statedConditions(own).length > 0 : eachNameOnce(values, site).length > 1
}

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
