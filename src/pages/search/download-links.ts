/** Links to the whole of a list as a file. */

import { bareType, offersOf, type Resource } from '../../media.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import type { Content } from '../shared/html.ts'
import { formatNumber } from '../shared/labels.ts'
import { paragraph } from '../shared/components.ts'
import type { Site } from '../shared/site.ts'

/** The path of downloads; the path of a collection follows. */
export const DOWNLOAD_PATH = '/download'

export interface Downloads {
  readonly formats: readonly AlternateFormat[]
  /** Records in a download, at most. */
  readonly maximum: number
}

/** @param url to which the format is added */
export const alternativesOf = (url: string, resources: readonly Resource[]): AlternateFormat[] =>
  offersOf(...resources).map((offer) => ({
    name: offer.name,
    href: `${url}format=${offer.name}`,
    type: bareType(offer),
  }))

/** Nothing where there is nothing to download; a longer list than a download has is said to be one. */
export function downloadLinks({ formats, maximum }: Downloads, total: number, site: Site): Content {
  if (total === 0 || !site.has(`${DOWNLOAD_PATH}/{collection}`)) return null
  const all = total === 1 ? 'the record' : `all ${formatNumber(total)} records`
  return total > maximum
    ? paragraph(`A download has ${formatNumber(maximum)} records at most: add a filter to have one.`)
    : paragraph(`Download ${all} as `, formatList(formats, site))
}
