/** The JSON-LD contexts that the graph follows: the published ones with the corrections. */

import type { RouterMiddleware } from '@koa/router'
import { Problem } from '../errors.ts'
import { offersOf, type MediaType } from '../media.ts'
import { withReferencedPrefixes, toContext } from '../model/context/vocabulary.ts'
import { chooseForm, send } from './answer.ts'
import { readQuery, single } from './query.ts'
import type { Serve } from './served.ts'

/** The contexts by name, with the URL of the published one. */
export const contexts = (serve: Serve): RouterMiddleware =>
  async function contexts(ctx) {
    const {
      model,
      urls: { root },
    } = serve()
    const list = model.contexts.map(({ name, extension, table }) => ({
      name,
      extension,
      version: table.version,
      url: `${root}/contexts/${name}.json`,
      published: table.url,
    }))
    send(ctx, offersOf('facts')[0] as MediaType, 200, JSON.stringify({ contexts: list }))
  }

/** Route with the name of a context as capture. */
export const context = (serve: Serve): RouterMiddleware =>
  async function context(ctx) {
    const { model } = serve()
    const found = model.contexts.find(({ name }) => name === ctx.captures?.[0])
    if (!found)
      throw new Problem(
        'not-found',
        `There is no such context; there are ${model.contexts.map(({ name }) => `${name}.json`).join(', ')}.`,
      )
    const form = chooseForm(ctx, 'context', single(readQuery(ctx.querystring), 'format'))
    send(ctx, form, 200, JSON.stringify(toContext(withReferencedPrefixes(found.table, model.vocabulary))))
  }
