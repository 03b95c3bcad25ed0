/** One page of the list of a type. */

import type { RouterMiddleware } from '@koa/router'
import { printConditions, type Condition } from '../filter/condition.ts'
import { parseFilter } from '../filter/parse.ts'
import type { FormOf, MediaType } from '../media.ts'
import type { EntityType } from '../model/rows/row.ts'
import { listPage } from '../pages/list.ts'
import { resourcesOf } from '../record/citation/csl.ts'
import { listEnvelope, listMeta, pageLinks } from '../record/json/envelope.ts'
import type { Page } from '../record/urls.ts'
import type { Settings } from '../settings.ts'
import {
  chooseForm,
  fileHeaders,
  formUrl,
  linkHeader,
  otherForms,
  sendWritten,
  withinLimit,
  type Written,
} from './answer.ts'
import { servedTo } from './asking.ts'
import { write } from './forms.ts'
import { ownTurn, type Limiter } from './limiter.ts'
import { readPaging } from './paging.ts'
import { readQuery, requireKnown, single } from './query.ts'
import { readFor } from './records.ts'
import { recall, typeAt, type Serve, type Served } from './served.ts'
import { timedOf, type Timed } from './timing.ts'
import { within } from './within.ts'

const PARAMETERS = ['filter', 'page', 'page_size', 'format']

/**
 * Characters of a page's URL past which links to pages stand in `meta` alone: many clients read 16 kB of
 * headers at most.
 */
const LONGEST_LINKED = 1500

/**
 * Route with the collection as capture. A page without records is answered with the status of the setting.
 */
export const list = (
  serve: Serve,
  { emptyList, answerTimeout }: Pick<Settings, 'emptyList' | 'answerTimeout'>,
  limit: Limiter,
): RouterMiddleware =>
  async function list(ctx) {
    const served = servedTo(ctx, serve)
    const timed = timedOf(ctx)
    const { model, urls } = served
    const type = typeAt(model, ctx.captures?.[0] ?? '')
    const query = readQuery(ctx.querystring)
    requireKnown(query, PARAMETERS)
    const paging = readPaging(query)
    const format = single(query, 'format')
    const form = chooseForm(ctx, resourcesOf('list', type), format)
    const conditions = timed('read', () => parseFilter(query.get('filter') ?? [], type, model))
    const page: Page = { filter: printConditions(conditions), ...paging, format }

    const url = urls.page(type, { ...page, format: undefined })
    const key = `${form.name} ${urls.page(type, page)}`
    const written =
      recall(served, key) ??
      (await within(
        answerTimeout,
        limit(ctx.res, () => writePage(served, type, conditions, page, url, form, timed)),
      ))
    if (written.status === 200) served.memory?.written.set(key, written)
    sendWritten(ctx, form, { ...written, status: written.status ?? Number(emptyList) })
  }

type Form = MediaType<FormOf<'list' | 'citation'>>

/** A page as it is sent; without a status if it holds no record. */
async function writePage(
  served: Served,
  type: EntityType,
  conditions: readonly Condition[],
  page: Page,
  url: string,
  form: Form,
  timed: Timed,
): Promise<Written> {
  const { graph, ask, urls } = served
  const found = await timed('search', () => ask.search(type, conditions))
  const total = found.length
  const shown = found.slice((page.page - 1) * page.pageSize, page.page * page.pageSize)
  await ownTurn()
  const { records, documents } = await readFor(form, served, type, shown, timed)

  const pages = pageLinks(page, total)
  const { first, prev, next, last } = pages
  const around = Object.entries({ first, prev, next, last }).flatMap(([rel, other]) =>
    other ? [{ href: urls.page(type, other), rel }] : [],
  )
  const forms = otherForms(url, resourcesOf('list', type), form)
  await ownTurn()
  const body = await timed('write', () =>
    write(
      {
        served,
        type,
        resource: 'list',
        documents,
        records,
        envelope: (withMeta) => listEnvelope(served, type, page, total, records, withMeta),
        meta: () => listMeta(served, type, page, total, records),
        page: async () =>
          listPage(
            {
              type,
              records,
              total,
              page,
              conditions,
              forms,
              around: pages,
              sparql: (await graph.compile(type, conditions)).ids,
            },
            served,
          ),
      },
      form,
    ),
  )
  const headers: Record<string, string> = {
    ...fileHeaders(form, page.page === 1 ? type.path : `${type.path}-${page.page}`),
    ...(url.length <= LONGEST_LINKED && {
      Link: linkHeader(withinLimit([{ href: url, rel: 'canonical' }, ...around, ...forms])),
      'Content-Location': formUrl(url, form),
    }),
  }
  return { body: Buffer.from(body), headers, ...(records.length > 0 && { status: 200 }) }
}
