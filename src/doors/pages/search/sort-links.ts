/** Links to the other orders of a list, and to it with more or fewer records on a page. */

import type { Condition } from '../../../filter/condition.ts'
import { RELEVANCE } from '../../../search-index/query/relevance.ts'
import { ordersOf, type NamedOrder } from '../../../search-index/query/stamps.ts'
import { isRanked, isWordSearch } from '../../../search-index/query/text-search.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { DESCENDING, SORT } from '../../../config/parameters.ts'
import type { Page } from '../../../record/urls.ts'
import { between, h, type Content } from '../../shared/html.ts'
import { pageHref, type Site } from '../shared/site.ts'

/** Names first to last; dates and counts from the newest and largest down. */
const directionOf = ({ by }: NamedOrder): string => (by === 'text' ? '' : DESCENDING)

/** The list that is sorted. */
interface SortedList {
  readonly type: EntityType
  readonly page: Page
  readonly total: number
  readonly conditions: readonly Condition[]
}

/** Nothing where a list has one order alone. */
export function sortLinks({ type, page, total, conditions }: SortedList, site: Site): Content {
  if (total < 2) return null
  const orders = Object.entries(ordersOf(type))
  const byWords = conditions.some(isWordSearch)
  const { texts, translate } = site.locale
  const { list } = texts
  const parameters = (page.parameters ?? '').split('&').filter(Boolean)
  const others = parameters.filter((one) => !one.startsWith(`${SORT}=`))
  const current = parameters.find((one) => one.startsWith(`${SORT}=`))?.slice(SORT.length + 1)
  const link = (label: string, sort: string | undefined): Content => {
    if (sort === current) return h('strong', null, label)
    const sorted = [...(sort === undefined ? [] : [`${SORT}=${sort}`]), ...others].join('&')
    return h('a', { href: pageHref(site, type, page, { parameters: sorted }) }, label)
  }
  /** Of the order in use both directions. */
  const orderLink = (name: string, order: NamedOrder): Content => {
    const descending = `${name}${DESCENDING}`
    if (current === name)
      return [h('strong', null, translate(order.doc)), list.orDescending(link(list.descending, descending))]
    if (current === descending)
      return [h('strong', null, translate(order.doc)), list.orAscending(link(list.ascending, name))]
    return link(translate(order.doc), `${name}${directionOf(order)}`)
  }
  return h(
    'p',
    { class: 'sort' },
    list.sortedBy,
    between(
      [
        byWords
          ? link(list.relevance, undefined)
          : conditions.some(isRanked) && link(list.relevance, RELEVANCE),
        current === undefined && !byWords && link(list.id, undefined),
        ...orders.map(([name, order]) => orderLink(name, order)),
      ].filter(Boolean),
      ' · ',
    ),
  )
}

const SIZES = [10, 20, 50, 100] as const

/** The page that begins with or before the first record of this one; nothing for a list of one short page. */
export function pageSizeLinks(type: EntityType, page: Page, total: number, site: Site): Content {
  if (total <= SIZES[0]) return null
  const first = (page.page - 1) * page.pageSize
  const link = (size: number): Content => {
    if (size === page.pageSize) return h('strong', null, size)
    const href = pageHref(site, type, page, { pageSize: size, page: Math.floor(first / size) + 1 })
    return h('a', { href }, size)
  }
  return h('p', { class: 'sizes' }, site.locale.texts.list.pageSizes, between(SIZES.map(link), ' · '))
}
