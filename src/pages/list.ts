/**
 * The page of a list: a search form, the records in short, the pages around, and the same search by other
 * ways.
 */

import { describeConditions, type Condition } from '../filter/condition.ts'
import type { Json } from '../model/values/json.ts'
import type { EntityType } from '../model/rows/row.ts'
import type { PageLinks } from '../record/json/envelope.ts'
import type { Page } from '../record/urls.ts'
import { brief } from './brief.ts'
import { filterForm } from './form.ts'
import { formList, type OtherForm } from './forms.ts'
import { h, type Content } from './html.ts'
import { layout } from './layout.ts'
import { at, DOCS_PATH, local, SPARQL_PATH, type Site } from './site.ts'
import { counted, number } from './words.ts'

export interface ListContent {
  readonly type: EntityType
  readonly records: readonly Json[]
  readonly total: number
  readonly page: Page
  readonly around: PageLinks
  readonly conditions: readonly Condition[]
  readonly forms: readonly OtherForm[]
  /** The search as SPARQL. */
  readonly sparql: string
}

/** A longer URL is refused, so it makes no link. */
const LONGEST_URL = 16_000

const asked = (type: EntityType, conditions: readonly Condition[]): string =>
  conditions.length === 0
    ? `All ${type.plural.toLowerCase()}`
    : `${type.plural} ${describeConditions(conditions)}`

function paging({ type, page, around, total }: ListContent, site: Site): Content {
  const last = Math.ceil(total / page.pageSize)
  if (last < 2) return null
  const to = (rel: keyof PageLinks, text: string): Content => {
    const other = around[rel]
    return other && other.page !== page.page
      ? h('a', { href: local(site, site.urls.page(type, other)), rel }, text)
      : h('span', { class: 'off' }, text)
  }
  return h(
    'nav',
    { class: 'paging', 'aria-label': 'Pages' },
    to('first', 'First'),
    to('prev', 'Previous'),
    h('span', { class: 'here' }, `Page ${number(page.page)} of ${number(last)}`),
    to('next', 'Next'),
    to('last', 'Last'),
  )
}

function otherWays({ type, page, forms, sparql }: ListContent, site: Site): Content {
  const query = `${SPARQL_PATH}?query=${encodeURIComponent(sparql)}`
  const url = site.urls.page(type, { ...page, format: undefined })
  return h(
    'section',
    { class: 'forms' },
    h('h2', null, 'The same search'),
    h('p', null, 'This page as ', formList(forms, site)),
    h(
      'p',
      null,
      h('a', { href: at(site, `${DOCS_PATH}#${type.path}`) }, 'API'),
      ': ',
      h('a', { class: 'url', href: `${local(site, url)}&format=json` }, url),
    ),
    h(
      'details',
      null,
      h('summary', null, 'Show as SPARQL'),
      h('pre', { tabindex: 0 }, h('code', null, sparql)),
      site.has(SPARQL_PATH) &&
        query.length <= LONGEST_URL &&
        h('p', null, h('a', { href: at(site, query) }, 'Open in SPARQL')),
    ),
  )
}

function results(content: ListContent, site: Site): Content {
  const { type, records, total, page, conditions } = content
  if (total === 0) {
    return h(
      'p',
      { class: 'nothing' },
      `There are no ${asked(type, conditions)
        .replace(/^All /, '')
        .replace(/^./, (letter) => letter.toLowerCase())}.`,
      conditions.length > 0 && [
        ' ',
        h('a', { href: local(site, site.urls.list(type)) }, `All ${type.plural.toLowerCase()}`),
      ],
    )
  }
  const from = (page.page - 1) * page.pageSize
  if (records.length === 0)
    return h('p', { class: 'nothing' }, `The list ends before page ${number(page.page)}.`)
  return h(
    'ol',
    { class: 'briefs', start: from + 1 },
    records.map((record) => h('li', null, brief(record, type, site))),
  )
}

/** A page of a list. */
export function listPage(content: ListContent, site: Site): string {
  const { type, total, page, around, conditions, forms } = content
  const others = Object.entries(around).flatMap(([rel, other]) =>
    other ? [{ rel, href: local(site, site.urls.page(type, other)) }] : [],
  )
  const alternates = forms.map(({ href, type: media }) => ({
    rel: 'alternate',
    href: local(site, href),
    type: media,
  }))
  return layout(
    site,
    {
      title: asked(type, conditions),
      canonical: site.urls.page(type, { ...page, format: undefined }),
      links: [...others, ...alternates],
      place: type.path,
    },
    h('h1', { class: 'plain' }, type.plural),
    h('p', { class: 'note' }, type.doc),
    filterForm(type, conditions, site),
    h(
      'h2',
      { class: 'asked' },
      conditions.length === 0
        ? counted(total, type)
        : [h('bdi', null, asked(type, conditions)), ' ', h('span', { class: 'count' }, counted(total, type))],
    ),
    results(content, site),
    paging(content, site),
    otherWays(content, site),
  )
}
