/** Counts what a graph holds, in questions short enough that requests come in between. */

import type { Model } from '../../model/model.ts'
import { RDF_TYPE } from '../../model/context/rdf.ts'
import { iriOf, isIri, textOf } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'
import type { MemoryIndex } from './entity-index.ts'
import type { Store } from '../store.ts'

export interface Statistics {
  readonly triples: number
  /** Different subjects, those without identity included. */
  readonly subjects: number
  /** Class IRI → instances; property IRI → triples. The most frequent first. */
  readonly classes: ReadonlyMap<string, number>
  readonly properties: ReadonlyMap<string, number>
}

/** Graphs whose subjects are counted at once. */
const GRAPHS = 2000

interface Counting {
  readonly store: Store
  readonly index: MemoryIndex
  readonly model: Model
}

type QueryTarget = Pick<Store, 'select' | 'foreign' | 'layout'>

/** A pattern in the graphs of the graph alone. */
const within = ({ foreign = [], layout }: QueryTarget, pattern: string): string =>
  foreign.length === 0 || layout === 'triples'
    ? pattern
    : `GRAPH ?in { ${pattern} } FILTER(?in NOT IN (${foreign.map(iriText).join(', ')}))`

async function countOf(store: QueryTarget, pattern: string, what = '*'): Promise<number> {
  const [row] = await store.select(`SELECT (COUNT(${what}) AS ?n) WHERE { ${pattern} }`)
  return Number(textOf(row?.n ?? '"0"'))
}

/** Quads of the graph. */
export const countQuads = (store: QueryTarget): Promise<number> => countOf(store, within(store, '?s ?p ?o'))

/**
 * A subject has its triples in one graph, so the counts of graphs add up; a store that others use too has its
 * own ways to be fair.
 */
async function countSubjects(store: Store, index: MemoryIndex): Promise<number> {
  if (store.foreign) return countOf(store, within(store, '?s ?p ?o'), 'DISTINCT ?s')
  const graphs = [...index.masks.keys()].map(iriText)
  let subjects = 0
  for (let start = 0; start < graphs.length; start += GRAPHS) {
    subjects += await countOf(
      store,
      `VALUES ?graph { ${graphs.slice(start, start + GRAPHS).join(' ')} } GRAPH ?graph { ?s ?p ?o }`,
      'DISTINCT ?s',
    )
  }
  return subjects
}

/**
 * The properties that the contexts know, counted one by one; only where others are left is the whole graph
 * asked for them.
 */
async function countProperties(
  store: Store,
  { vocabulary }: Model,
  triples: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const count = async (iri: string): Promise<void> => {
    if (!counts.has(iri)) counts.set(iri, await countOf(store, within(store, `?s ${iriText(iri)} ?o`)))
  }
  await count(RDF_TYPE)
  for (const term of vocabulary.terms.keys()) {
    const iri = vocabulary.iri(term)
    if (iri !== undefined) await count(iri)
  }
  if ([...counts.values()].reduce((sum, n) => sum + n, 0) === triples) return counts
  for (const { p } of await store.select(`SELECT DISTINCT ?p WHERE { ${within(store, '?s ?p ?o')} }`))
    await count(iriOf(p as string))
  return counts
}

/** Those that occur, the most frequent first. */
export const ordered = (counts: Iterable<readonly [string, number]>): Map<string, number> =>
  new Map([...counts].filter(([, n]) => n > 0).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))

/** Counts a graph. */
export async function countStatistics({ store, index, model }: Counting): Promise<Statistics> {
  const triples = await store.size()
  const classes = await store.select(
    `SELECT ?c (COUNT(*) AS ?n) WHERE { ${within(store, '?s a ?c')} } GROUP BY ?c`,
  )
  return {
    triples,
    subjects: await countSubjects(store, index),
    classes: ordered(
      classes.flatMap(({ c, n }) =>
        isIri(c as string) ? [[iriOf(c as string), Number(textOf(n as string))] as const] : [],
      ),
    ),
    properties: ordered(await countProperties(store, model, triples)),
  }
}
