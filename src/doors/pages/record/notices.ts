/** Notices above a record, such as that of a retraction, and their badges in lists. */

import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { noticesIn } from '../../../record/citation/csl.ts'
import { kindOf } from '../../../record/naming/name-of-record.ts'
import type { Referrers } from '../../../search-index/query/references.ts'
import { between, h, type Content } from '../../shared/html.ts'
import { dateText } from '../shared/labels.ts'
import type { Site } from '../shared/site.ts'
import { reference } from './reference-links.ts'

/** Records by `recordKey`: an entity may be of two types. */
export type ReferrerRecords = ReadonlyMap<string, Json>

export const recordKey = (iri: string, type: EntityType): string => `${type.name} ${iri}`

/** Small signs beside a record, but for its kind, which stands there. */
export const noticeBadges = (record: Json, type: EntityType, site: Site): Content[] =>
  noticesIn(record, type, site.model).map(({ label, level }) =>
    h('span', { class: `sign ${level}` }, site.locale.translate(label)),
  )

const MAX_REFERRERS = 3

/** Banners above a record: those that have a sentence. */
export function noticeBanners(
  record: Json,
  type: EntityType,
  { lists }: Referrers,
  referrerRecords: ReferrerRecords,
  site: Site,
): Content[] {
  const { translate } = site.locale
  const banner = (level: string, ...content: Content[]): Content =>
    h('p', { class: `notice ${level}`, role: level === 'warning' ? 'alert' : 'note' }, ...content)
  const kind = kindOf(record, type)
  const all = type.display?.notices ?? []
  const byKind = all.filter((notice) => kind && notice.kind === kind)
  const found = [
    ...noticesIn(record, type, site.model),
    ...byKind.map((notice) => ({ ...notice, value: '' })),
  ]
  const own = found.map(({ text, level, value }) => {
    const says = text && translate(text).replace('{value}', () => dateText(value, site.locale))
    return says && banner(level, says)
  })
  const others = all.flatMap(({ referredBy, text = '', level }) => {
    const list = lists.find((one) => one.type.name === type.name && one.path.join('.') === referredBy)
    if (!list) return []
    const names = list.iris
      .slice(0, MAX_REFERRERS)
      .map((iri) => reference(referrerRecords.get(recordKey(iri, type)) ?? iri, site))
    return [banner(level, translate(text).replace('{value}', ''), between(names, ', '))]
  })
  return [...own, ...others]
}
