/** The JSON-LD contexts that the graph follows: the published ones with the corrections. */

import type { RouterMiddleware } from '@koa/router'
import { Problem } from '../../../errors.ts'
import { offersOf, type MediaType } from '../../../media.ts'
import { withReferencedPrefixes } from '../../../model/context/context.ts'
import { negotiateFormat, send } from '../../representation/response.ts'
import { readFormat } from '../../request/query-parameters.ts'
import type { GetContext } from '../../graph-context.ts'

/** The contexts by name, with the URL of the published one. */
export const contexts = (getContext: GetContext): RouterMiddleware =>
  async function contexts(ctx) {
    const {
      model,
      urls: { root },
    } = getContext()
    const list = model.contexts.map(({ name, extension, document }) => ({
      name,
      extension,
      version: document.version,
      url: `${root}/contexts/${name}.json`,
      published: document.url,
    }))
    send(ctx, offersOf('facts')[0] as MediaType, 200, JSON.stringify({ contexts: list }))
  }

/** Route with the name of a context as capture. */
export const context = (getContext: GetContext): RouterMiddleware =>
  async function context(ctx) {
    const { model } = getContext()
    const found = model.contexts.find(({ name }) => name === ctx.captures?.[0])
    if (!found)
      throw new Problem(
        'not-found',
        `There is no such context; there are ${model.contexts.map(({ name }) => `${name}.json`).join(', ')}.`,
      )
    const mediaType = negotiateFormat(ctx, 'context', readFormat(ctx))
    send(
      ctx,
      mediaType,
      200,
      JSON.stringify({ '@context': withReferencedPrefixes(found.document['@context'], model.vocabulary) }),
    )
  }
