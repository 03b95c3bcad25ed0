/** Links to the whole of a list as a file. */

import { bareType, offersOf, type Resource } from '../../config/media.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import type { Content } from '../shared/html.ts'
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

/** A longer list than a download has is said to be one. */
export function downloadLinks({ formats, maximum }: Downloads, total: number, site: Site): Content {
  if (!site.has(`${DOWNLOAD_PATH}/{collection}`)) return null
  const { texts, number } = site.locale
  return total > maximum
    ? paragraph(texts.list.downloadLimit(number(maximum)))
    : paragraph(texts.list.downloadAs(total, number(total)), formatList(formats, site))
}
