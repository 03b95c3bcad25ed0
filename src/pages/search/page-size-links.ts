/** Links to the same list with more or fewer records on a page. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Page } from '../../record/urls.ts'
import { between, h, type Content } from '../shared/html.ts'
import { pageHref, type Site } from '../shared/site.ts'

const SIZES = [10, 25, 50, 100] as const

/** The page that begins with or before the first record of this one; nothing for a list of one short page. */
export function pageSizeLinks(type: EntityType, page: Page, total: number, site: Site): Content {
  if (total <= SIZES[0]) return null
  const first = (page.page - 1) * page.pageSize
  const link = (size: number): Content => {
    if (size === page.pageSize) return h('strong', null, size)
    const href = pageHref(site, type, page, { pageSize: size, page: Math.floor(first / size) + 1 })
    return h('a', { href }, size)
  }
  return h('p', { class: 'sizes' }, 'Records per page: ', between(SIZES.map(link), ' · '))
}
