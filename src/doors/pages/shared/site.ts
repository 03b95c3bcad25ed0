/** What pages are made of, and the links in them. */

import type { EntityType } from '../../../model/rows/row.ts'
import type { Page } from '../../../record/urls.ts'
import type { WordQuery } from '../../../model/values/word-query.ts'
import { localeOf, type Locale } from '../texts/locale.ts'
import { withLanguage, type GraphContext, type LocalContext } from '../../../api/graph-context.ts'

/** What every page needs to know. */
export interface Site extends GraphContext {
  /** The language of the page. */
  readonly locale: Locale
  /** What is read elsewhere, in another page or in a feed, has links with the host. */
  readonly isElsewhere?: true
  /** What is searched for: its words are marked in titles and names. */
  readonly sought?: WordQuery | undefined
}

/** A site in the language of a request: what a page that people read is made of. */
export interface PageSite extends Site {
  readonly languageChoice: GraphContext['languageChoice']
}

/** What is answered to a request, with the texts of pages in its language. */
export const inLanguage = (context: LocalContext): PageSite => ({
  ...context,
  locale: localeOf(context.model, context.locale.language),
})

export const siteOf = ({ site }: { readonly site: LocalContext }): PageSite => inLanguage(site)

/** What programs read has no language: a feed. */
export const inEnglish = (context: GraphContext): PageSite =>
  inLanguage({ ...context, languageChoice: undefined })

/** A URL that is no page has the same content in all languages. */
const IS_FILE = /[?&]format=(?!html)|^\/(?:assets|dump|download)\b/

/**
 * A URL of this server without its host: pages work under whatever name they were reached. It leads to the page in the
 * language that the URL of this one says.
 */
export function relativeHref(site: GraphContext & Pick<Site, 'isElsewhere'>, url: string): string {
  const { root } = site.urls
  if (site.isElsewhere) return url
  if (url !== root && !/^[/?#]/.test(url.startsWith(root) ? url.slice(root.length) : '-')) return url
  const path = url.slice(root.length)
  const localized =
    site.languageChoice?.isInUrl && !IS_FILE.test(path)
      ? withLanguage(path || '/', site.locale.language)
      : path
  return site.urls.path + localized || '/'
}

/** A path of this server as it stands in links. */
export const hrefOf = (site: Site, path: string): string => relativeHref(site, site.urls.root + path)

/** The first page of a list as it stands in links, but for what is changed. */
export const pageHref = (site: Site, type: EntityType, page: Page, changes: Partial<Page>): string =>
  relativeHref(site, site.urls.page(type, { ...page, page: 1, format: undefined, ...changes }))
