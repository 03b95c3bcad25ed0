/**
 * The page of a list: a search form, the records in short, the pages around, and the same search by other
 * ways.
 */

import { conditionsByValue, wordsCondition, type Condition } from '../../../filter/condition.ts'
import { intervalOf } from '../../../model/values/dates.ts'
import type { Json } from '../../../model/values/json.ts'
import { parseWords } from '../../../model/values/word-query.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { PageLinks } from '../../../record/answer/envelope.ts'
import type { Page } from '../../../record/urls.ts'
import { summaryList } from '../record/list-item.ts'
import { activeFilters, describeSearch, type ValueLabels } from './active-filters.ts'
import { resultTabs, type CollectionCount } from './result-tabs.ts'
import { facetSection } from './facet-lists.ts'
import { type FacetCounts } from '../../../api/facets/facets-of-list.ts'
import { downloadLinks, type Downloads } from './download-links.ts'
import { filterForm } from './filter-form.ts'
import { pageSizeLinks, sortLinks } from './sort-links.ts'
import { alternateLinks, formatList, type AlternateFormat } from '../shared/format-links.ts'
import { between, h, renderText, type Content } from '../../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { code, linkTo, pagingLinks, paragraph } from '../shared/components.ts'
import { listUrl, statedConditions, wholeListUrl } from '../../../api/request/list-url.ts'
import { relativeHref, type PageSite, type Site } from '../shared/site.ts'
import { withLanguage } from '../../../api/graph-context.ts'
import { DOCS_PATH, SPARQL_PATH } from '../../../api/request/paths.ts'

export interface ListContent {
  readonly type: EntityType
  readonly records: readonly Json[]
  readonly total: number
  /** The URL of the page. */
  readonly url: string
  /** Names in its form that several records have. */
  readonly ambiguous: readonly AmbiguousName[]
  readonly page: Page
  readonly pageLinks: PageLinks
  readonly conditions: readonly Condition[]
  /** What the values of the conditions are called. */
  readonly labels: ValueLabels
  /** Absent where none are requested. */
  readonly facets?: readonly FacetCounts[] | undefined
  readonly formats: readonly AlternateFormat[]
  readonly downloads: Downloads
  /** What is found by the words of the list in all collections; absent where it has none. */
  readonly words?: WordsContent | undefined
  /** The search as SPARQL. */
  readonly sparql: string
}

/** A name, the condition with the record that was taken for it, and how many records have its words. */
export interface AmbiguousName {
  readonly text: string
  readonly condition: Condition
  readonly counts: readonly CollectionCount[]
}

export interface WordsContent {
  readonly text: string
  readonly counts: readonly CollectionCount[]
  /** Some of the words that a record has, where none of the list has all. */
  readonly fewer?: string | undefined
}

/** A longer URL is refused, so it makes no link. */
const MAX_URL_LENGTH = 16_000

function paging({ type, page, pageLinks, total }: ListContent, site: Site): Content {
  const last = Math.ceil(total / page.pageSize)
  const { texts } = site.locale
  const target = (rel: keyof PageLinks, text: string) => {
    const other = pageLinks[rel]
    const isOther = other !== undefined && other.page !== page.page
    return [rel, text, isOther ? site.urls.page(type, other) : undefined] as const
  }
  const targets = [
    target('first', texts.list.first),
    target('prev', texts.list.previous),
    target('next', texts.list.next),
    target('last', texts.list.last),
  ]
  return pagingLinks({ page: page.page, last, targets }, site)
}

/** What another page needs to show this one in itself. */
function frameOf({ type, page, conditions, labels }: ListContent, site: Site): string {
  const url = site.urls.page(type, { ...page, page: 1, format: 'embed' })
  return renderText(
    h('iframe', {
      // That of the page around it, which is probably the language of this one.
      src: site.languageChoice ? withLanguage(url, site.locale.language) : url,
      title: describeSearch(type, conditions, labels, site),
      width: '100%',
      height: 600,
      loading: 'lazy',
    }),
  )
}

function exportLinks(content: ListContent, site: Site): Content {
  const { type, page, total, formats, downloads, sparql } = content
  const query = `${SPARQL_PATH}?query=${encodeURIComponent(sparql)}`
  const url = site.urls.page(type, { ...page, format: undefined })
  const { list } = site.locale.texts
  return h(
    'section',
    { class: 'forms' },
    h('h2', null, list.export),
    page.sample ? paragraph(list.sampleExport) : downloadLinks(downloads, total, site),
    paragraph(list.thisPageAs, formatList(formats, site)),
    paragraph(
      linkTo(site, `${DOCS_PATH}#${type.path}`, 'API'),
      ': ',
      h('a', { class: 'url', href: `${relativeHref(site, url)}&format=json` }, url),
    ),
    h(
      'details',
      null,
      h('summary', null, list.embed),
      h('pre', { tabindex: 0, 'data-copy': list.frame }, code(frameOf(content, site))),
    ),
    h(
      'details',
      null,
      h('summary', null, list.asSparql),
      h('pre', { tabindex: 0 }, code(sparql)),
      site.has(SPARQL_PATH) &&
        query.length <= MAX_URL_LENGTH &&
        paragraph(linkTo(site, query, list.openSparql)),
    ),
  )
}

const fewerLink = (text: string, type: EntityType, site: Site): Content =>
  linkTo(site, listUrl(site.urls, type, [wordsCondition(site.model, type, text)]), text)

/** Whether a range ends before it begins. */
const isEmptyRange = (range: readonly Condition[]): boolean => {
  const [from, to] = (['gte', 'lte'] as const).map((operator) =>
    intervalOf(range.find(({ filter }) => filter.row.operator === operator)?.value ?? ''),
  )
  return from !== undefined && to !== undefined && (to.inclusiveEnd ? from.from > to.to : from.from >= to.to)
}

function results(content: ListContent, site: Site): Content {
  const { type, records, total, page, conditions, labels } = content
  const { texts, translate, number } = site.locale
  if (total === 0) {
    return h(
      'p',
      { class: 'nothing' },
      texts.list.none(describeSearch(type, conditions, labels, site)),
      conditionsByValue(conditions).some(isEmptyRange) && texts.list.emptyRange,
      content.words?.fewer !== undefined && texts.list.someHave(fewerLink(content.words.fewer, type, site)),
      conditions.length > 0 && [
        ' ',
        linkTo(site, wholeListUrl(site, type), texts.list.all(translate(type.plural))),
      ],
    )
  }
  const from = (page.page - 1) * page.pageSize
  if (records.length === 0) {
    const pages = Math.ceil(total / page.pageSize)
    return h('p', { class: 'nothing' }, texts.list.pages(pages, number(pages)))
  }
  const sought = content.words && parseWords(content.words.text)
  return summaryList(records, type, { ...site, sought }, from + 1)
}

/** Which record was taken for a name in the form, and the lists of all that have its words. */
const ambiguousNotes = ({ ambiguous, labels }: ListContent, site: Site): Content =>
  ambiguous.map(({ text, condition: { filter, value }, counts }) => {
    const { texts, count } = site.locale
    const taken = h('strong', null, h('bdi', null, labels.get(filter)?.get(value) ?? value))
    const lists = counts.map(({ type, conditions, total }) =>
      linkTo(site, listUrl(site.urls, type, conditions), count(total, type)),
    )
    return h('p', { class: 'note' }, texts.list.bestNamed<Content>(taken, text, between(lists, ', ')))
  })

/** What narrows the list: at the side, on phones behind a button that needs no script. */
const narrowing = (content: ListContent, site: Site): Content => {
  const { total } = content
  const { texts, number } = site.locale
  const inUse = statedConditions(content.conditions).length
  return h(
    'div',
    { class: 'side' },
    h('input', { type: 'checkbox', id: 'narrow', class: 'unseen' }),
    h(
      'label',
      { for: 'narrow', class: 'button' },
      texts.list.filter,
      inUse > 0 && h('span', { class: 'count' }, ` ${number(inUse)}`),
    ),
    h(
      'div',
      { class: 'narrowing' },
      h(
        'details',
        { class: 'advanced', open: total === 0 || undefined },
        h('summary', null, texts.list.advanced),
        filterForm(content, site),
      ),
      facetSection(content, site),
    ),
  )
}

/** A page of a list. */
export function listPage(content: ListContent, site: PageSite): string {
  const { type, total, page, pageLinks, conditions, labels, formats, words } = content
  const { texts, translate, count } = site.locale
  const counted = count(total, type)
  const links = Object.entries(pageLinks).flatMap(([rel, other]) =>
    other ? [{ rel, href: relativeHref(site, site.urls.page(type, other)) }] : [],
  )
  return layout(
    site,
    {
      title: describeSearch(type, conditions, labels, site),
      canonical: content.url,
      links: [...links, ...alternateLinks(formats, site)],
      activeCollection: type.path,
      searchIn: type,
      files: ['copy'],
      ...(words && { searchText: words.text }),
      description: `${counted} – ${translate(type.doc)}`,
    },
    h(
      'div',
      { class: 'list' },
      h(
        'div',
        { class: 'head' },
        words &&
          resultTabs(
            words.text,
            words.counts,
            { type, total, url: content.url, isNarrowed: statedConditions(conditions).length > 1 },
            site,
          ),
        h('h1', { class: 'plain' }, page.sample && texts.list.sample, counted),
        activeFilters(content, site),
        ambiguousNotes(content, site),
        sortLinks(content, site),
      ),
      narrowing(content, site),
      h(
        'div',
        { class: 'found' },
        results(content, site),
        paging(content, site),
        pageSizeLinks(type, page, total, site),
        total > 0 && exportLinks(content, site),
      ),
    ),
  )
}
