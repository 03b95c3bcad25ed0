/** A list for people: its page, a part of one for other sites, or a feed. */

import type { Condition } from '../../../filter/condition.ts'
import { bareType } from '../../../config/media.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { downloadsOf } from './download-links.ts'
import { embeddedList, headers } from './embedded-list.ts'
import { feed } from './feed.ts'
import { listPage, type WordsContent } from './list.ts'
import { isWordSearch } from '../../../search-index/query/text-search.ts'
import { countFacets } from '../../../api/facets/facets-of-list.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { withFacts } from '../../../api/lookup/record-facts.ts'
import { fewerWords } from '../../../api/lookup/word-results.ts'
import { formatUrl } from '../../../api/representation/answer.ts'
import { keysAs } from '../../../api/representation/records.ts'
import { facetsOfPage } from '../../../api/request/facets.ts'
import type { Pages, ShownList } from '../../../api/request/pages.ts'
import type { RouteRequest } from '../../../api/request/route-request.ts'
import { inEnglish, siteOf } from '../shared/site.ts'
import { countWords, ambiguousNames } from './named-values.ts'
import { labelConditions } from './label-conditions.ts'

/** What the words of a list find elsewhere; undefined where it has none. */
async function wordsOf(
  context: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
  total: number,
): Promise<WordsContent | undefined> {
  const text = conditions.find(isWordSearch)?.value
  if (text === undefined) return undefined
  return {
    text,
    counts: await countWords(context, text),
    fewer: total === 0 ? fewerWords(context, [type], text) : undefined,
  }
}

export async function writeList(request: RouteRequest, list: ShownList): ReturnType<Pages['list']> {
  const { type, iris, records, total, conditions, sort, page, url, mediaType } = list
  const { name } = mediaType
  const site = name === 'atom' ? inEnglish(request.context) : siteOf(request)
  const { graph, model, urls } = site
  const chosen = list.facets ?? (name === 'html' && total > 0 ? facetsOfPage(type, model) : undefined)
  const facets = chosen && (await countFacets(site, type, conditions, { ...chosen, isForPeople: true }))
  const known = await withFacts(site, keysAs(type, iris), records)
  const labels = await labelConditions(site, type, conditions)
  const content = { type, records, total, conditions, labels }
  if (name === 'embed') return { body: embeddedList({ ...content, url }, known), headers }
  if (name === 'atom') {
    const own = { rel: 'self', href: formatUrl(url, mediaType), type: bareType(mediaType) }
    const links = [own, { rel: 'alternate', href: url, type: 'text/html' }, ...list.links]
    const id = urls.page(type, { ...page, page: 1, format: undefined })
    return { body: feed({ ...content, id, links }, known) }
  }
  const body = listPage(
    {
      ...content,
      ambiguous: await ambiguousNames(site, conditions, list.names),
      url,
      page,
      facets,
      formats: list.formats,
      downloads: downloadsOf(site, type, conditions, sort, list.maxDownload),
      pageLinks: list.pageLinks,
      words: await wordsOf(site, type, conditions, total),
      sparql: graph.compile(type, conditions).ids,
    },
    known,
  )
  return { body }
}
