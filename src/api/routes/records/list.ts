/** One page of the list of a type. */

import { checkpoint } from '../../../admission/task.ts'
import { printConditions, type Condition } from '../../../filter/condition.ts'
import type { WordsContent } from '../../../pages/search/list.ts'
import { MODIFIED } from '../../../search-index/query/stamps.ts'
import { isWordSearch } from '../../../search-index/query/text-search.ts'
import { countWords, fewerWords } from '../../lookup/word-results.ts'
import { bareType, type FormOf, type MediaType, resourcesOf } from '../../../config/media.ts'
import { NAMED } from '../../../config/parameters.ts'
import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { listEnvelope, listMeta, pageLinks } from '../../../record/answer/envelope.ts'
import type { Page } from '../../../record/urls.ts'
import {
  negotiateFormat,
  formatUrl,
  alternateLinks,
  answerIn,
  fileHeaders,
  type AlternateLink,
  type Answer,
} from '../../representation/answer.ts'
import { countFacets } from '../../facets/facets-of-list.ts'
import { facetsOfPage } from '../../request/facets.ts'
import { hasFields } from '../../request/fields.ts'
import {
  asksForChanges,
  findRecords,
  hasFacets,
  isLookUp,
  printParameters,
  readListRequest,
  withFilters,
  withoutFilters,
  type ListRequest,
  type PlainListRequest,
} from '../../request/list-request.ts'
import { writeRepresentation } from '../../representation/writers.ts'
import { ambiguousNames } from '../../lookup/named-values.ts'
import { vocabularyHints } from '../../lookup/vocabulary-hints.ts'
import { labelConditions } from '../../facets/value-labels.ts'
import { withFacts } from '../../lookup/record-facts.ts'
import { missingIds } from '../../lookup/missing-ids.ts'
import { decodeValue, knownQuery, singleValue, readPaging } from '../../request/query-parameters.ts'
import type { MainRequest, RouteRequest } from '../../request/route-request.ts'
import { printSample } from '../../request/sampling.ts'
import { keysAs, loadForFormat } from '../../representation/records.ts'
import { inEnglish, requireCollection, type GraphContext, type PageContext } from '../../graph-context.ts'
import type { Parts, RouteServices } from '../../request/route.ts'
import { newestFirst, type SortBy } from '../../../search-index/query/sort-by.ts'

/** A page of a list, as a message can hold it. */
interface ListPage extends PlainListRequest {
  readonly paging: ReturnType<typeof readPaging>
  readonly format: string | undefined
  readonly mediaType: Format
  /** Names in a form, for which one of several records was taken. */
  readonly names: readonly string[]
  /** Records in a download. */
  readonly maxDownload: number
  /** Status of a list without a match. */
  readonly emptyList: '200' | '404'
}

/** Records of a page, and of its whole collection, up to which a list takes a moment. */
const MAX_SMALL = { page: 20, collection: 1 << 15 }

export function list(
  request: MainRequest,
  { settings: { maxDownload, emptyList } }: RouteServices,
): Promise<Answer> {
  const { graph, model } = request.context
  const type = requireCollection(model, request.path['collection'] ?? '')
  const query = knownQuery(request)
  const paging = readPaging(query)
  const format = singleValue(query, 'format')
  const mediaType = negotiateFormat(request, resourcesOf('list', type), format)
  const listRequest = readListRequest(query, type, model, mediaType)
  const names = (query.get(NAMED) ?? []).map((name) => decodeValue(NAMED, name))
  const isSmall =
    mediaType.meta !== undefined &&
    paging.pageSize <= MAX_SMALL.page &&
    graph.count(type) <= MAX_SMALL.collection &&
    !listRequest.facets &&
    isLookUp(listRequest)
  const page = { ...withoutFilters(listRequest), paging, format, mediaType, names, maxDownload, emptyList }
  return request.compute('page', page satisfies ListPage, isSmall)
}

export const parts = { page: makePage } satisfies Parts

async function makePage(
  request: RouteRequest,
  { paging, format, mediaType, ...plain }: ListPage,
): Promise<Answer> {
  const { context } = request
  const { model, urls } = context
  const type = requireCollection(model, request.path['collection'] ?? '')
  const listRequest = { ...plain, ...withFilters(plain, type, model) }
  const { conditions, sample } = listRequest
  const page: Page = {
    filter: printConditions(conditions),
    ...paging,
    sample: sample && printSample(sample),
    parameters: printParameters(listRequest),
    format,
  }
  const url = urls.page(type, { ...page, format: undefined })
  // What is no page is in English; a feed too.
  const isPage = mediaType.name === 'html' || mediaType.name === 'embed'
  return writePage(isPage ? request.site : inEnglish(context), type, listRequest, page, url, mediaType)
}

type Format = MediaType<FormOf<'list' | 'citation'>>

/** The order of feeds: by date, else by when the records changed here. */
const newestOf = (type: EntityType): SortBy => newestFirst(type) ?? { name: MODIFIED, isDescending: true }

/** Links to the other formats of a page, without the parameters for which a format has no place. */
function formatLinks(
  { urls }: GraphContext,
  type: EntityType,
  request: ListRequest,
  page: Page,
  mediaType: Format,
  accepts?: (other: MediaType) => boolean,
): AlternateLink[] {
  const whole = urls.page(type, { ...page, format: undefined })
  return alternateLinks(
    (other) => {
      const fields = hasFields(other) ? request.fields : undefined
      const facets = hasFacets(other) ? request.facets : undefined
      // Feeds have the newest first.
      const sort = other.name === 'atom' ? newestOf(type) : request.sort
      if (fields === request.fields && facets === request.facets && sort === request.sort) return whole
      const parameters = printParameters({ ...request, sort, fields, facets })
      return urls.page(type, { ...page, parameters, format: undefined })
    },
    resourcesOf('list', type),
    mediaType,
    accepts,
  )
}

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

/** The parameters of a page. */
type PageRequest = ListRequest & Pick<ListPage, 'names' | 'maxDownload' | 'emptyList'>

/** A page without records has the status of the setting. */
async function writePage(
  context: PageContext,
  type: EntityType,
  request: PageRequest,
  page: Page,
  url: string,
  mediaType: Format,
): Promise<Answer> {
  const { graph, queries, urls } = context
  const { conditions, facets, fields, sample, sort, maxDownload, emptyList } = request
  const from = (page.page - 1) * page.pageSize
  checkpoint(context.task)
  const { total, iris } = await findRecords(queries, type, request, from, page.pageSize)
  const missing = await missingIds(queries, type, conditions)
  const hints = await vocabularyHints(queries, type, conditions)
  const isForPeople = mediaType.name === 'html'
  const shownFacets = facets ?? (isForPeople ? facetsOfPage(type, context.model) : undefined)
  const counted =
    shownFacets &&
    (facets || total > 0) &&
    (await countFacets(context, type, conditions, { ...shownFacets, isForPeople }))
  const additions: Json = {
    ...(missing.length > 0 && { skeg_missing: missing }),
    ...(hints.length > 0 && { skeg_hints: hints }),
    ...(counted && { skeg_facets: counted }),
  }
  const { answers, documents } = await loadForFormat(mediaType, context, type, iris)

  const pages = pageLinks(page, total)
  const { first, prev, next, last } = pages
  const around = Object.entries({ next, prev, first, last }).flatMap(([rel, other]) =>
    other ? [{ href: urls.page(type, other), rel }] : [],
  )
  checkpoint(context.task)
  const body = await writeRepresentation(
    {
      context,
      type,
      resource: 'list',
      documents,
      get records() {
        return answers.map(({ json }) => json)
      },
      selection: fields?.selection,
      envelope: (withMeta) =>
        listEnvelope(context, type, page, total, answers, withMeta, {
          additions,
          selection: fields?.selection,
        }),
      meta: () => listMeta(context, type, page, total, answers),
      async page(form) {
        const records = answers.map(({ json }) => json)
        const known = await withFacts(context, keysAs(type, iris), records)
        const content = {
          type,
          records,
          total,
          conditions,
          labels: await labelConditions(context, type, conditions),
        }
        if (form === 'embed') {
          const { embeddedList } = await import('../../../pages/search/embedded-list.ts')
          return embeddedList({ ...content, url }, known)
        }
        if (form === 'atom') {
          const { feed } = await import('../../../pages/search/feed.ts')
          const own = { rel: 'self', href: formatUrl(url, mediaType), type: bareType(mediaType) }
          const links = [own, { rel: 'alternate', href: url, type: 'text/html' }, ...around]
          const id = urls.page(type, { ...page, page: 1, format: undefined })
          return feed({ ...content, id, links }, known)
        }
        const [{ listPage }, { downloadsOf }] = await Promise.all([
          import('../../../pages/search/list.ts'),
          import('./download.ts'),
        ])
        return listPage(
          {
            ...content,
            ambiguous: await ambiguousNames(context, conditions, request.names),
            url,
            page,
            facets: counted || undefined,
            formats: formatLinks(context, type, request, page, mediaType),
            downloads: downloadsOf(context, type, conditions, sort, maxDownload),
            pageLinks: pages,
            words: await wordsOf(context, type, conditions, total),
            sparql: graph.compile(type, conditions).ids,
          },
          known,
        )
      },
    },
    mediaType,
  )
  const collection = urls.list(type)
  const showsChanges = asksForChanges(request)
  // Two forms alone, relative to the URL of the response: each link repeats the query, and the header has a limit.
  const firstLinks = formatLinks(context, type, request, page, mediaType, ({ serviceLink }) =>
    Boolean(serviceLink),
  ).map((link) => ({ ...link, href: link.href.slice(collection.length) }))
  return answerIn(mediaType, body, {
    status: answers.length === 0 ? Number(emptyList) : 200,
    headers: {
      ...fileHeaders(mediaType, page.page === 1 ? type.path : `${type.path}-${page.page}`),
      ...(mediaType.name === 'embed' && (await import('../../../pages/search/embedded-list.ts')).headers),
      'Content-Location': formatUrl(url, mediaType),
    },
    links: [...around, { href: url, rel: 'canonical' }, ...firstLinks],
    uncacheable: sample?.isSeedChosen ? 'no-store' : showsChanges ? 'no-cache' : undefined,
    showsChanges,
  })
}
