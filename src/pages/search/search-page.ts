/** The page of a search for words in all collections: the first records of each. */

import type { Condition } from '../../filter/condition.ts'
import type { Json } from '../../model/values/json.ts'
import { parseWords } from '../../model/values/word-query.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { fits, type Fit } from '../../search-index/query/name-search.ts'
import { recordSummary, summaryList } from '../record/list-item.ts'
import { h, type Content } from '../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { countedHeading, linkTo } from '../shared/components.ts'
import { listUrl } from '../shared/list-url.ts'
import type { PageSite, Site } from '../shared/site.ts'
import { resultTabs, searchPath } from './result-tabs.ts'

/** The matches in one collection. */
export interface CollectionMatches {
  readonly type: EntityType
  readonly total: number
  /** The conditions that they meet. */
  readonly conditions: readonly Condition[]
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
  /** What some of the words find, where nothing has all. */
  readonly fewer?: { readonly words: string; readonly results: readonly CollectionMatches[] }
}

/** Records of each collection that are shown where several are searched. */
export const MAX_PER_COLLECTION = 3

function identifiedSection({ identified }: SearchContent, site: Site): Content {
  if (identified.length === 0) return null
  return h(
    'section',
    null,
    h('h2', null, site.locale.texts.search.identified(identified.length)),
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
    h('h2', null, site.locale.texts.search.best),
    h(
      'ul',
      { class: 'briefs' },
      best.map(({ record, type }) =>
        h(
          'li',
          null,
          h('p', { class: 'kind' }, site.locale.translate(type.label)),
          recordSummary(record, type, site),
        ),
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

function nothingFound({ searchText, suggestion, fewer }: SearchContent, site: Site): Content {
  const { search } = site.locale.texts
  return [
    h(
      'p',
      { class: 'nothing', dir: 'auto' },
      search.nothing(searchText),
      fewer && search.fewer(h('strong', null, fewer.words)),
    ),
    suggestion !== undefined &&
      h('p', { dir: 'auto' }, search.didYouMean(linkTo(site, searchPath(suggestion), suggestion))),
  ]
}

/** The first records of a collection that do not stand above; nothing where all of it does. */
function collectionSection(
  { type, total, records, conditions }: CollectionMatches,
  above: ReadonlySet<Json>,
  site: Site,
): Content {
  const others = records.filter((record) => !above.has(record)).slice(0, MAX_PER_COLLECTION)
  if (others.length === 0) return null
  const { texts, translate, count } = site.locale
  return h(
    'section',
    null,
    countedHeading('h2', translate(type.plural), count(total, type)),
    summaryList(others, type, site),
    total > others.length &&
      h(
        'p',
        { class: 'onward' },
        linkTo(site, listUrl(site.urls, type, conditions), texts.list.allCounted(count(total, type))),
      ),
  )
}

/** The page of a search. */
export function searchPage(content: SearchContent, plainSite: PageSite): string {
  const { searchText, identified, fewer } = content
  const text = fewer?.words ?? searchText
  const site = { ...plainSite, sought: parseWords(text) }
  const { search } = site.locale.texts
  const results = bestFirst((fewer?.results ?? content.results).filter(({ total }) => total > 0))
  const best = bestAbove(content)
  const above = new Set(best.map(({ record }) => record))
  return layout(
    site,
    { title: search.title(searchText), searchText },
    h('h1', { class: 'plain', dir: 'auto' }, search.resultsFor(searchText)),
    resultTabs(text, results, undefined, site),
    identifiedSection(content, site),
    bestSection(best, site),
    content.results.every(({ total }) => total === 0) &&
      identified.length === 0 &&
      nothingFound(content, site),
    results.map((matches) => collectionSection(matches, above, site)),
  )
}
