/** Which record of a new index has the identifiers of one that only the index before it has. */

import { recordKey } from './tables/keys.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { identifiersIn } from '../record/naming/field-values.ts'
import { readAnswer } from '../record/answer/record-answer.ts'
import { readOwners } from './content/identifiers.ts'
import type { PreviousIndex } from './content/write-stamps.ts'
import type { Table, Tables } from './tables/tables.ts'

/** @returns gives the one record that has an identifier of one that is gone, as a record of the same type */
export function findSuccessors(
  model: Model,
  { tables: old, meta }: Pick<PreviousIndex, 'tables' | 'meta'>,
  tables: Pick<Tables, 'table'>,
): (iri: string, types: readonly string[]) => string | undefined {
  const typeNames = model.types.map(({ name }) => name)

  /** The identifiers of a record, each as one text; none where it is framed when it is requested. */
  function identifiersOf(records: Table, number: number, iri: string, type: EntityType): string[] {
    const stored = number === -1 ? undefined : records.get(recordKey(number, iri))
    if (!stored || stored.length === 0) return []
    const found = identifiersIn(readAnswer(iri, stored).json, type, model)
    return found.map(({ scheme, value }) => `${scheme} ${value}`)
  }

  return (iri, types) => {
    for (const name of types) {
      const type = model.typeNamed(name)
      if (!type) continue
      const own = identifiersOf(old.table('records'), meta.types.indexOf(name), iri, type)
      const owners = own.flatMap((one) => readOwners(tables.table('owners'), one.slice(one.indexOf(' ') + 1)))
      const holders = [...new Set(owners.map((owner) => owner.iri))].filter((holder) =>
        identifiersOf(tables.table('records'), typeNames.indexOf(name), holder, type).some((one) =>
          own.includes(one),
        ),
      )
      if (holders.length === 1) return holders[0]
    }
    return undefined
  }
}
