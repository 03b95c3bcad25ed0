/** The list of all records that refer to an entity by one field. */

import { type Condition, printConditions, valuesOf } from '../../filter/condition.ts'
import type { Model } from '../../model/model.ts'
import type { Filter } from '../../model/rows/filters.ts'
import { asksForReference } from '../../model/rows/reference-filters.ts'
import { memoize } from '../../model/values/collections.ts'
import type { GraphContext } from '../graph-context.ts'
import type { Referring } from '../../search-index/query/references.ts'

/** For each model the filters that ask which entity a field names, by the type and the path of the field. */
const filtersOf = memoize(
  (model: Model) =>
    memoize((field: string): Filter | undefined => {
      const [name = '', path = ''] = field.split(' ')
      const type = model.typeNamed(name)
      const filters = (type ? model.filtersOf(type).all : []).filter(({ key, row }) =>
        asksForReference(key, row, path.split('.')),
      )
      return filters.find(({ row }) => row.facet !== undefined) ?? filters[0]
    }),
  10,
)
/** The condition of all that name the entity in the field; undefined where no filter asks for that. */
export function conditionOf(iri: string, { type, path }: Referring, model: Model): Condition | undefined {
  const filter = filtersOf(model)(`${type.name} ${path.join('.')}`)
  return filter && valuesOf(filter, iri).length === 1 ? { key: filter.key, filter, value: iri } : undefined
}
/** URL of the list of all that name the entity in the field; undefined where no filter asks for that. */
export function listOfReferrers(
  iri: string,
  referring: Referring,
  { model, urls }: Pick<GraphContext, 'model' | 'urls'>,
): string | undefined {
  const condition = conditionOf(iri, referring, model)
  return condition && urls.list(referring.type, printConditions([condition]))
}
