/** Suggestions for a search box: the records that may be meant by a text that is being typed. */

import type { RouterMiddleware } from '@koa/router'
import { Problem } from '../../../errors.ts'
import { offersOf, type MediaType } from '../../../media.ts'
import { DEFAULT_SUGGESTIONS, MAX_SUGGESTIONS } from '../../../parameters.ts'
import { contextFor } from '../../middleware/request-task.ts'
import { timerOf } from '../../middleware/server-timing.ts'
import { send } from '../../representation/response.ts'
import { readQuery, requireKnown, singleValue, type Query } from '../../request/query-parameters.ts'
import { readSearchText } from '../../request/search-text.ts'
import { readTypes, TYPES } from '../../request/entity-types.ts'
import { suggestionsFor } from '../../lookup/autocomplete.ts'
import type { GetContext } from '../../graph-context.ts'

/** @throws Problem invalid-parameter */
function readLimit(query: Query): number {
  const text = singleValue(query, 'limit')
  if (text === undefined) return DEFAULT_SUGGESTIONS
  if (!/^[1-9]\d?$/.test(text) || Number(text) > MAX_SUGGESTIONS)
    throw new Problem('invalid-parameter', `limit must be a whole number from 1 to ${MAX_SUGGESTIONS}.`)
  return Number(text)
}

/** @throws Problem invalid-parameter without a text, and where names are not indexed */
export const suggest = (getContext: GetContext): RouterMiddleware =>
  async function suggest(ctx) {
    const context = contextFor(ctx, getContext)
    const query = readQuery(ctx.querystring)
    requireKnown(query, ['q', TYPES, 'limit'])
    const request = {
      text: readSearchText(query),
      types: readTypes(query, context.model) ?? context.model.types,
      limit: readLimit(query),
    }
    const { names } = context.graph
    if (!names)
      throw new Problem(
        'invalid-parameter',
        'Suggestions need a prepared graph; this server reads a SPARQL server.',
      )
    const suggestions = await suggestionsFor(context, names, request, timerOf(ctx))
    const [json] = offersOf('facts')
    send(ctx, json as MediaType, 200, JSON.stringify({ query: request.text, suggestions }))
  }
