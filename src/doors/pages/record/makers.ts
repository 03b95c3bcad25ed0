/** Who made a record: those whom its row selects, else all at the same path, each then with a role. */

import { uniqueBy } from '../../../model/conversion/json.ts'
import { groupBy } from '../../../model/values/collections.ts'
import { isObject, itemsOf, type Json } from '../../../model/values/json.ts'
import type { EntityType, Selection } from '../../../model/rows/row.ts'
import { selectValues } from '../../../record/naming/field-values.ts'
import { between, type Content } from '../../shared/html.ts'
import type { Site } from '../shared/site.ts'
import { upperFirst } from '../../../record/naming/locale.ts'

export interface Maker {
  readonly by: unknown
  /** Affiliations and the like, of this record. */
  readonly notes: readonly unknown[]
  /** Empty for those whom the row selects: nobody needs to be told. */
  readonly role: string
}

const idOf = (value: unknown): string => String(isObject(value) ? value.local_identifier : value)

export function makersOf(record: Json, { fields, display }: EntityType): readonly Maker[] {
  const { path = [], where = {} } = display?.byline ?? {}
  const list = path.slice(0, -1)
  const last = path.at(-1)
  if (last === undefined) return []
  const nodes = (selection: Selection): Json[] =>
    [...selectValues(record, fields, selection)].flatMap(({ value }) => (isObject(value) ? [value] : []))
  const chosen = list.length === 0 ? [record] : nodes({ path: list, where })
  const roleOf = (node: Json): string =>
    Object.keys(where)
      .flatMap((key) => itemsOf(node[key]))
      .join(', ')
  const makers = (chosen.length > 0 ? chosen : nodes({ path: list })).flatMap((node) =>
    itemsOf(node[last]).map((by): Maker => ({
      by,
      notes: itemsOf(node[display?.bylineNotes ?? '']),
      role: chosen.length > 0 ? '' : roleOf(node),
    })),
  )
  return [...groupBy(makers, ({ by, role }) => `${role} ${idOf(by)}`).values()].map((same) => ({
    ...(same[0] as Maker),
    notes: uniqueBy(
      same.flatMap(({ notes }) => notes),
      idOf,
    ),
  }))
}

/** Makers in a line, as catalogues have them: `Publisher: Z` behind those who are named without a role. */
export const makersLine = (
  makers: readonly Maker[],
  show: (maker: Maker) => Content,
  { locale }: Site,
): Content =>
  between(
    [...groupBy(makers, ({ role }) => role)]
      .sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
      .map(([role, some]) => [
        role !== '' && `${upperFirst(locale.translate(role))}: `,
        between(some.map(show), ', '),
      ]),
    ' · ',
  )
