/** Suggestions for a search box: the records that may be meant by a text that is being typed. */

import type { EntityType } from '../../../model/rows/row.ts'
import { isShort, parseWords } from '../../../model/values/word-query.ts'
import { answerAs, type Answer } from '../../representation/answer.ts'
import { knownQuery, numberValue } from '../../request/query-parameters.ts'
import type { Parts } from '../../request/route.ts'
import type { MainRequest, RouteRequest } from '../../request/route-request.ts'
import { readTypes, readSearchText } from '../../request/search-parameters.ts'
import { suggestionsFor } from '../../lookup/autocomplete.ts'

/** What is being typed, as a message can hold it. */
interface Typed {
  readonly text: string
  /** Names of types. */
  readonly types: readonly string[]
  readonly limit: number
}

/** Records up to which suggestions for more than two letters take a moment: what is read of each word is limited. */
const MAX_SMALL = 1 << 17

/** @throws Problem invalid-parameter without a text */
export function suggest(request: MainRequest): Promise<Answer> {
  const { model, graph } = request.context
  const query = knownQuery(request)
  const types = readTypes(query, model) ?? model.types
  const typed: Typed = {
    text: readSearchText(query),
    types: types.map(({ name }) => name),
    limit: numberValue(query, 'limit'),
  }
  const count = types.reduce((sum, type) => sum + graph.count(type), 0)
  const isSmall = count <= MAX_SMALL && !parseWords(typed.text).words.some(isShort)
  return request.compute('suggestions', typed, isSmall)
}

export const parts = {
  async suggestions(request: RouteRequest, { text, types, limit }: Typed): Promise<Answer> {
    const { model } = request.context
    // The script of a page says its language; programs get English.
    const site = request.language?.isInUrl ? request.site : request.context
    const suggestions = await suggestionsFor(site, {
      text,
      types: types.map((name) => model.typeNamed(name) as EntityType),
      limit,
    })
    return answerAs('facts', JSON.stringify({ query: text, suggestions }))
  },
} satisfies Parts
