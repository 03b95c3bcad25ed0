/** Pages of identifiers that several records have, or that records only mention. */

import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { external, h, type Content } from '../shared/html.ts'
import { isLinkable } from '../../model/values/text.ts'
import { layout } from './shared/page-layout.ts'
import { nameOf, reference } from './record/reference-links.ts'
import { paragraph } from './shared/components.ts'
import { siteOf, type PageSite, type Site } from './shared/site.ts'
import { upperFirst } from '../../record/naming/locale.ts'
import { loadRecords } from '../../api/representation/records.ts'
import type { RecordLink } from '../../api/request/pages.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'

/** What kind of record it is, and in which fields it refers to the identifier. */
function noteOf(type: EntityType, by: readonly string[], { locale }: Site): string {
  const words = [type.label, ...by.map((word) => upperFirst(word.replaceAll('_', ' ')))]
  return locale.texts.record.kinds(words.map(locale.translate))
}

const item = ({ iri, type, by = [] }: RecordLink, site: Site): Content =>
  h('li', null, reference(iri, site), ' ', h('span', { class: 'note' }, noteOf(type, by, site)))

const list = (links: readonly RecordLink[], site: Site): Content =>
  h('section', null, h('ul', null, ...links.map((one) => item(one, site))))

/** The site with the names of the linked records. */
async function withNames(request: RouteRequest, found: readonly RecordLink[]): Promise<PageSite> {
  const site = siteOf(request)
  const records = await loadRecords(site, found)
  return {
    ...site,
    namedRecords: new Map(records.map((record, i) => [(found[i] as RecordLink).iri, record])),
  }
}

/** Several records have the identifier. */
export async function choicesPage(
  request: RouteRequest,
  identifier: string,
  found: readonly RecordLink[],
): Promise<string> {
  const site = await withNames(request, found)
  const { record } = site.locale.texts
  return layout(
    site,
    { title: record.severalTitle },
    h('h1', null, record.severalTitle),
    h('p', { class: 'says', dir: 'auto' }, record.several(identifier)),
    list(found, site),
  )
}

/** No record has the identifier, but records refer to it. @param total how many do */
export async function mentionPage(
  request: RouteRequest,
  iri: string,
  total: number,
  links: readonly RecordLink[],
): Promise<string> {
  const site = await withNames(request, links)
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
