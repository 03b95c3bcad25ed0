/** Learns of a graph what makes its filters fast: a few counts, asked once. */

import type { TermCount, GraphStatistics } from '../../filter/graph-statistics.ts'
import type { Model } from '../../model/model.ts'
import { RDF_TYPE } from '../../model/context/rdf.ts'
import type { Addresses } from './addresses.ts'
import { iriOf, isIri, textOf } from '../../record/rdf/triples.ts'
import { namedNode, literal, iriText } from '../../sparql/terms.ts'
import type { MemoryIndex } from './entity-index.ts'
import { irisWhere, type Row, type Store } from '../store.ts'

/** Values of a predicate that are remembered; one with more is no vocabulary. */
export const MAX_VALUES = 5000

const countOf = ({ n }: Row): number => Number(textOf(n as string))

/** The predicates of all filters. */
function predicatesOf(model: Model): string[] {
  const paths = model.types.flatMap((type) => model.filtersOf(type).all.map(({ path }) => path))
  return [
    ...new Set(
      paths.flatMap(({ steps, target: leaf }) =>
        [...steps, leaf, ...steps.flatMap(({ identifier }) => identifier?.scheme ?? [])].flatMap(
          ({ predicates }) => predicates,
        ),
      ),
    ),
  ]
}

/** One query for each, so that requests come in between. */
async function countTriples({ store, model }: Learning): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const predicate of predicatesOf(model)) {
    const [row] = await store.select(`SELECT (COUNT(*) AS ?n) WHERE { ?s ${iriText(predicate)} ?o }`)
    counts.set(predicate, row ? countOf(row) : 0)
  }
  return counts
}

/** A value of a predicate. @param object N-Triples text */
export const valueOf = (object: string, count: number): TermCount => ({
  term: isIri(object) ? namedNode(iriOf(object)) : literal(textOf(object)),
  count,
})

async function valuesOf({ store }: Learning, predicate: string): Promise<readonly TermCount[] | undefined> {
  const rows = await store.select(
    `SELECT ?o (COUNT(*) AS ?n) WHERE { ?s ${iriText(predicate)} ?o } GROUP BY ?o LIMIT ${MAX_VALUES + 1}`,
  )
  return rows.length > MAX_VALUES ? undefined : rows.map((row) => valueOf(row.o as string, countOf(row)))
}

/** Predicates of small vocabularies at which filters end. */
export function vocabularies(model: Model): string[] {
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

/** How entities lead to identifiers, and identifiers to their schemes: pairs of predicates. */
export function identifierPredicates(model: Model): [holds: string, uses: string][] {
  const steps = model.types.flatMap((type) => model.filtersOf(type).all.flatMap(({ path }) => path.steps))
  const pairs = steps.flatMap(({ identifier, predicates }) =>
    identifier ? predicates.map((holds) => `${holds} ${identifier.scheme.predicates[0]}`) : [],
  )
  return [...new Set(pairs)].map((pair) => pair.split(' ') as [string, string])
}

type ValuesOf = (predicate: string) => readonly TermCount[] | undefined

/** The entities that have an identifier of a scheme, the scheme's name in any case. */
async function ownersOf(
  scheme: string,
  { store, model, base }: Learning,
  values: ValuesOf,
): Promise<ReadonlySet<string>> {
  const owners = new Set<string>()
  for (const [identifierPredicate, schemePredicate] of identifierPredicates(model)) {
    const same = (values(schemePredicate) ?? []).filter(
      ({ term }) => model.vocabulary.compactIri(term.value, base).toLowerCase() === scheme,
    )
    for (const { term } of same) {
      for (const iri of await store.iris(
        irisWhere(
          'owner',
          `?node ${iriText(schemePredicate)} ${iriText(term.value)} . ` +
            `?owner ${iriText(identifierPredicate)} ?node FILTER(isIRI(?owner))`,
        ),
      ))
        owners.add(iri)
    }
  }
  return owners
}

/** Looks prefixes up. @param prefixes by scheme and name of the type */
export const prefixesIn =
  (
    prefixes: readonly (readonly [scheme: string, type: string, prefix: string])[],
  ): GraphStatistics['iriPrefixesOfScheme'] =>
  (scheme, types) => [
    ...new Set(
      prefixes.flatMap(([own, type, prefix]) => (own === scheme && types.includes(type) ? [prefix] : [])),
    ),
  ]

async function learnPrefixes(
  learning: Learning,
  values: ValuesOf,
): Promise<GraphStatistics['iriPrefixesOfScheme']> {
  const prefixes = new Map<string, readonly [string, string, string]>()
  const owners = new Map<string, ReadonlySet<string>>()
  for (const { scheme, prefix, iri } of learning.addresses.all()) {
    let known = owners.get(scheme)
    if (!known) owners.set(scheme, (known = await ownersOf(scheme, learning, values)))
    if (!known.has(iri))
      for (const { name } of learning.index.typesOf(iri))
        prefixes.set(`${scheme} ${name} ${prefix}`, [scheme, name, prefix])
  }
  return prefixesIn([...prefixes.values()])
}

interface Learning {
  readonly store: Store
  readonly index: MemoryIndex
  readonly addresses: Addresses
  readonly model: Model
  readonly base: string
}

/** Asks a store what its graph holds. */
export async function learnGraph(learning: Learning): Promise<GraphStatistics> {
  const { index, model, addresses } = learning
  const counts = await countTriples(learning)
  const values = new Map<string, readonly TermCount[] | undefined>()
  for (const predicate of vocabularies(model))
    values.set(predicate, counts.get(predicate) ? await valuesOf(learning, predicate) : [])
  const prefixesOf = await learnPrefixes(learning, (predicate) => values.get(predicate))
  return {
    iriPrefixesOfScheme: prefixesOf,
    triples: (predicate) => counts.get(predicate) ?? 0,
    records: (name) => {
      const type = model.typeNamed(name)
      return type ? index.records(type).length : 0
    },
    valuesOf: (predicate) => values.get(predicate),
    hasSubject: (iri) => index.hasGraph(iri),
    irisOfIdentifier: addresses.spellingsOf,
  }
}
