/** Autocomplete: records for a name that is being typed, of several types, the best first. */

import { briefOf, type Brief } from '../../record/citation/brief.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { NameSearch } from '../../store/names/name-search.ts'
import { isEmptyQuery, parseNameQuery } from '../../store/names/name-text.ts'
import type { GraphContext } from '../graph-context.ts'
import { loadRecords } from '../representation/records.ts'
import type { StageTimer } from '../middleware/server-timing.ts'
import { byFit } from './name-results.ts'
import { identifiedRecords, looksLikeIdentifier } from './identified.ts'

export interface Suggestion extends Brief {
  readonly url: string
}

interface SuggestionRequest {
  readonly text: string
  readonly types: readonly EntityType[]
  readonly limit: number
}

interface Found {
  readonly iri: string
  readonly type: EntityType
}

function suggestionsOf(names: NameSearch, { text, types, limit }: SuggestionRequest): Found[] {
  const query = parseNameQuery(text)
  if (isEmptyQuery(query)) return []
  return byFit(
    types.map((type) => names.complete(type, query, limit).map(({ iri, fit }) => ({ iri, type, fit }))),
  )
}

/** The record that a text identifies comes first; of names that fit equally well, those of all types alternate. */
export async function suggestionsFor(
  context: GraphContext,
  names: NameSearch,
  request: SuggestionRequest,
  timer: StageTimer,
): Promise<Suggestion[]> {
  const { text, types, limit } = request
  const iris = looksLikeIdentifier(text) ? await identifiedRecords(text, context) : []
  const identified = iris.flatMap((iri) =>
    context
      .typesOf(iri)
      .filter((type) => types.includes(type))
      .slice(0, 1)
      .map((type): Found => ({ iri, type })),
  )
  const all = [...identified, ...timer('search', () => suggestionsOf(names, request))]
  const distinct = [...new Map(all.map((one) => [`${one.type.name} ${one.iri}`, one])).values()]
  const first = distinct.slice(0, limit)
  const records = await loadRecords(context, first, timer)
  return records.map((record, i) => {
    const { iri, type } = first[i] as Found
    return { ...briefOf(record, type, context.model), url: context.urls.entity(type, iri) }
  })
}
