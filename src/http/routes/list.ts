/** One page of the list of a type. */

import type { RouterMiddleware } from '@koa/router'
import { printConditions, type Condition } from '../../filter/condition.ts'
import { parseFilter } from '../../filter/parse.ts'
import type { FormOf, MediaType } from '../../media.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { SortBy } from '../../store/graph.ts'
import { listPage } from '../../pages/search/list.ts'
import { resourcesOf } from '../../record/citation/csl.ts'
import { listEnvelope, listMeta, pageLinks } from '../../record/json/envelope.ts'
import type { Page } from '../../record/urls.ts'
import type { Settings } from '../../settings.ts'
import {
  negotiateFormat,
  fileHeaders,
  formatUrl,
  linkHeader,
  alternateLinks,
  sendRepresentation,
  fitInHeader,
  type Representation,
} from '../representation/response.ts'
import { contextFor } from '../middleware/cancellation.ts'
import {
  countFacets,
  FACET_SIZE,
  FACETS,
  printFacets,
  readFacets,
  type FacetRequest,
} from '../request/facets.ts'
import { writeRepresentation } from '../representation/writers.ts'
import { ownTurn, type Limiter } from '../middleware/limiter.ts'
import { missingIds } from '../request/missing-ids.ts'
import { readPaging } from '../request/paging.ts'
import { readQuery, requireKnown, singleValue } from '../request/query-parameters.ts'
import { notSortable, printSort, readSort, SORT } from '../request/sorting.ts'
import { loadForFormat } from '../representation/records.ts'
import {
  cachedRepresentation,
  requireCollection,
  type GetContext,
  type GraphContext,
} from '../graph-context.ts'
import { timerOf, type StageTimer } from '../middleware/server-timing.ts'
import { withTimeout } from '../middleware/timeout.ts'

const PARAMETERS = ['filter', 'page', 'page_size', SORT, FACETS, FACET_SIZE, 'format']

/**
 * Characters of a page's URL past which links to pages stand in `meta` alone: many clients read 16 kB of
 * headers at most.
 */
const MAX_LINKED_URL = 1500

/**
 * Route with the collection as capture. A page without records is answered with the status of the setting.
 */
export const list = (
  getContext: GetContext,
  { emptyList, answerTimeout }: Pick<Settings, 'emptyList' | 'answerTimeout'>,
  limit: Limiter,
): RouterMiddleware =>
  async function list(ctx) {
    const context = contextFor(ctx, getContext)
    const timer = timerOf(ctx)
    const { model, urls } = context
    const type = requireCollection(model, ctx.captures?.[0] ?? '')
    const query = readQuery(ctx.querystring)
    requireKnown(query, PARAMETERS)
    const paging = readPaging(query)
    const format = singleValue(query, 'format')
    const mediaType = negotiateFormat(ctx, resourcesOf('list', type), format)
    const conditions = timer('read', () => parseFilter(query.get('filter') ?? [], type, model))
    const facets = readFacets(query, type, model)
    const sort = readSort(query, type, conditions, model)
    const page: Page = {
      filter: printConditions(conditions),
      ...paging,
      parameters: [sort && printSort(sort), facets && printFacets(facets)].filter(Boolean).join('&'),
      format,
    }

    const url = urls.page(type, { ...page, format: undefined })
    const key = `${mediaType.name} ${urls.page(type, page)}`
    const representation =
      cachedRepresentation(context, key) ??
      (await withTimeout(
        answerTimeout,
        limit(ctx.res, () =>
          writePage(context, type, { conditions, facets, sort }, page, url, mediaType, timer),
        ),
      ))
    if (representation.status === 200) context.responseCache?.byRepresentation.set(key, representation)
    sendRepresentation(ctx, mediaType, {
      ...representation,
      status: representation.status ?? Number(emptyList),
    })
  }

type Format = MediaType<FormOf<'list' | 'citation'>>

/** What is asked of a list. */
interface ListRequest {
  readonly conditions: readonly Condition[]
  readonly facets: FacetRequest | undefined
  readonly sort: SortBy | undefined
}

/** A page as it is sent; without a status if it holds no record. */
async function writePage(
  context: GraphContext,
  type: EntityType,
  { conditions, facets, sort }: ListRequest,
  page: Page,
  url: string,
  mediaType: Format,
  timer: StageTimer,
): Promise<Representation> {
  const { graph, queries, urls } = context
  const matches = await timer('search', () => queries.search(type, conditions))
  const total = matches.length
  const from = (page.page - 1) * page.pageSize
  const iris = sort
    ? await timer('search', () => queries.sorted(type, conditions, sort, from, page.pageSize))
    : matches.slice(from, from + page.pageSize)
  if (!iris) throw notSortable()
  const missing = await missingIds(queries, type, conditions)
  const counted = facets && (await countFacets(context, type, conditions, facets, timer))
  const additions: Json = {
    ...(missing.length > 0 && { skeg_missing: missing }),
    ...(counted && { skeg_facets: counted }),
  }
  await ownTurn()
  const { records, documents } = await loadForFormat(mediaType, context, type, iris, timer)

  const pages = pageLinks(page, total)
  const { first, prev, next, last } = pages
  const around = Object.entries({ first, prev, next, last }).flatMap(([rel, other]) =>
    other ? [{ href: urls.page(type, other), rel }] : [],
  )
  const links = alternateLinks(url, resourcesOf('list', type), mediaType)
  await ownTurn()
  const body = await timer('write', () =>
    writeRepresentation(
      {
        context,
        type,
        resource: 'list',
        documents,
        records,
        envelope: (withMeta) => listEnvelope(context, type, page, total, records, withMeta, additions),
        meta: () => listMeta(context, type, page, total, records),
        page: async () =>
          listPage(
            {
              type,
              records,
              total,
              page,
              conditions,
              facets: counted,
              formats: links,
              around: pages,
              sparql: (await graph.compile(type, conditions)).ids,
            },
            context,
          ),
      },
      mediaType,
    ),
  )
  const headers: Record<string, string> = {
    ...fileHeaders(mediaType, page.page === 1 ? type.path : `${type.path}-${page.page}`),
    ...(url.length <= MAX_LINKED_URL && {
      Link: linkHeader(fitInHeader([{ href: url, rel: 'canonical' }, ...around, ...links])),
      'Content-Location': formatUrl(url, mediaType),
    }),
  }
  return { body: Buffer.from(body), headers, ...(records.length > 0 && { status: 200 }) }
}
