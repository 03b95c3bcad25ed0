/** The page of a search for words in all collections: the first records of each. */

import { parseWords } from '../../../model/values/word-query.ts'
import { fits } from '../../../search-index/query/name-search.ts'
import type { CollectionMatches } from '../../../api/lookup/word-results.ts'
import { recordSummary, summaryList } from '../record/list-item.ts'
import { h, type Content } from '../../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { countedHeading, linkTo, noRecordNote } from '../shared/components.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import type { PageSite, Site } from '../shared/site.ts'
import { resultTabs, searchPath } from './result-tabs.ts'
import type { SearchContent } from '../../../api/routes/search/search.ts'

/** Records that a page has room for: those of each collection are as many as may be, and three at least. */
export const MAX_ON_PAGE = 12

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

/** Collections by their best record; those of which none is shown last. */
const bestFirst = (results: readonly CollectionMatches[]): CollectionMatches[] => {
  const rankOf = (one: CollectionMatches): number => {
    const [best] = one.fits
    return best === undefined ? fits.length : fits.indexOf(best)
  }
  return [...results].sort((a, b) => rankOf(a) - rankOf(b))
}

function nothingFound({ searchText, fewer }: SearchContent, site: PageSite): Content {
  const { search } = site.locale.texts
  if (site.model.identifiers.isIdentifier(searchText)) return noRecordNote(searchText, site)
  return [
    h(
      'p',
      { class: 'nothing', dir: 'auto' },
      search.nothing(searchText),
      fewer && search.fewer(linkTo(site, searchPath(fewer.words), h('strong', null, fewer.words))),
    ),
    !fewer && h('p', null, search.advice),
  ]
}

/** The first records of a collection. */
function collectionSection({ type, total, records, conditions }: CollectionMatches, site: Site): Content {
  const { texts, translate, count, number } = site.locale
  return h(
    'section',
    null,
    countedHeading('h2', translate(type.plural), number(total)),
    summaryList(records, type, site),
    total > records.length &&
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
  return layout(
    site,
    { title: search.title(searchText), searchText },
    h('h1', { class: 'plain', dir: 'auto' }, search.resultsFor(searchText)),
    resultTabs(text, results, undefined, site),
    identifiedSection(content, site),
    content.results.every(({ total }) => total === 0) &&
      identified.length === 0 &&
      nothingFound(content, site),
    results.map((matches) => collectionSection(matches, site)),
  )
}
