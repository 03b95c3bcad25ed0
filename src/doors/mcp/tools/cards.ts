/** Records as cards: a line that is enough to choose by, whatever the record holds. */

import type { Json } from '../../../model/values/json.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { summarise } from '../../../record/naming/record-summary.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { withFacts } from '../../../api/lookup/record-facts.ts'
import { loadRecords, type RecordKey } from '../../../api/representation/records.ts'
import { clean, data } from './text.ts'

const MAX_MAKERS = 3
const MAX_LABEL = 160
const MAX_DESCRIPTION = 320

/** An id as tools take it: what follows the base, else the whole IRI. */
export const shortId = ({ base }: Pick<GraphContext, 'base'>, iri: string): string =>
  clean(iri.startsWith(base) && iri.length > base.length ? iri.slice(base.length) : iri)

/** @param namedBy how many entities name the record; undefined: that is not said */
export function cardOf(context: GraphContext, record: Json, type: EntityType, namedBy?: number): string {
  const { label, description, local_identifier: iri } = summarise(record, type, context, MAX_MAKERS)
  const counted = namedBy === undefined || namedBy === 0 ? '' : ` · named by ${namedBy}`
  return `${shortId(context, iri)} ${data(label, MAX_LABEL)} ${data(description, MAX_DESCRIPTION)}${counted}`
}

/** The cards of records, one a line. @param from the number of the first one; undefined: without numbers */
export async function cardsOf(
  context: GraphContext,
  keys: readonly RecordKey[],
  from?: number,
): Promise<string[]> {
  const records = await loadRecords(context, keys)
  const withLines = await withFacts(context, keys, records)
  return Promise.all(
    keys.map(async ({ iri, type }, i) => {
      const { total } = await context.queries.mentions(iri)
      const number = from === undefined ? '-' : `${from + i}.`
      return `${number} ${cardOf(withLines, records[i] as Json, type, total)}`
    }),
  )
}
