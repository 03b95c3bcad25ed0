/** Conditions that are met by many records: the most frequent words of small vocabularies. */

import type { Condition } from '../filter/condition.ts'
import type { Knowledge } from '../filter/knowledge.ts'
import type { Filter } from '../model/filters.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'

/** Types with fewer records are searched as fast as they are. */
const LEAST_RECORDS = 2_000

/** Words of one filter, and triples that a word has at least. */
const MOST_WORDS = 24
const LEAST_TRIPLES = 50

/** The words of a filter's vocabulary, the most frequent first; none if it has no small vocabulary. */
function wordsOf(
  { row, path: { leaf } }: Filter,
  model: Model,
  base: string,
  knowledge: Knowledge,
): string[] {
  const { field } = leaf
  const small =
    field?.kind === 'term' || field?.kind === 'class' || (field?.kind === 'text' && field.caseless)
  if (row.operator !== 'equals' || !small) return []
  const frequent = leaf.predicates
    .flatMap((predicate) => knowledge.valuesOf(predicate) ?? [])
    .filter(({ count }) => count >= LEAST_TRIPLES)
    .sort((a, b) => b.count - a.count)
  const words = frequent.map(({ term }) =>
    term.termType === 'Literal' ? term.value : model.vocabulary.word(term.value, base),
  )
  return words.filter((word) => field.kind !== 'class' || field.values.includes(word)).slice(0, MOST_WORDS)
}

export function broadConditions(
  type: EntityType,
  model: Model,
  base: string,
  knowledge: Knowledge,
): Condition[] {
  if (knowledge.records(type.name) < LEAST_RECORDS) return []
  return model
    .filtersOf(type)
    .all.flatMap((filter) =>
      wordsOf(filter, model, base, knowledge).map((value) => ({ key: filter.key, filter, value })),
    )
}
