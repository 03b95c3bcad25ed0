/** What is to be collected of the named graphs of a graph, as plain data. */

import { groupBy } from '../../model/values/group-by.ts'
import { identifiersOf } from '../../model/identifier-predicates.ts'
import { RDF_TYPE } from '../../model/context/iri.ts'
import { resolvePath } from '../../model/rows/paths.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, ListOrder } from '../../model/rows/row.ts'
import { searchedPredicates } from '../../query/text-search.ts'
import type { IdentifierPath } from '../tables/meta.ts'
import { namePlaces, type NamePlaces } from '../name-search/name-places.ts'
import type { PlannedOrder } from './orders.ts'
import type { DatePath } from './references.ts'
import type { TextPlace } from './texts.ts'
import { valuePathOf } from './value-path.ts'

export interface ContentPlan {
  /** For files. */
  readonly folder: string
  /** Names of the entity types, in the order of their bits. */
  readonly types: readonly string[]
  readonly identifiers: readonly IdentifierPath[]
  /** The columns of texts, in the order of their numbers. */
  readonly texts: readonly TextPlace[]
  /** Predicates of which the values are counted. */
  readonly vocabularies: readonly string[]
  /** Values up to which those of a predicate are counted. */
  readonly maxValues: number
  /** Where the dates of records stand, by which those that refer to something are ordered. */
  readonly dates: readonly DatePath[]
  /** For each order by referrers the predicates of the references that count, in the order of `orders`. */
  readonly countedReferences: readonly (readonly string[])[]
  readonly orders: readonly PlannedOrder[]
  /** For each type where the names of its records stand. */
  readonly names: readonly NamePlaces[]
}

/** Values of a predicate that are counted; one with more is no vocabulary. */
const MAX_VALUES = 5000

/** Predicates of small vocabularies at which filters end. */
function vocabularies(model: Model): string[] {
  const leaves = model.types.flatMap((type) =>
    model
      .filtersOf(type)
      .all.flatMap(({ path: { target: leaf, steps } }) => [
        leaf,
        ...steps.flatMap(({ identifier }) => identifier?.scheme ?? []),
      ]),
  )
  const small = leaves.filter(
    ({ kind, field }) =>
      kind === 'vocabTerm' || (kind === 'string' && field?.kind === 'string' && field.caseInsensitive),
  )
  return [...new Set([RDF_TYPE, ...small.flatMap(({ predicates }) => predicates)])]
}

/** Where the identifiers of records stand, each place once. */
function identifierPaths(model: Model): IdentifierPath[] {
  const paths = model.types.flatMap((type) => identifiersOf(model, type)).filter(({ ofEntity: top }) => top)
  const byName = groupBy(paths, ({ hasIdentifier: holds, value }) => `${holds} ${value}`)
  return [...byName.values()].map(([first]) => [first!.hasIdentifier, first!.value] as const)
}

/** @returns the orders that are sorted in this way, in the order of the model */
const ordersBy = (
  model: Model,
  kind: 'date' | 'referrers',
): readonly { readonly type: EntityType; readonly order: ListOrder }[] =>
  model.types.flatMap((type) =>
    Object.values(type.orders ?? {}).flatMap((order) => (order.by === kind ? [{ type, order }] : [])),
  )

/** Predicates of longer texts by whose words the records of a type are found. */
const wordPredicates = (model: Model, type: EntityType): string[] =>
  model
    .filtersOf(type)
    .all.flatMap(({ words = [] }) => words)
    .flatMap(({ kind, path }) => (kind === 'text' ? path.target.predicates : []))

export const planContent = (model: Model, folder: string): ContentPlan => ({
  folder,
  types: model.types.map(({ name }) => name),
  identifiers: identifierPaths(model),
  texts: model.types.flatMap((type) => {
    const inWords = wordPredicates(model, type)
    return [...new Set([...searchedPredicates(model, type), ...inWords])].map((predicate) => ({
      type: type.name,
      predicate,
      isInWords: inWords.includes(predicate),
    }))
  }),
  vocabularies: vocabularies(model),
  maxValues: MAX_VALUES,
  dates: ordersBy(model, 'date').map(({ type, order }) => ({
    class: model.classOf(type),
    path: valuePathOf(resolvePath(model, type, order.path)),
  })),
  countedReferences: ordersBy(model, 'referrers').map(
    ({ type, order }) => resolvePath(model, type, order.path).target.predicates,
  ),
  orders: model.types.flatMap(({ orders = {} }, type) =>
    Object.entries(orders).map(([name, { by, path }]) => ({ type, name, by, path: path.split('.') })),
  ),
  names: namePlaces(model),
})
