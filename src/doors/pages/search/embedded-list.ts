/** A list for the page of another site: in a frame, or copied into it. */

import type { Condition } from '../../../filter/condition.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { summaryList } from '../record/list-item.ts'
import { frameHeaders, frameStyle, framePage } from '../../shared/embeddable-page.ts'
import { h } from '../../shared/html.ts'
import type { Site } from '../shared/site.ts'
import { describeSearch, type ValueLabels } from './active-filters.ts'

export interface EmbeddedList {
  readonly type: EntityType
  readonly records: readonly Json[]
  readonly total: number
  readonly conditions: readonly Condition[]
  readonly labels: ValueLabels
  /** URL of its page. */
  readonly url: string
}

const style = frameStyle(
  ':root{color-scheme:light dark}' +
    'body{margin:0;padding:.25rem;font:15px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}' +
    'ol{margin:0;padding:0;list-style:none}li{margin:0 0 .9rem}h1,h2,p{margin:0;font-size:1em}' +
    'h1{margin:0 0 .9rem;font-size:1.15em}a{color:#0b57a4}' +
    '@media(prefers-color-scheme:dark){body{background:#121a1d;color:#e6edef}a{color:#8cc4ff}}' +
    '.where,.more{font-size:.9em}.sign{border:1px solid;border-radius:.3em;padding:0 .3em;margin-left:.4em}' +
    '.warning{font-weight:bold}.more{border-top:1px solid;padding-top:.5rem}',
)

/** Those of its own. */
export const headers = frameHeaders(style)

export function embeddedList(content: EmbeddedList, site: Site): string {
  const { type, records, total, conditions, labels, url } = content
  const { texts, count } = site.locale
  const counted = count(total, type)
  const more = total > records.length ? texts.list.allCounted(counted) : counted
  const title = describeSearch(type, conditions, labels, site)
  return framePage(
    site,
    `${title} – ${site.about.title}`,
    style,
    h(
      'main',
      null,
      h('h1', null, title),
      summaryList(records, type, { ...site, isElsewhere: true }, 1),
      h('p', { class: 'more' }, h('a', { href: url }, texts.list.at(more, site.about.title))),
    ),
  )
}
