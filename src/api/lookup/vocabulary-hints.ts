/** What to say of values that a closed vocabulary does not have: the filter finds nothing, and why. */

import { valuesOf, type Condition } from '../../filter/condition.ts'
import { exactOperators } from '../../model/rows/filter-row.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import type { GraphQueries } from '../../search-index/query/graph-queries.ts'

/** The words of a vocabulary that the rows have all of; undefined for another field. */
function vocabularyOf(field: Field | undefined): readonly string[] | undefined {
  if (field?.kind === 'rdfType')
    return field.default === undefined ? field.terms : [...field.terms, field.default]
  return field?.kind === 'vocabTerm' && field.terms && !field.extensible && !field.namespaces
    ? [...field.terms, ...(field.localTerms ?? [])]
    : undefined
}

const hintOf = ({ key, value }: Condition, words: readonly string[]): string =>
  `${withSuggestion(`${key} has no value ${value.slice(0, 64)}`, value, words)} The values are ${words.join(', ')}.`

/**
 * A sentence for each value that is none of a closed vocabulary, and that no record of the type has all the
 * same.
 */
export async function vocabularyHints(
  queries: Pick<GraphQueries, 'search'>,
  type: EntityType,
  conditions: readonly Condition[],
): Promise<string[]> {
  const hints = conditions.flatMap((condition) => {
    const { filter, value } = condition
    const words = vocabularyOf(filter.path.target.field)
    if (!words || !exactOperators.includes(filter.row.operator)) return []
    return valuesOf(filter, value)
      .filter((one) => !words.includes(one))
      .map(async (one) => {
        const single = { ...condition, value: one }
        return (await queries.search(type, [single])).length === 0 ? [hintOf(single, words)] : []
      })
  })
  return [...new Set((await Promise.all(hints)).flat())]
}
