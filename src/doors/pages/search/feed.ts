/** A page of a list as an Atom feed (RFC 4287, with the pages of RFC 5005). */

import { instantText } from '../../../model/values/dates.ts'
import type { Condition } from '../../../filter/condition.ts'
import { sortableDate } from '../../../model/values/sorting.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { preferredText, plainText, selectValues } from '../../../record/naming/field-values.ts'
import { summarise } from '../../../record/naming/record-summary.ts'
import { element, leaf, text, type Xml } from '../../../record/xml.ts'
import type { Site } from '../shared/site.ts'
import { describeSearch, type ValueLabels } from './active-filters.ts'
import { newestFirst } from '../../../search-index/query/sort-by.ts'

interface FeedLink {
  readonly rel: string
  readonly href: string
  readonly type?: string | undefined
}

export interface FeedContent {
  readonly type: EntityType
  readonly records: readonly Json[]
  readonly conditions: readonly Condition[]
  readonly labels: ValueLabels
  /** URL of its first page, whatever page it is: what readers know it by. */
  readonly id: string
  /** To itself, its page and the pages around. */
  readonly links: readonly FeedLink[]
}

/** People of an entry. */
const MAX_AUTHORS = 20

/** The date by which lists have the newest first, as its first instant. */
function publishedOf(record: Json, type: EntityType, { model }: Site): string | undefined {
  const path = type.orders?.[newestFirst(type)?.name ?? '']?.path
  const found = path === undefined ? [] : selectValues(record, type.fields, { path: path.split('.') })
  const dates = found.flatMap((one) => sortableDate(plainText(one, model)) ?? [])
  return dates.sort()[0]
}

const authorsOf = (record: Json, { fields, display }: EntityType, { model }: Site): Xml[] =>
  (display?.byline ? [...selectValues(record, fields, display.byline)] : [])
    .slice(0, MAX_AUTHORS)
    .flatMap((maker) => leaf('name', plainText(maker, model)) ?? [])
    .map((name) => element('author', {}, name))

function entry(record: Json, type: EntityType, site: Site): Xml {
  const { urls, graph } = site
  const { local_identifier: iri, label, description } = summarise(record, type, site)
  const abstract = preferredText((record[type.display?.abstract ?? ''] ?? {}) as Json)?.text
  const { modified = graph.stamps.effective } = graph.stamps.of(iri) ?? {}
  return element(
    'entry',
    {},
    element('title', {}, text(label)),
    element('id', {}, text(iri)),
    element('link', { rel: 'alternate', type: 'text/html', href: urls.entity(type, iri) }),
    element('updated', {}, instantText(modified)),
    leaf('published', publishedOf(record, type, site)),
    authorsOf(record, type, site),
    element('summary', {}, text([description, abstract].filter(Boolean).join('\n\n'))),
  )
}

/** The document. Its entries without people are by whoever publishes the graph. */
export function feed({ type, records, conditions, labels, id, links }: FeedContent, site: Site): string {
  const { about, graph } = site
  const updated = records.map((record) => graph.stamps.of(record.local_identifier as string)?.modified ?? 0)
  const publisher = about.publisher?.name ?? about.title
  const body = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('title', {}, text(`${describeSearch(type, conditions, labels, site)} – ${about.title}`)),
    element('id', {}, text(id)),
    links.map(({ rel, href, type: mediaType }) => element('link', { rel, type: mediaType, href })),
    element('updated', {}, instantText(Math.max(...updated, 0) || graph.stamps.effective)),
    element('author', {}, element('name', {}, text(publisher))),
    records.map((record) => entry(record, type, site)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`
}
