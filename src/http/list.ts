/** One page of the list of a type. */

import type { RouterMiddleware } from '@koa/router'
import { printConditions } from '../filter/condition.ts'
import { parseFilter } from '../filter/parse.ts'
import { listEnvelope, pagesAround } from '../record/envelope.ts'
import type { Page } from '../record/urls.ts'
import type { Settings } from '../settings.ts'
import { chooseForm, send, setLinks } from './answer.ts'
import { readPaging } from './paging.ts'
import { readQuery, requireKnown, single } from './query.ts'
import { readRecords, typeAt, type Serve } from './served.ts'

const PARAMETERS = ['filter', 'page', 'page_size', 'format']

/** Characters of a page's URL past which links to pages stand in `meta` alone: many clients read 16 kB of headers at most. */
const LONGEST_LINKED = 1500

/** Route with the collection as capture. A page without records is answered with the status of the setting. */
export const list = (serve: Serve, { emptyList }: Pick<Settings, 'emptyList'>): RouterMiddleware => async function list(ctx) {
  const served = serve()
  const { graph, urls } = served
  const type = typeAt(graph.model, ctx.captures?.[0] ?? '')
  const query = readQuery(ctx.querystring)
  requireKnown(query, PARAMETERS)
  const paging = readPaging(query)
  const form = chooseForm(ctx, 'list', single(query, 'format'))
  const conditions = parseFilter(query.get('filter') ?? [], type, graph.model)
  const page: Page = { filter: printConditions(conditions), ...paging }

  const found = await graph.search(type, conditions)
  const total = found.length
  const records = await readRecords(served, found.slice((page.page - 1) * page.pageSize, page.page * page.pageSize), type)

  const { first, prev, next, last } = pagesAround(page, total)
  const around = Object.entries({ first, prev, next, last }).flatMap(([rel, other]) => (other ? [{ href: urls.page(type, other), rel }] : []))
  const url = urls.page(type, page)
  if (url.length <= LONGEST_LINKED) setLinks(ctx, [{ href: url, rel: 'canonical' }, ...around])
  send(ctx, form, records.length > 0 ? 200 : Number(emptyList), JSON.stringify(listEnvelope(served, type, page, total, records, form.meta.list)))
}
