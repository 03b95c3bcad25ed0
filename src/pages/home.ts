/** The home page: what the graph is, how much is in it, and how to access it. */

import { markdown, textOfMarkdown } from './markdown.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { Json } from '../model/values/json.ts'
import type { ExampleSearch } from './example-values.ts'
import { profileCharts, type Profile } from './record/profile-charts.ts'
import { summaryList } from './record/list-item.ts'
import { between, external, h, type Content } from './shared/html.ts'
import { layout, searchForm } from './shared/page-layout.ts'
import { code, counted, fact, factList, linkTo, publisherLink } from './shared/components.ts'
import { defaultConditions, listUrl } from './shared/list-url.ts'
import { relativeHref, SPARQL_PATH, type PageSite, type Site } from './shared/site.ts'
import { licenceName } from '../model/identifiers/licences.ts'

const API_PATH = '/skg-if/api'
const DUMP_PATH = '/dump'

export interface Newest {
  readonly type: EntityType
  readonly records: readonly Json[]
}

export interface HomeContent {
  /** How many records of each type there are, but for what is only cited. */
  readonly counts: ReadonlyMap<EntityType, number>
  /** The graph as search engines of data read it. */
  readonly forSearch: object
  readonly charts: readonly Profile[]
  readonly examples: readonly ExampleSearch[]
  /** The newest records of a type that has dates, and their list. */
  readonly newest?: Newest | undefined
}

const collections = ({ counts }: HomeContent, site: Site): Content =>
  h(
    'ul',
    { class: 'tiles' },
    [...counts].map(([type, count]) =>
      h(
        'li',
        null,
        linkTo(
          site,
          listUrl(site.urls, type, defaultConditions(site, type)),
          h('strong', null, site.locale.number(count)),
          ' ',
          h('span', null, site.locale.translate(type.plural)),
        ),
      ),
    ),
  )

function newestRecords({ newest, counts }: HomeContent, site: Site): Content {
  if (!newest || newest.records.length === 0) return null
  const { type, records } = newest
  const { texts, translate, count } = site.locale
  const url = listUrl(site.urls, type, defaultConditions(site, type))
  return h(
    'section',
    { class: 'newest' },
    h('h2', null, texts.home.newest(translate(type.plural))),
    summaryList(records, type, site),
    h('p', { class: 'onward' }, linkTo(site, url, texts.list.allCounted(count(counts.get(type) ?? 0, type)))),
  )
}

/** A way to the data, with a line for a terminal. */
const accessCard = (path: string, title: string, help: string, command: string, site: Site): Content =>
  site.has(path) &&
  h(
    'li',
    { class: 'card' },
    h('h3', null, linkTo(site, path, title)),
    h('p', null, help),
    h(
      'pre',
      {
        tabindex: 0,
        'aria-label': site.locale.texts.home.command(title),
        'data-copy': site.locale.texts.home.theCommand,
      },
      code(command),
    ),
  )

function access(site: Site): Content {
  const { root, api } = site.urls
  const { home } = site.locale.texts
  const [type] = site.model.types.filter((one) => site.graph.count(one) > 0)
  const list = type ? site.urls.list(type) : api
  const query = encodeURIComponent('SELECT * { ?s ?p ?o } LIMIT 10')
  return h(
    'section',
    null,
    h('h2', null, home.access),
    h(
      'ul',
      { class: 'cards' },
      accessCard(API_PATH, 'API', home.api, `curl '${list}?page_size=5'`, site),
      accessCard(SPARQL_PATH, 'SPARQL', home.sparql, `curl '${root}${SPARQL_PATH}?query=${query}'`, site),
      accessCard(DUMP_PATH, home.download, home.dump, `curl -OJ '${root}${DUMP_PATH}?format=gzip'`, site),
    ),
  )
}

const exampleLinks = (examples: readonly ExampleSearch[], site: Site): Content =>
  examples.length > 0 &&
  h(
    'p',
    { class: 'examples' },
    site.locale.texts.home.try,
    between(
      examples.map(({ type, condition, total }) => {
        return h(
          'a',
          {
            href: relativeHref(site, listUrl(site.urls, type, [condition])),
            title: site.locale.count(total, type),
          },
          site.locale.texts.list.example(site.locale.translate(type.plural), condition.value),
        )
      }),
      ', ',
    ),
  )

function dataFacts({ about, graph, base, locale }: Site): Content {
  const { home } = locale.texts
  const { created, version, publisher, licence, contact } = about
  const loaded = graph.loaded.toISOString()
  return factList([
    version !== undefined && fact(home.dataVersion, version),
    created !== undefined && fact(home.created, created),
    fact(home.loaded, h('time', { datetime: loaded }, loaded.slice(0, 16).replace('T', ' '), ' UTC')),
    publisher && fact(home.publisher, publisherLink(publisher)),
    licence !== undefined && fact(home.licence, external(licence, licenceName(licence) ?? licence)),
    contact !== undefined && fact(home.contact, external(contact, contact.replace(/^mailto:/, ''))),
    fact(home.base, code(base)),
  ])
}

/** The home page of the server. */
export const homePage = (content: HomeContent, site: PageSite): string =>
  layout(
    site,
    {
      title: site.about.title,
      canonical: `${site.urls.root}/`,
      description: textOfMarkdown(site.about.description),
      hasOwnSearch: true,
      files: ['copy'],
      data: [{ type: 'application/ld+json', value: content.forSearch }],
    },
    h(
      'div',
      { class: 'intro' },
      h('h1', null, site.about.title),
      h('div', { class: 'says' }, markdown(site.about.description)),
      searchForm(site, {}, true),
      exampleLinks(content.examples, site),
    ),
    h('section', { 'aria-label': site.locale.texts.home.contents }, collections(content, site)),
    newestRecords(content, site),
    content.charts.some(({ facets }) => facets.length > 0) &&
      h(
        'section',
        null,
        h('h2', null, site.locale.texts.home.atAGlance),
        h(
          'div',
          { class: 'charts' },
          content.charts.map((one) => profileCharts(one, site)),
        ),
      ),
    access(site),
    h('section', null, h('h2', null, site.locale.texts.home.aboutData), dataFacts(site)),
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
