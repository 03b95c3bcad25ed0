/** Pages of identifiers that several records have, or that records only mention. */

import { isGeneratedId } from '../model/values/generated-ids.ts'
import type { EntityType } from '../model/rows/row.ts'
import { external, h, isLinkable, type Content } from './shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { nameOf, reference } from './record/reference-links.ts'
import { paragraph } from './shared/components.ts'
import type { Site } from './shared/site.ts'
import { formatNumber } from './shared/labels.ts'

/** A record that has an identifier, or refers to it in these fields. */
export interface RecordLink {
  readonly iri: string
  readonly type: EntityType
  readonly by?: readonly string[]
}

const item = ({ iri, type, by = [] }: RecordLink, site: Site): Content =>
  h(
    'li',
    null,
    reference(iri, site),
    ' ',
    h(
      'span',
      { class: 'note' },
      [type.label.toLowerCase(), ...by.map((word) => word.replaceAll('_', ' '))].join(', '),
    ),
  )

const list = (links: readonly RecordLink[], site: Site): Content =>
  h('section', null, h('ul', null, ...links.map((one) => item(one, site))))

/** Several records have the identifier. */
export const choicesPage = (identifier: string, found: readonly RecordLink[], site: Site): string =>
  layout(
    site,
    { title: 'Several records' },
    h('h1', null, 'Several records'),
    h('p', { class: 'says', dir: 'auto' }, `These records have the identifier ${identifier}.`),
    list(found, site),
  )

/** No record has the identifier, but records refer to it. @param total how many do */
export const mentionPage = (iri: string, total: number, links: readonly RecordLink[], site: Site): string =>
  layout(
    site,
    { title: nameOf(iri, site) },
    h('p', { class: 'kind' }, 'No record'),
    h('h1', { class: 'untitled' }, nameOf(iri, site)),
    h(
      'p',
      { class: 'says' },
      'Only mentioned: ' +
        `${total === 1 ? 'one record refers' : `${formatNumber(total)} records refer`} to it, but ` +
        'there is no record of ' +
        `it.${total > links.length ? ` The first ${formatNumber(links.length)} are listed here.` : ''}`,
    ),
    list(links, site),
    isLinkable(iri) && !isGeneratedId(iri) && paragraph('Original address: ', external(iri, iri)),
  )
