/** A record in a small frame on the page of another site: its title, what kind of record it is, its identifiers. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import { summarise } from '../../record/naming/record-summary.ts'
import { identifiersIn } from '../../record/naming/field-values.ts'
import { frameHeaders, frameStyle, framePage } from '../shared/embeddable-page.ts'
import { h } from '../shared/html.ts'
import { shorten } from '../../model/values/text.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { identifier } from '../shared/identifier.ts'

/** Pixels of the frame. */
export const previewSize = { width: 400, height: 160 } as const

const MAX_TITLE_LENGTH = 140
const MAX_DESCRIPTION_LENGTH = 160
const MAX_IDENTIFIERS = 3

const style = frameStyle(
  'body{margin:0;padding:.6rem;font:14px/1.35 system-ui,sans-serif;overflow-wrap:anywhere}' +
    'h1{margin:0 0 .3rem;font-size:1.05rem}p{margin:.2rem 0}a{color:#0b57a4}',
)

/** Those of its own. */
export const previewHeaders = frameHeaders(style)

export function previewPage(record: Json, type: EntityType, site: GraphContext): string {
  const { local_identifier: iri, label, description } = summarise(record, type, site)
  const identifiers = identifiersIn(record, type, site.model).slice(0, MAX_IDENTIFIERS)
  const title = shorten(label, MAX_TITLE_LENGTH)
  return framePage(
    site,
    title,
    style,
    h('h1', { dir: 'auto' }, h('a', { href: site.urls.entity(type, iri), rel: 'noopener' }, title)),
    h('p', { dir: 'auto' }, shorten(description, MAX_DESCRIPTION_LENGTH)),
    identifiers.map((one) => h('p', null, identifier(one))),
  )
}
