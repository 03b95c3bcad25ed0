/** Learns of a graph what makes its filters fast: a few counts, asked once. */

import type { Counted, Knowledge } from '../filter/knowledge.ts'
import type { Model } from '../model/model.ts'
import { RDF_TYPE } from '../model/paths.ts'
import { readAddress } from '../model/schemes.ts'
import { iriOf, isIri, textOf } from '../record/triples.ts'
import { iriTerm, literalTerm, namedNode } from '../sparql/terms.ts'
import type { EntityIndex } from './index.ts'
import type { Row, Store } from './store.ts'

/** Values of a predicate that are remembered; one with more is no vocabulary. */
const MOST_VALUES = 5000

const countOf = ({ n }: Row): number => Number(textOf(n as string))

async function countPredicates(store: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await store.select('SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p')
  return new Map(rows.map((row) => [iriOf(row.p as string), countOf(row)]))
}

async function valuesOf(store: Store, predicate: string): Promise<readonly Counted[] | undefined> {
  const rows = await store.select(`SELECT ?o (COUNT(*) AS ?n) WHERE { ?s ${namedNode(predicate)} ?o } GROUP BY ?o LIMIT ${MOST_VALUES + 1}`)
  if (rows.length > MOST_VALUES) return undefined
  return rows.map((row) => ({ term: isIri(row.o as string) ? iriTerm(iriOf(row.o as string)) : literalTerm(textOf(row.o as string)), count: countOf(row) }))
}

/** Predicates of small vocabularies at which filters end. */
function vocabularies(model: Model): string[] {
  const leaves = model.types.flatMap((type) => model.filtersOf(type).all.flatMap(({ path: { leaf, steps } }) => [leaf, ...steps.flatMap(({ identifier }) => identifier?.scheme ?? [])]))
  const small = leaves.filter(({ kind, field }) => kind === 'term' || (kind === 'text' && field?.kind === 'text' && field.caseless))
  return [...new Set([RDF_TYPE, ...small.flatMap(({ predicates }) => predicates)])]
}

/** IRIs that are identifiers: what stands in front of them, by scheme, and those that are not written as their resolver's address. */
function readAddresses(iris: Iterable<string>): { prefixes: ReadonlyMap<string, ReadonlySet<string>>; others: ReadonlyMap<string, readonly string[]> } {
  const prefixes = new Map<string, Set<string>>()
  const others = new Map<string, string[]>()
  for (const iri of iris) {
    const address = readAddress(iri)
    if (!address) continue
    const { scheme, canonical, prefix } = address
    prefixes.set(scheme, (prefixes.get(scheme) ?? new Set()).add(prefix))
    if (canonical !== iri) others.set(canonical, [...(others.get(canonical) ?? []), iri])
  }
  return { prefixes, others }
}

/** Asks a store what its graph holds. */
export async function learn(store: Store, index: EntityIndex, model: Model): Promise<Knowledge> {
  const counts = await countPredicates(store)
  const values = new Map<string, readonly Counted[] | undefined>()
  for (const predicate of vocabularies(model)) values.set(predicate, counts.has(predicate) ? await valuesOf(store, predicate) : [])
  const { prefixes, others } = readAddresses(index.iris())
  return {
    triples: (predicate) => counts.get(predicate) ?? 0,
    records: (name) => {
      const type = model.typeNamed(name)
      return type ? index.records(type).length : 0
    },
    valuesOf: (predicate) => values.get(predicate),
    knows: (iri) => index.hasGraph(iri),
    spellingsOf: (address) => [...(index.hasGraph(address) ? [address] : []), ...(others.get(address) ?? [])],
    prefixesOf: (scheme) => [...(prefixes.get(scheme) ?? [])],
  }
}
