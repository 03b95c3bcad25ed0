/** The page of a search for records by their names: the first of each collection, or the pages of one. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { fits, type Fit } from '../../query/name-search.ts'
import { recordSummary, summaryList } from '../record/record-summary.ts'
import { h, type Content } from '../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { counted, countedHeading, linkTo, pagingLinks } from '../shared/parts.ts'
import { hrefOf, relativeHref, SEARCH_PATH, type Site } from '../shared/site.ts'
import { formatCount, formatNumber } from '../shared/labels.ts'

/** The matches in one collection. */
export interface CollectionMatches {
  readonly type: EntityType
  readonly total: number
  /** The first of them, or those of a page. */
  readonly records: readonly Json[]
  /** How well each of these fits. */
  readonly fits: readonly Fit[]
}

/** A record that was found, as one of its types. */
export interface FoundRecord {
  readonly record: Json
  readonly type: EntityType
}

/** What a search found. */
export interface SearchContent {
  readonly searchText: string
  readonly results: readonly CollectionMatches[]
  /** Those of all collections that fit best; none where one collection has all. */
  readonly best: readonly FoundRecord[]
  /** Records that have the text as an identifier. */
  readonly identified: readonly FoundRecord[]
  /** A similar text that something is found for. */
  readonly suggestion?: string | undefined
  /** The page of the one collection that is searched; absent where the first records of each are shown. */
  readonly page?: { readonly page: number; readonly pageSize: number } | undefined
  /** The list of all matches in a collection. */
  allOf(type: EntityType, page?: number): string
}

/** Records of each collection that are shown where several are searched. */
export const MAX_PER_COLLECTION = 3

/** The path of a search in all collections. */
const searchPath = (text: string): string => `${SEARCH_PATH}?q=${encodeURIComponent(text)}`

function identifiedSection({ identified }: SearchContent, site: Site): Content {
  if (identified.length === 0) return null
  return h(
    'section',
    null,
    h(
      'h2',
      null,
      identified.length === 1 ? 'The record with this identifier' : 'Records with this identifier',
    ),
    h(
      'ul',
      { class: 'briefs' },
      identified.map(({ record, type }) => h('li', null, recordSummary(record, type, site))),
    ),
  )
}

/** The records that stand above the lists, and in these no more; none where they are all that is found. */
const bestAbove = ({ best, results }: SearchContent): readonly FoundRecord[] =>
  best.length === results.reduce((sum, { total }) => sum + total, 0) ? [] : best

function bestSection(best: readonly FoundRecord[], site: Site): Content {
  if (best.length === 0) return null
  return h(
    'section',
    null,
    h('h2', null, 'Best matches'),
    h(
      'ul',
      { class: 'briefs' },
      best.map(({ record, type }) =>
        h('li', null, h('p', { class: 'kind' }, type.label), recordSummary(record, type, site)),
      ),
    ),
  )
}

/** Collections by their best record; those of which none is shown last. */
const bestFirst = (results: readonly CollectionMatches[]): CollectionMatches[] => {
  const rankOf = (one: CollectionMatches): number => {
    const [best] = one.fits
    return best === undefined ? fits.length : fits.indexOf(best)
  }
  return [...results].sort((a, b) => rankOf(a) - rankOf(b))
}

function nothingFound({ searchText, suggestion }: SearchContent, site: Site): Content {
  return [
    h(
      'p',
      { class: 'nothing', dir: 'auto' },
      `No results for “${searchText}”. `,
      'The search looks for records whose titles, names or labels have all the words. Try fewer words.',
    ),
    suggestion !== undefined &&
      h('p', { dir: 'auto' }, 'Did you mean ', linkTo(site, searchPath(suggestion), suggestion), '?'),
  ]
}

/** The first records of a collection that do not stand above; nothing where all of it does. */
function collectionSection(
  { type, total, records }: CollectionMatches,
  above: ReadonlySet<Json>,
  content: SearchContent,
  site: Site,
): Content {
  const others = records.filter((record) => !above.has(record)).slice(0, MAX_PER_COLLECTION)
  if (others.length === 0) return null
  return h(
    'section',
    null,
    countedHeading('h2', type.plural, formatCount(total, type)),
    summaryList(others, type, site),
    total > others.length &&
      h('p', { class: 'onward' }, linkTo(site, content.allOf(type), `All ${formatCount(total, type)}`)),
  )
}

/** The records of a page of the one collection that is searched. */
function collectionPage(
  { type, total, records }: CollectionMatches,
  content: SearchContent,
  { page, pageSize }: NonNullable<SearchContent['page']>,
  site: Site,
): Content {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const urlOf = (number: number): string | undefined =>
    number < 1 || number > last ? undefined : content.allOf(type, number)
  const targets = [
    ['prev', 'Previous', urlOf(page - 1)],
    ['next', 'Next', urlOf(page + 1)],
  ] as const
  return h(
    'section',
    null,
    countedHeading('h2', type.plural, formatCount(total, type)),
    records.length === 0
      ? h('p', { class: 'nothing' }, `The last page is ${formatNumber(last)}.`)
      : summaryList(records, type, site, (page - 1) * pageSize + 1),
    pagingLinks({ page, last, targets }, site),
    h('p', { class: 'onward' }, linkTo(site, searchPath(content.searchText), 'Search all collections')),
  )
}

/** The collections that have matches, each with their number. */
function tabs(results: readonly CollectionMatches[], content: SearchContent, site: Site): Content {
  const { searchText, page } = content
  if (results.length === 0) return null
  const total = results.reduce((sum, one) => sum + one.total, 0)
  const tab = (url: string, label: string, count: number | undefined, isHere: boolean): Content =>
    h(
      'li',
      null,
      h(
        'a',
        {
          href: url.startsWith('/') ? hrefOf(site, url) : relativeHref(site, url),
          'aria-current': isHere ? 'page' : undefined,
        },
        label,
        count !== undefined && [' ', counted(count)],
      ),
    )
  return h(
    'nav',
    { class: 'tabs', 'aria-label': 'Collections with matches' },
    h(
      'ul',
      null,
      tab(searchPath(searchText), 'All', page ? undefined : total, page === undefined),
      results.map(({ type, total: one }) => tab(content.allOf(type), type.plural, one, page !== undefined)),
    ),
  )
}

/** The page of a search. */
export function searchPage(content: SearchContent, site: Site): string {
  const { searchText, identified, page } = content
  const results = bestFirst(content.results.filter(({ total }) => total > 0))
  const [only] = results
  const best = bestAbove(content)
  const above = new Set(best.map(({ record }) => record))
  return layout(
    site,
    {
      title: `Search: ${searchText}`,
      searchText,
      ...(page && only && { activeCollection: only.type.path, searchIn: only.type }),
    },
    h('h1', { class: 'plain', dir: 'auto' }, `Results for “${searchText}”`),
    tabs(results, content, site),
    identifiedSection(content, site),
    bestSection(best, site),
    results.length === 0 && identified.length === 0 && nothingFound(content, site),
    page && only
      ? collectionPage(only, content, page, site)
      : results.map((matches) => collectionSection(matches, above, content, site)),
  )
}
