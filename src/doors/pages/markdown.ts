/** Markdown on pages: what is said of the graph, and the pages that an institution has written itself. */

import type { OwnPage } from '../../config/about.ts'
import { htmlOfMarkdown } from '../../model/conversion/markdown.ts'
import { rawHtml, h, type Content } from '../shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { type PageSite } from './shared/site.ts'
import { OWN_PAGES_PATH } from '../../api/request/paths.ts'

/** Paragraphs, lists, tables, headings and links of a text. */
export const markdown = (text: string): Content => rawHtml('div', { class: 'prose' }, htmlOfMarkdown(text))

/** A page that an institution has written itself. @param name by which it is found */
export const ownPage = (name: string, { title, markdown: text }: OwnPage, site: PageSite): string =>
  layout(
    site,
    {
      title,
      canonical: `${site.urls.root}${OWN_PAGES_PATH}/${name}`,
    },
    h('article', { class: 'own' }, markdown(text)),
  )
