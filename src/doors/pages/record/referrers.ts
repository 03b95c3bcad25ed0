/**
 * What refers to an entity, by the field that does: the first few, how many there are, and where the others
 * are.
 */

import { bare, mediaTypes } from '../../../config/media.ts'
import type { Model } from '../../../model/model.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { MAX_REFERRING, type Referrers, type Referring } from '../../../search-index/query/references.ts'
import { recordKey, type ReferrerRecords } from './notices.ts'
import { conditionOf } from '../../../api/lookup/referrer-list.ts'
import { summaryList } from './list-item.ts'
import { h, type Content } from '../../shared/html.ts'
import { countedHeading, linkTo } from '../shared/components.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import { relativeHref, type Site } from '../shared/site.ts'
import { newestFirst } from '../../../search-index/query/sort-by.ts'

/** Records of one field that are shown, and of the first one, for which people come. */
const MAX_PER_FIELD = 5
const MAX_OF_FIRST = 10

/** What refers to an entity: first what its page counts, such as the works of a person. */
export const inOrder = (iri: string, type: EntityType, referring: Referrers, model: Model): Referrers => {
  const isCounted = (one: Referring): boolean => {
    const key = conditionOf(iri, one, model)?.key
    return (type.profiles ?? []).some(
      ({ filter, collection }) => filter === key && collection === one.type.path,
    )
  }
  const lists = [...referring.lists].sort((a, b) => Number(isCounted(b)) - Number(isCounted(a)))
  return { ...referring, lists }
}

/** The records that are shown of all that refer to an entity. */
export const displayedReferrers = ({
  lists,
}: Referrers): { readonly iri: string; readonly type: Referring['type'] }[] =>
  lists.flatMap(({ type, iris }, i) =>
    iris.slice(0, i === 0 ? MAX_OF_FIRST : MAX_PER_FIELD).map((iri) => ({ iri, type })),
  )

/** URL of the list of all that name the entity in the field, the newest first. */
function listOf(iri: string, referring: Referring, site: Site): string | undefined {
  const condition = conditionOf(iri, referring, site.model)
  return condition && listUrl(site.urls, referring.type, [condition])
}

/** Feeds of what refers to an entity. */
const MAX_FEEDS = 3

/** Links for feed readers, which look for them in the head of a page. */
export const feedLinks = (
  iri: string,
  { lists }: Referrers,
  site: Site,
): { rel: string; href: string; type: string; title: string }[] =>
  lists
    .flatMap((referring) => {
      const url = newestFirst(referring.type) && listOf(iri, referring, site)
      const title = `${site.locale.translate(referring.type.plural)}: ${headingOf(referring, site)}`
      return url === undefined
        ? []
        : [
            {
              rel: 'alternate',
              href: relativeHref(site, `${url}&format=atom`),
              type: bare(mediaTypes.atom.type),
              title,
            },
          ]
    })
    .slice(0, MAX_FEEDS)

const headingOf = ({ path, field }: Referring, { locale }: Site): string =>
  field.inverseLabel === undefined
    ? locale.labelOf(path.at(-1) as string, field)
    : locale.translate(field.inverseLabel)

function group(iri: string, referring: Referring, referrerRecords: ReferrerRecords, site: Site): Content {
  const { type, iris } = referring
  const url = listOf(iri, referring, site)
  const shown = iris
    .map((one) => referrerRecords.get(recordKey(one, type)))
    .filter((one) => one !== undefined)
  const { texts, number, count } = site.locale
  return h(
    'section',
    { class: 'referring' },
    countedHeading('h2', headingOf(referring, site), number(iris.length)),
    summaryList(shown, type, site),
    iris.length > shown.length &&
      h(
        'p',
        { class: 'onward' },
        url === undefined
          ? texts.andMore(number(iris.length - shown.length))
          : [
              linkTo(site, url, texts.list.allCounted(count(iris.length, type))),
              newestFirst(type) && ['\u00a0· ', linkTo(site, `${url}&format=atom`, texts.record.feed)],
            ],
      ),
  )
}

/** The section of all that refers to an entity; nothing where nothing does. */
export function referrers(
  iri: string,
  { lists, isTruncated }: Referrers,
  referrerRecords: ReferrerRecords,
  site: Site,
): Content {
  if (lists.length === 0) return null
  const { texts, number } = site.locale
  return h(
    'div',
    { class: 'referrers' },
    isTruncated && h('p', { class: 'note' }, texts.record.countedOnly(number(MAX_REFERRING))),
    lists.map((one) => group(iri, one, referrerRecords, site)),
  )
}
