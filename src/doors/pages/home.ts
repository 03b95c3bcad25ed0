/** The home page: what the graph is, how much is in it, and how to access it. */

import { textOfMarkdown } from '../../model/conversion/markdown.ts'
import { markdown } from './markdown.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import type { SortBy } from '../../search-index/query/sort-by.ts'
import { profileCharts, type Profile } from './record/profile-charts.ts'
import { summaryList } from './record/list-item.ts'
import { between, h, type Content } from '../shared/html.ts'
import { brandPicture, layout, searchForm } from './shared/page-layout.ts'
import { counted, fact, factList, linkTo } from './shared/components.ts'
import { wholeListUrl, printSort } from '../../api/request/list-url.ts'
import { type PageSite, type Site } from './shared/site.ts'
import { SEARCH_PATH } from '../../api/request/paths.ts'

/** The first records of a list in an order. */
export interface FirstRecords {
  readonly type: EntityType
  readonly sort: SortBy
  readonly records: readonly Json[]
}

export interface HomeContent {
  /** How many records of each type there are, but for what is only cited. */
  readonly counts: ReadonlyMap<EntityType, number>
  /** The graph as search engines of data read it. */
  readonly forSearch: object | undefined
  readonly charts: readonly Profile[]
  /** What can be searched for. */
  readonly examples: readonly string[]
  /** The newest records of a type that has dates, and those of one that are cited most. */
  readonly newest?: FirstRecords | undefined
  readonly mostCited?: FirstRecords | undefined
}

/** How much there is, in a line. */
const figures = ({ counts }: HomeContent, site: Site): Content =>
  h(
    'p',
    { class: 'figures' },
    between(
      [...counts].map(([type, count]) =>
        linkTo(site, wholeListUrl(site, type), site.locale.count(count, type)),
      ),
      ' · ',
    ),
  )

function firstRecords(
  first: FirstRecords | undefined,
  heading: (types: string) => string,
  { counts }: HomeContent,
  site: Site,
): Content {
  if (!first || first.records.length === 0) return null
  const { type, sort, records } = first
  const { texts, translate, count } = site.locale
  const url = wholeListUrl(site, type, [printSort(sort)])
  return h(
    'section',
    null,
    h('h2', null, heading(translate(type.plural))),
    summaryList(records, type, site),
    h('p', { class: 'onward' }, linkTo(site, url, texts.list.allCounted(count(counts.get(type) ?? 0, type)))),
  )
}

const exampleLinks = (examples: readonly string[], site: Site): Content =>
  examples.length > 0 &&
  h(
    'p',
    { class: 'examples' },
    site.locale.texts.home.try,
    between(
      examples.map((text) => linkTo(site, `${SEARCH_PATH}?q=${encodeURIComponent(text)}`, text)),
      ', ',
    ),
  )

/** The home page of the server. */
export const homePage = (content: HomeContent, site: PageSite): string =>
  layout(
    site,
    {
      title: site.about.title,
      canonical: `${site.urls.root}/`,
      description: textOfMarkdown(site.about.description),
      hasOwnSearch: true,
      data: content.forSearch && [{ type: 'application/ld+json', json: JSON.stringify(content.forSearch) }],
    },
    h(
      'div',
      { class: 'intro' },
      brandPicture(site),
      h('h1', null, site.about.title),
      h('div', { class: 'says' }, markdown(site.about.description)),
      searchForm(site, {}, true),
      exampleLinks(content.examples, site),
      figures(content, site),
    ),
    h(
      'div',
      { class: 'beside' },
      firstRecords(content.newest, site.locale.texts.home.newest, content, site),
      firstRecords(content.mostCited, site.locale.texts.home.mostCited, content, site),
    ),
    h(
      'section',
      null,
      content.charts.map((one) => profileCharts(one, site)),
    ),
  )

/** The page at the root of the API. */
export const apiPage = (site: PageSite): string =>
  layout(
    site,
    { title: 'API', canonical: site.urls.api },
    h('h1', null, 'API'),
    h('p', { class: 'says' }, site.locale.texts.home.apiHelp),
    factList(
      site.model.types.map((type) =>
        fact(
          [
            linkTo(site, site.urls.list(type), site.locale.translate(type.plural)),
            ' ',
            counted(site.locale.number(site.graph.count(type))),
          ],
          site.locale.translate(type.doc),
        ),
      ),
      'wide',
    ),
  )
