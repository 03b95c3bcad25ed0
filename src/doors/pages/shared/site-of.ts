/** What pages are made of: the graph in the language of a request, with the texts of pages. */

import type { GraphContext, LocalContext } from '../../../api/graph-context.ts'
import type { PageSite } from '../../../pages/shared/site.ts'
import { localeOf } from '../../../pages/texts/locale.ts'

export type PageContext = GraphContext & PageSite

export const inLanguage = (site: LocalContext): PageContext => ({
  ...site,
  locale: localeOf(site.model, site.locale.language),
})

export const siteOf = ({ site }: { readonly site: LocalContext }): PageContext => inLanguage(site)

/** What programs read has no language: feeds, redirects. */
export const inEnglish = (context: GraphContext): PageContext =>
  inLanguage({ ...context, languageChoice: undefined })
