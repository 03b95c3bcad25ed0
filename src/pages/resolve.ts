/** Pages of identifiers that several records have, or that records only mention. */

import { isGeneratedId } from '../model/identifiers/generated-ids.ts'
import type { EntityType } from '../model/rows/row.ts'
import { external, h, type Content } from './shared/html.ts'
import { isLinkable } from '../model/values/text.ts'
import { layout } from './shared/page-layout.ts'
import { nameOf, reference } from './record/reference-links.ts'
import { paragraph } from './shared/components.ts'
import type { PageSite, Site } from './shared/site.ts'
import { upperFirst } from '../record/naming/locale.ts'

/** A record that has an identifier, or refers to it in these fields. */
export interface RecordLink {
  readonly iri: string
  readonly type: EntityType
  readonly by?: readonly string[]
}

/** What kind of record it is, and in which fields it refers to the identifier. */
function noteOf(type: EntityType, by: readonly string[], { locale }: Site): string {
  const words = [type.label, ...by.map((word) => upperFirst(word.replaceAll('_', ' ')))]
  return locale.texts.record.kinds(words.map(locale.translate))
}

const item = ({ iri, type, by = [] }: RecordLink, site: Site): Content =>
  h('li', null, reference(iri, site), ' ', h('span', { class: 'note' }, noteOf(type, by, site)))

const list = (links: readonly RecordLink[], site: Site): Content =>
  h('section', null, h('ul', null, ...links.map((one) => item(one, site))))

/** Several records have the identifier. */
export const choicesPage = (identifier: string, found: readonly RecordLink[], site: PageSite): string =>
  layout(
    site,
    { title: site.locale.texts.record.severalTitle },
    h('h1', null, site.locale.texts.record.severalTitle),
    h('p', { class: 'says', dir: 'auto' }, site.locale.texts.record.several(identifier)),
    list(found, site),
  )

/** No record has the identifier, but records refer to it. @param total how many do */
export function mentionPage(
  iri: string,
  total: number,
  links: readonly RecordLink[],
  site: PageSite,
): string {
  const { texts, number } = site.locale
  const { record } = texts
  return layout(
    site,
    { title: nameOf(iri, site) },
    h('p', { class: 'kind' }, record.noRecord),
    h('h1', { class: 'untitled' }, nameOf(iri, site)),
    h(
      'p',
      { class: 'says' },
      record.mentioned(total, number(total)) +
        (total > links.length ? record.firstListed(number(links.length)) : ''),
    ),
    list(links, site),
    isLinkable(iri) && !isGeneratedId(iri) && paragraph(record.originalAddress, external(iri, iri)),
  )
}
