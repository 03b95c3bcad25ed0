/** What people write into the form of a list: names of records and countries, where the filter takes ids and codes. */

import { codeNamed } from '../../model/values/codes.ts'
import { parseWords } from '../../model/values/word-query.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { ID_IN_BRACKETS } from '../../pages/search/filter-form.ts'
import type { GraphContext } from '../graph-context.ts'
import { suggestionsOf } from './autocomplete.ts'
import { identifiedRecords, looksLikeIdentifier } from './identified.ts'

/** The record of one of the types that fits a name best; undefined where none fits. */
function bestNamed({ graph, base }: GraphContext, { path }: Filter, text: string): string | undefined {
  if (parseWords(text).words.length === 0) return undefined
  const [best] = suggestionsOf(graph.names, { text, types: path.target.types, limit: 1 })
  return best && (best.iri.startsWith(base) ? best.iri.slice(base.length) : best.iri)
}

/** The value that is meant: an id or a code as it stands, else that of the record or the country of the name. */
export async function valueMeant(context: GraphContext, filter: Filter, text: string): Promise<string> {
  const { kind, types, field } = filter.path.target
  if (field?.kind === 'string' && field.codeList !== undefined) {
    const { codeList } = field
    return codeNamed(text, codeList, context.locale.language) ?? codeNamed(text, codeList) ?? text
  }
  if (kind !== 'id' || types.length === 0) return text
  const [, id] = ID_IN_BRACKETS.exec(text) ?? []
  if (id !== undefined) return id
  const isKnown = (iri: string): boolean => context.graph.typesOf(iri).length > 0
  if (text.split('|').some((one) => isKnown(one) || isKnown(context.base + one))) return text
  if (looksLikeIdentifier(text) && (await identifiedRecords(text, context)).length > 0) return text
  return bestNamed(context, filter, text) ?? text
}
