/** What an endpoint's graphs are about: the index of its entities, read in sorted pages. */

import type { Model } from '../../model/model.ts'
import { RDF_TYPE } from '../../model/context/rdf.ts'
import { createTypeDetector } from '../../record/rdf/type-detection.ts'
import { iriOf } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'
import { bitOf, RECORD, typesIn, type Mask } from '../entities/entity-index.ts'
import { layouts, type Layout } from '../documents/graph-layout.ts'
import { irisWhere } from '../store.ts'
import type { RemoteStore } from './remote-store.ts'

export interface Entities {
  readonly masks: Map<string, Mask>
  /** Graphs that are not called like a subject of theirs: they are none of ours. */
  readonly foreign: string[]
}

const TYPE = iriText(RDF_TYPE)

/** Graphs without an entity: labels of classes, and what an engine keeps for itself. */
const MOST_OTHERS = 100_000

/** Graphs that one query names. */
const TOGETHER = 200

type QueryTarget = Pick<RemoteStore, 'iris' | 'select'>

/**
 * Reads which graphs are of entities, and of which of them more is said than their class.
 * @throws Error if most graphs are of nothing that the model knows
 */
export async function readEntities(store: QueryTarget, model: Model, layout: Layout): Promise<Entities> {
  const masks = new Map<string, Mask>()
  const classes = model.types.map((type) => iriText(model.classOf(type)))
  const graphsWhere = (pattern: string): Promise<string[]> => store.iris(irisWhere('g', pattern))
  for (const type of model.types) {
    const name = iriText(model.classOf(type))
    for (const iri of await graphsWhere(layout.isOf(name)))
      masks.set(iri, (masks.get(iri) ?? RECORD) | bitOf(model, type))
    const saysMore = `${layout.has} FILTER(?p != ${TYPE} || ?o NOT IN (${classes.join(', ')}))`
    for (const iri of await graphsWhere(`${layout.isOf(name)} FILTER NOT EXISTS { ${saysMore} }`))
      masks.set(iri, (masks.get(iri) ?? 0) & ~RECORD)
  }
  await dropWords(store, model, masks)
  // A filter for each class: Virtuoso takes four times as long for one with all of them.
  const otherGraphs = await graphsWhere(
    `${layout.any} ${classes.map((name) => `FILTER NOT EXISTS { ${layout.isOf(name)} }`).join(' ')}`,
  )
  if (otherGraphs.length > MOST_OTHERS)
    throw new Error(
      `${otherGraphs.length} of its things are of no entity type: most of what it holds is something else`,
    )
  const self = layout === layouts.triples ? new Set(otherGraphs) : await selfNamed(store, otherGraphs)
  for (const iri of self) masks.set(iri, 0)
  return { masks, foreign: otherGraphs.filter((iri) => !self.has(iri)) }
}

/** Takes away types that are only words of another: what an entity has besides its classes tells. */
async function dropWords(store: QueryTarget, model: Model, masks: Map<string, Mask>): Promise<void> {
  const { ambiguousPairs, typesOf } = createTypeDetector(model)
  const bits = ambiguousPairs.map((pair) => pair.reduce((mask, type) => mask | bitOf(model, type), 0))
  const iris = [...masks].flatMap(([iri, mask]) => (bits.some((both) => (mask & both) === both) ? [iri] : []))
  for (let start = 0; start < iris.length; start += TOGETHER) {
    const some = iris.slice(start, start + TOGETHER)
    const predicates = new Map<string, string[]>(some.map((iri) => [iri, []]))
    const rows = await store.select(
      `SELECT DISTINCT ?g ?p WHERE { VALUES ?g { ${some.map(iriText).join(' ')} } ?g ?p ?o }`,
    )
    for (const { g, p } of rows) predicates.get(iriOf(g as string))?.push(iriOf(p as string))
    for (const [iri, its] of predicates) {
      const mask = masks.get(iri) as Mask
      const classes = typesIn(model, mask).map((type) => model.classOf(type))
      masks.set(
        iri,
        typesOf(classes, its).reduce((combined, type) => combined | bitOf(model, type), mask & RECORD),
      )
    }
  }
}

async function selfNamed(store: QueryTarget, iris: readonly string[]): Promise<Set<string>> {
  const selfNamedGraphs = new Set<string>()
  for (let start = 0; start < iris.length; start += TOGETHER) {
    const names = iris
      .slice(start, start + TOGETHER)
      .map(iriText)
      .join(' ')
    for (const { g } of await store.select(
      `SELECT DISTINCT ?g WHERE { VALUES ?g { ${names} } GRAPH ?g { ?g ?p ?o } }`,
    ))
      selfNamedGraphs.add(iriOf(g as string))
  }
  return selfNamedGraphs
}
