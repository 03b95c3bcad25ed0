/** The collections in which words are found, as tabs above their lists. */

import { printConditions, wordsCondition } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import type { Urls } from '../../record/urls.ts'
import { h, type Content } from '../shared/html.ts'
import { counted } from '../shared/components.ts'
import { hrefOf, relativeHref, SEARCH_PATH, type Site } from '../shared/site.ts'

/** The path of a search in all collections. */
export const searchPath = (text: string): string => `${SEARCH_PATH}?q=${encodeURIComponent(text)}`

/** The list of the records of a type that have all words of a text. */
export const wordsUrl = (urls: Urls, model: Model, type: EntityType, text: string): string =>
  urls.list(type, printConditions([wordsCondition(model, type, text)]))

/** How many records of a collection are found. */
export interface CollectionCount {
  readonly type: EntityType
  readonly total: number
}

/** The list that a page shows. */
interface ShownList extends CollectionCount {
  readonly url: string
  /** It has other filters beside the words, which the other tabs do not have: the sum would be no sum. */
  readonly isNarrowed: boolean
}

/** @param shown the list of the page; absent: all collections */
export function resultTabs(
  text: string,
  counts: readonly CollectionCount[],
  shown: ShownList | undefined,
  site: Site,
): Content {
  const found = counts.filter(({ type, total }) => total > 0 || type === shown?.type)
  if (found.length === 0) return null
  const { texts, translate, number } = site.locale
  const sum = shown?.isNarrowed ? undefined : found.reduce((all, { total }) => all + total, 0)
  const tab = (href: string, label: string, count: number | undefined, isHere: boolean): Content =>
    h(
      'li',
      null,
      h(
        'a',
        { href, 'aria-current': isHere ? 'page' : undefined },
        label,
        count !== undefined && [' ', counted(number(count))],
      ),
    )
  return h(
    'nav',
    { class: 'tabs', 'aria-label': texts.search.tabs },
    h(
      'ul',
      null,
      tab(hrefOf(site, searchPath(text)), texts.search.all, sum, shown === undefined),
      found.map(({ type, total }) => {
        const here = type === shown?.type ? shown : undefined
        const url = here?.url ?? wordsUrl(site.urls, site.model, type, text)
        return tab(relativeHref(site, url), translate(type.plural), here?.total ?? total, here !== undefined)
      }),
    ),
  )
}
