/** What is to be collected of the named graphs of a graph, as plain data. */

import type { ReplacedGraph } from '../tables/reuse.ts'
import { groupBy } from '../../model/values/collections.ts'
import { identifiersOf } from '../../model/identifier-predicates.ts'
import { RDF_TYPE } from '../../model/context/iri.ts'
import { resolvePath } from '../../model/rows/paths.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { searchedPredicates } from '../query/text-search.ts'
import type { IdentifierPath } from '../tables/meta.ts'
import { namePlaces, type NamePlaces } from '../name-search/name-places.ts'
import type { PlannedOrder } from './orders.ts'
import type { DatePath } from './references.ts'
import type { TextPlace } from './texts.ts'
import { createPaths } from './value-path.ts'

export interface ContentPlan {
  /** For files. */
  readonly folder: string
  /** Names of the entity types, in the order of their bits. */
  readonly types: readonly string[]
  readonly identifiers: readonly IdentifierPath[]
  /** The columns of texts, in the order of their numbers. */
  readonly texts: readonly TextPlace[]
  /** The graph that is taken over but for what is added; absent: all is added. */
  readonly earlier?: ReplacedGraph
  /** Predicates of which the values are counted. */
  readonly vocabularies: readonly string[]
  /** Values up to which those of a predicate are counted. */
  readonly maxValues: number
  /** Where the dates of records stand, by which those that refer to something are ordered. */
  readonly dates: readonly DatePath[]
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

/** The orders of all types by what records say themselves, in the order of the model. */
const ordersOf = (model: Model) =>
  model.types.flatMap((type) =>
    Object.entries(type.orders ?? {}).flatMap(([name, { by, path }]) =>
      by === 'referrers' ? [] : [{ type, name, by, path }],
    ),
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
  dates: ordersOf(model)
    .filter(({ by }) => by === 'date')
    .map(({ type, path }) => {
      const { steps, target } = resolvePath(model, type, path)
      return { class: model.classOf(type), path: createPaths()(steps, target.predicates) }
    }),
  orders: ordersOf(model).map(({ type, name, by, path }) => ({
    type: model.types.indexOf(type),
    name,
    by,
    path: path.split('.'),
  })),
  names: namePlaces(model),
})
