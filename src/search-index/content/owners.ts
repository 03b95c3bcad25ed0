/** Who has external identifiers, in any spelling or as they are stored. */

import type { Task } from '../../admission/task.ts'
import { identifiersOf } from '../../model/identifier-predicates.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { memoize } from '../../model/values/collections.ts'
import { sortCodePoints } from '../../model/values/sorting.ts'
import { iriOf, isIri, lexicalForm, type PredicateMap } from '../../record/rdf/triples.ts'
import type { EntityIndex } from '../query/entity-index.ts'
import type { StoredIdentifiers } from '../query/index-search.ts'
import { readGraphs, type GraphsReader } from './graphs.ts'
import { isPlain, readOwners } from './identifiers.ts'
import type { Meta } from '../tables/meta.ts'
import type { Tables } from '../tables/tables.ts'

/** Numbers of the paths by which the records of a type have their identifiers. */
function pathsOfRecords({ identifiers }: Meta, model: Model, type: EntityType): ReadonlySet<number> {
  const places = new Set(
    identifiersOf(model, type)
      .filter(({ ofEntity }) => ofEntity)
      .map(({ hasIdentifier, value }) => `${hasIdentifier} ${value}`),
  )
  return new Set(identifiers.flatMap((path, number) => (places.has(path.join(' ')) ? [number] : [])))
}

/** Sorted IRIs of the records of the types that have an external identifier, in any spelling, or as it is given. */
export function holderSearch(
  tables: Tables,
  meta: Meta,
  model: Model,
  index: EntityIndex,
): (types: readonly EntityType[], identifier: string, isAsGiven?: boolean) => readonly string[] {
  const pathsOf = memoize((type: EntityType) => pathsOfRecords(meta, model, type))
  const table = tables.table('owners')

  return (types, identifier, isAsGiven) => {
    const holders = new Set<string>()
    for (const form of isAsGiven ? [identifier] : model.identifiers.spellings(identifier))
      for (const { iri, path } of readOwners(table, form))
        if (types.some((type) => pathsOf(type).has(path))) holders.add(iri)
    return sortCodePoints(
      [...holders].filter((iri) => {
        const entry = index.entryOf(iri)
        return entry.isRecord && entry.types.some((type) => types.includes(type))
      }),
    )
  }
}

/** Owners whose graphs are read at once: it takes the thread for some 20 ms. */
const MAX_GRAPHS = 1000

/**
 * The owners of identifiers that may be, each once; undefined where the index has none of their place, or too many
 * graphs would have to be read.
 */
export function findOwners(
  tables: Tables,
  allGraphs: Pick<GraphsReader, 'graphOf' | 'named'>,
  { identifiers }: Meta,
  { nodePredicates, value, values, scheme }: StoredIdentifiers,
  mayBe: (iri: string) => boolean,
  task: Task,
): readonly string[] | undefined {
  const paths = nodePredicates.flatMap((predicate) => value.map((of) => `${predicate} ${of}`))
  const numbers = paths.map((place) => identifiers.findIndex((path) => path.join(' ') === place))
  if (numbers.includes(-1)) return undefined
  const owners = new Set<string>()
  const table = tables.table('owners')
  for (const text of values)
    for (const { iri, path } of readOwners(table, text)) if (numbers.includes(path)) owners.add(iri)
  if (!scheme) return [...owners]
  const candidates = [...owners].filter(mayBe)
  if (candidates.length > MAX_GRAPHS) return undefined
  const texts = new Set(values)
  const schemes = new Set(scheme.iris.map((iri) => `<${iri}>`))
  return candidates.filter(hasScheme)

  /** Whether one node of the owner has one of the values and one of the schemes. */
  function hasScheme(owner: string): boolean {
    const { graphs, named } = readGraphs(allGraphs, [owner], task)
    const nodes = graphs[0]!
    const isRight = (node: PredicateMap | undefined): boolean =>
      value.some((of) =>
        node?.get(of)?.some((object) => isPlain(object) && texts.has(lexicalForm(object))),
      ) && scheme!.predicates.some((of) => node?.get(of)?.some((object) => schemes.has(object)))
    return nodePredicates.some((predicate) =>
      nodes
        .get(`<${owner}>`)
        ?.get(predicate)
        ?.some((node) =>
          isRight(nodes.get(node) ?? (isIri(node) ? named.get(iriOf(node))?.get(node) : undefined)),
        ),
    )
  }
}
