/** What readers do with a record: read it, cite it, take it along. */

import { isGeneratedId } from '../../model/values/generated-ids.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { AlternateFormat } from '../shared/format-links.ts'
import { formatList } from '../shared/format-links.ts'
import { h, type Content } from '../shared/html.ts'
import { paragraph } from '../shared/parts.ts'
import type { Site } from '../shared/site.ts'
import { citeThis } from './cite.ts'

/** Buttons, of which those that open something need no script. */
export function actions(
  record: Json,
  type: EntityType,
  formats: readonly AlternateFormat[],
  links: readonly Content[],
  site: Site,
): Content {
  const citation = citeThis(record, type, formats, site)
  const panel = (id: string, label: string, content: Content): Content =>
    h(
      'details',
      { id, class: 'action', name: 'actions' },
      h('summary', { class: 'button' }, label),
      h('div', { class: 'panel' }, content),
    )
  return h(
    'div',
    { class: 'actions' },
    links,
    citation && panel('cite', 'Cite', citation),
    panel('export', 'Export', [
      paragraph(formatList(formats, site)),
      !isGeneratedId(record.local_identifier) && h('p', { class: 'iri' }, String(record.local_identifier)),
    ]),
  )
}
