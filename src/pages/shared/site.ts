/** What answers and pages need to know of the server and its graph. */

import type { About, InterfaceLanguage } from '../../config/about.ts'
import { LANGUAGE } from '../../config/parameters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import type { WordQuery } from '../../model/values/word-query.ts'
import type { FactsByRecord } from '../../record/naming/record-summary.ts'
import type { Page, PublishedGraph } from '../../record/urls.ts'
import type { ServedGraph } from '../../search-index/query/graph.ts'
import type { GraphQueries } from '../../search-index/query/graph-queries.ts'
import type { Locale as RecordLocale } from '../../record/naming/locale.ts'
import type { Locale } from '../texts/locale.ts'

/** The language of a page, and those that it could have. */
interface LanguageChoice {
  readonly languages: readonly InterfaceLanguage[]
  /** The URL says it, so that links do too. */
  readonly isInUrl: boolean
  /** Path and query of the page, without the language. */
  readonly url: string
}

export interface RequestSite extends PublishedGraph {
  /** Without its query methods: `queries` has them, bound to the request, and ends them with it. */
  readonly graph: Omit<ServedGraph, keyof GraphQueries>
  /** The queries of the graph; they stop when the client of the request disconnects. */
  readonly queries: GraphQueries
  readonly about: About
  /** In which what is answered is told. */
  readonly locale: RecordLocale
  /** How the page came to its language; absent where pages have English alone. */
  readonly languageChoice?: LanguageChoice
  /** Records to which others refer by id alone. */
  readonly namedRecords?: ReadonlyMap<string, Json>
  /** What is read elsewhere, in another page or in a feed, has links with the host. */
  readonly isElsewhere?: true
  /** What is searched for: its words are marked in titles and names. */
  readonly sought?: WordQuery | undefined
  /** What is told of the records that a page names. */
  readonly factsByRecord?: FactsByRecord
  /** Whether the server answers at a path. */
  has(path: string): boolean
}

/** What every page needs to know. */
export interface Site extends RequestSite {
  /** The language of the page. */
  readonly locale: Locale
}

/** A site in the language of a request: what a page that people read is made of. */
export interface PageSite extends Site {
  readonly languageChoice: LanguageChoice | undefined
}

/** Paths of pages beside the API. */
export const SEARCH_PATH = '/search'
export const SUGGEST_PATH = '/suggest'
/** The path of an institution's own pages; the name of one follows. */
export const OWN_PAGES_PATH = '/pages'
export const OPENSEARCH_PATH = '/opensearch.xml'
export const SPARQL_PATH = '/sparql'
export const DOCS_PATH = '/docs'
export const OPENAPI_PATH = '/openapi.json'

/** A URL with the language in which its page is to be. */
export const withLanguage = (url: string, language: InterfaceLanguage): string =>
  url.replace(/(?=#|$)/, `${url.includes('?') ? '&' : '?'}${LANGUAGE}=${language}`)

/** A URL that is no page has the same content in all languages. */
const IS_FILE = /[?&]format=(?!html)|^\/(?:assets|dump|download)\b/

/**
 * A URL of this server without its host: pages work under whatever name they were reached. It leads to the page in the
 * language that the URL of this one says.
 */
export function relativeHref(site: RequestSite, url: string): string {
  const { root } = site.urls
  if (site.isElsewhere) return url
  if (url !== root && !/^[/?#]/.test(url.startsWith(root) ? url.slice(root.length) : '-')) return url
  const path = url.slice(root.length)
  const localized =
    site.languageChoice?.isInUrl && !IS_FILE.test(path)
      ? withLanguage(path || '/', site.locale.language)
      : path
  return new URL(root).pathname.replace(/\/$/, '') + localized || '/'
}

/** A path of this server as it stands in links. */
export const hrefOf = (site: Site, path: string): string => relativeHref(site, site.urls.root + path)

/** The first page of a list as it stands in links, but for what is changed. */
export const pageHref = (site: Site, type: EntityType, page: Page, changes: Partial<Page>): string =>
  relativeHref(site, site.urls.page(type, { ...page, page: 1, format: undefined, ...changes }))
