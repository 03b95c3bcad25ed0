/** Links to the whole of a list as a file. */

import { bareType, offersOf, resourcesOf } from '../../../config/media.ts'
import { printConditions, type Condition } from '../../../filter/condition.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { SortBy } from '../../../search-index/query/sort-by.ts'
import { printSort } from '../../../api/request/list-url.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import type { Content } from '../../shared/html.ts'
import { paragraph } from '../shared/components.ts'
import type { Site } from '../shared/site.ts'

/** The path of downloads; the path of a collection follows. */
const DOWNLOAD_PATH = '/download'

export interface Downloads {
  readonly formats: readonly AlternateFormat[]
  /** Records in a download, at most. */
  readonly maximum: number
}

/** The whole of a list as a file. */
export function downloadsOf(
  { urls: { root } }: Site,
  type: EntityType,
  conditions: readonly Condition[],
  sort: SortBy | undefined,
  maximum: number,
): Downloads {
  const filter = conditions.length > 0 && `filter=${printConditions(conditions)}&`
  const url = `${root}${DOWNLOAD_PATH}/${type.path}?${filter || ''}${sort ? `${printSort(sort)}&` : ''}`
  const formats = offersOf(...resourcesOf('download', type)).map((offer) => ({
    name: offer.name,
    href: `${url}format=${offer.name}`,
    type: bareType(offer),
  }))
  return { formats, maximum }
}

/** A longer list than a download has is said to be one. */
export function downloadLinks({ formats, maximum }: Downloads, total: number, site: Site): Content {
  if (!site.has(`${DOWNLOAD_PATH}/{collection}`)) return null
  const { texts, number } = site.locale
  return total > maximum
    ? paragraph(texts.list.downloadLimit(number(maximum)))
    : paragraph(texts.list.downloadAs(total, number(total)), formatList(formats, site))
}
