/** The collections in which words are found, as tabs above their lists. */

import type { Condition } from '../../../filter/condition.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { h, type Content } from '../../shared/html.ts'
import { counted, linkItem } from '../shared/components.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import { hrefOf, relativeHref, type Site } from '../shared/site.ts'
import { SEARCH_PATH } from '../../../api/request/paths.ts'

/** The path of a search in all collections. */
export const searchPath = (text: string): string => `${SEARCH_PATH}?q=${encodeURIComponent(text)}`

/** How many records of a collection are found. */
export interface CollectionCount {
  readonly type: EntityType
  /** Those that they meet. */
  readonly conditions: readonly Condition[]
  readonly total: number
}

/** The list that a page shows. */
interface ShownList extends Omit<CollectionCount, 'conditions'> {
  readonly url: string
  /** It has other filters beside the words, which the other tabs do not have: the sum would be no sum. */
  readonly isNarrowed: boolean
}

/** Nothing where one kind has all. @param shown the list of the page; absent: all collections */
export function resultTabs(
  text: string,
  counts: readonly CollectionCount[],
  shown: ShownList | undefined,
  site: Site,
): Content {
  const found = counts.filter(({ type, total }) => total > 0 || type === shown?.type)
  if (found.length < 2) return null
  const { texts, translate, number } = site.locale
  const sum = shown?.isNarrowed ? undefined : found.reduce((all, { total }) => all + total, 0)
  const tab = (href: string, label: string, count: number | undefined, isHere: boolean): Content =>
    linkItem(href, isHere, label, count !== undefined && [' ', counted(number(count))])
  return h(
    'nav',
    { class: 'tabs', 'aria-label': texts.search.tabs },
    h(
      'ul',
      null,
      tab(hrefOf(site, searchPath(text)), texts.search.all, sum, shown === undefined),
      found.map(({ type, conditions, total }) => {
        const here = type === shown?.type ? shown : undefined
        const url = here?.url ?? listUrl(site.urls, type, conditions)
        return tab(relativeHref(site, url), translate(type.plural), here?.total ?? total, here !== undefined)
      }),
    ),
  )
}
