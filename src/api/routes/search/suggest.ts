/** Suggestions for a search box: the records that may be meant by a text that is being typed. */

import { answerAs, type Answer } from '../../representation/answer.ts'
import { knownQuery, numberValue } from '../../request/query-parameters.ts'
import { readTypes, readSearchText } from '../../request/search-parameters.ts'
import { suggestionsFor } from '../../lookup/autocomplete.ts'
import type { RouteRequest } from '../../request/route-request.ts'

/** @throws Problem invalid-parameter without a text */
export async function suggest(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const query = knownQuery(request)
  const suggestRequest = {
    text: readSearchText(query),
    types: readTypes(query, context.model) ?? context.model.types,
    limit: numberValue(query, 'limit'),
  }
  // The script of a page says its language; programs get English.
  const site = request.language?.isInUrl ? request.site : context
  const suggestions = await suggestionsFor(site, suggestRequest)
  return answerAs('facts', JSON.stringify({ query: suggestRequest.text, suggestions }))
}
