/** One page of the list of a type. */

import { checkpoint } from '../../../admission/task.ts'
import { printConditions } from '../../../filter/condition.ts'
import { MODIFIED } from '../../../search-index/query/stamps.ts'
import { type FormOf, type MediaType, resourcesOf } from '../../../config/media.ts'
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
  type Answer,
} from '../../representation/answer.ts'
import { type AlternateLink } from '../../answer.ts'
import { countFacets } from '../../facets/facets-of-list.ts'
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
import { vocabularyHints } from '../../lookup/vocabulary-hints.ts'
import { missingIds } from '../../lookup/missing-ids.ts'
import { decodeValue, knownQuery, singleValue, readPaging } from '../../request/query-parameters.ts'
import type { MainRequest, RouteRequest } from '../../request/route-request.ts'
import { printSample } from '../../request/sampling.ts'
import { loadForFormat } from '../../representation/records.ts'
import { requireCollection, type GraphContext } from '../../graph-context.ts'
import { pagesOf, type Parts, type RouteServices } from '../../request/route.ts'
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
  const listRequest = readListRequest(query, type, request.context, mediaType)
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
  services: RouteServices,
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
  return writePage(request, services, type, listRequest, page, url, mediaType)
}

type Format = MediaType<FormOf<'list' | 'citation'>>

/** The order of feeds: by date, else by when the records changed here. */
const newestOf = (type: EntityType): SortBy => newestFirst(type) ?? { name: MODIFIED, isDescending: true }

/** Links to the other formats of a page, without the parameters for which a format has no place. */
function formatLinks(
  context: GraphContext,
  type: EntityType,
  request: ListRequest,
  page: Page,
  mediaType: Format,
  accepts?: (other: MediaType) => boolean,
): AlternateLink[] {
  const { urls } = context
  const whole = urls.page(type, { ...page, format: undefined })
  return alternateLinks(
    context,
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

/** The parameters of a page. */
type PageRequest = ListRequest & Pick<ListPage, 'names' | 'maxDownload' | 'emptyList'>

/** A page without records has the status of the setting. */
async function writePage(
  routeRequest: RouteRequest,
  services: RouteServices,
  type: EntityType,
  request: PageRequest,
  page: Page,
  url: string,
  mediaType: Format,
): Promise<Answer> {
  const { context } = routeRequest
  const { queries, urls } = context
  const { conditions, facets, fields, sample, emptyList } = request
  const from = (page.page - 1) * page.pageSize
  checkpoint(context.task)
  const { total, iris } = await findRecords(queries, type, request, from, page.pageSize)
  const missing = await missingIds(queries, type, conditions)
  const hints = await vocabularyHints(queries, type, conditions)
  // Pages count theirs by themselves.
  const counted = facets && mediaType.meta && (await countFacets(context, type, conditions, facets))
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
  const pageHeaders = {}
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
      async page() {
        const { body: text, headers } = await pagesOf(services).list(routeRequest, {
          ...request,
          type,
          iris,
          records: answers.map(({ json }) => json),
          total,
          page,
          url,
          pageLinks: pages,
          links: around,
          formats: formatLinks(context, type, request, page, mediaType),
          mediaType,
        })
        Object.assign(pageHeaders, headers)
        return text
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
      ...pageHeaders,
      'Content-Location': formatUrl(url, mediaType),
    },
    links: [...around, { href: url, rel: 'canonical' }, ...firstLinks],
    uncacheable: sample?.isSeedChosen ? 'no-store' : showsChanges ? 'no-cache' : undefined,
    showsChanges,
  })
}
