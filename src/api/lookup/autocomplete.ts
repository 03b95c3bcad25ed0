/** Autocomplete: records for a name that is being typed, of several types, the best first. */

import { checkpoint } from '../../admission/task.ts'
import { shorten } from '../../model/values/text.ts'
import { titleOf } from '../../record/naming/title.ts'
import { summarise, type RecordSummary } from '../../record/naming/record-summary.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { fits, type NameSearch } from '../../search-index/query/name-search.ts'
import { isEmptyQuery, parseWords } from '../../model/values/word-query.ts'
import type { GraphContext } from '../graph-context.ts'
import { keysOf, loadRecords, type RecordKey } from '../representation/records.ts'
import { interleave, recordsOf } from './word-results.ts'
import { withFacts } from './record-facts.ts'
import { identifiedRecords, looksLikeIdentifier } from './identified.ts'

export interface Suggestion extends RecordSummary {
  readonly url: string
}

interface SuggestionRequest {
  readonly text: string
  readonly types: readonly EntityType[]
  readonly limit: number
}

/** Records for a text that is being typed, the best first. */
export function suggestionsOf(names: NameSearch, { text, types, limit }: SuggestionRequest): RecordKey[] {
  const query = parseWords(text)
  if (isEmptyQuery(query)) return []
  const completions = types.map((type) => ({ type, byFit: names.complete(type, query, limit) }))
  const found: RecordKey[] = []
  for (const _ of fits) {
    const lists = completions.map(({ type, byFit }) =>
      (byFit.next().value ?? []).map((iri) => ({ iri, type })),
    )
    if (found.push(...interleave(lists)) >= limit) break
  }
  return found
}

/** The record that a text identifies comes first; of names that fit equally well, those of all types alternate. */
export async function suggestionsFor(
  context: GraphContext,
  request: SuggestionRequest,
): Promise<Suggestion[]> {
  const { text, types, limit } = request
  const iris = looksLikeIdentifier(text) ? await identifiedRecords(text, context) : []
  const identified = keysOf(context, iris, (type) => types.includes(type))
  checkpoint(context.task)
  const all = [...identified, ...suggestionsOf(context.graph.names, request)]
  const distinct = [...new Map(all.map((one) => [`${one.type.name} ${one.iri}`, one])).values()]
  const first = distinct.slice(0, limit)
  const records = await loadRecords(context, first)
  const known = await withFacts(context, first, records)
  const summaries = records.map((record, i) => summarise(record, (first[i] as RecordKey).type, known))
  return Promise.all(
    summaries.map(async (brief, i): Promise<Suggestion> => {
      const { iri, type } = first[i] as RecordKey
      const work = isAmbiguous(brief, summaries) ? await workWith(context, iri) : undefined
      const description = [brief.description, work].filter(Boolean).join(' · ')
      return { ...brief, description, url: context.urls.entity(type, iri) }
    }),
  )
}

/** Whether another suggestion reads the same. */
const isAmbiguous = ({ label, description }: RecordSummary, all: readonly RecordSummary[]): boolean =>
  all.filter((other) => other.label === label && other.description === description).length > 1

/** Characters of a title in a description. */
const MAX_TITLE = 80

/** The newest of the records that name an entity, and how many more there are. */
async function workWith(context: GraphContext, iri: string): Promise<string | undefined> {
  const { total, first } = await context.queries.mentions(iri)
  const newest = first.find((one) => context.typesOf(one.iri).length > 0)
  const [found] = newest ? await recordsOf(context, [newest.iri]) : []
  const title = found && titleOf(found.record, found.type)
  if (title === undefined) return undefined
  const { texts, number } = context.locale
  const named = texts.record.named(shorten(title, MAX_TITLE))
  return total > 1 ? `${named} ${texts.andMore(number(total - 1))}` : named
}
