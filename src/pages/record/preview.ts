/** A record in a small frame on the page of another site: its title, what kind of record it is, its identifiers. */

import { createHash } from 'node:crypto'
import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import { summarise } from '../../record/citation/record-summary.ts'
import { identifiersIn } from '../../record/citation/field-values.ts'
import { external, h, writeDocument } from '../shared/html.ts'
import { shorten } from '../shared/labels.ts'
import type { Site } from '../shared/site.ts'

/** Pixels of the frame. */
export const previewSize = { width: 400, height: 160 } as const

const MAX_TITLE_LENGTH = 140
const MAX_DESCRIPTION_LENGTH = 160
const MAX_IDENTIFIERS = 3

const STYLE =
  'body{margin:0;padding:.6rem;font:14px/1.35 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{margin:0 0 .3rem;font-size:1.05rem}p{margin:.2rem 0}a{color:#0b57a4}'

/** Any site may show the page in a frame; it loads and runs nothing. */
export const previewPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

export function previewPage(record: Json, type: EntityType, site: Site): string {
  const { local_identifier: iri, label, description } = summarise(record, type, site.model)
  const identifiers = identifiersIn(record, type, site.model).slice(0, MAX_IDENTIFIERS)
  return writeDocument(
    h(
      'html',
      { lang: 'en' },
      h(
        'head',
        null,
        h('meta', { charset: 'utf-8' }),
        h('title', null, shorten(label, MAX_TITLE_LENGTH)),
        h('style', null, STYLE),
      ),
      h(
        'body',
        null,
        h(
          'h1',
          { dir: 'auto' },
          h(
            'a',
            { href: site.urls.entity(type, iri), target: '_blank', rel: 'noopener' },
            shorten(label, MAX_TITLE_LENGTH),
          ),
        ),
        h('p', { dir: 'auto' }, shorten(description, MAX_DESCRIPTION_LENGTH)),
        identifiers.map(({ scheme, value, url }) =>
          h('p', null, `${scheme} `, external(url ?? '', value, { target: '_blank' })),
        ),
      ),
    ),
  )
}
