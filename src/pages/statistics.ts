/** The charts of the first page: the answers of queries/ on the graph, asked once for each graph. */

import type { ChartKind, Point } from './chart.ts'
import { parseTsvResults, type Solution } from '../record/rdf/tsv-results.ts'
import { hasLeft, once } from '../store/once.ts'
import { MOST, pointsOf } from './points.ts'
import { queries, type Query } from './queries.ts'
import type { Site } from './site.ts'

export interface Statistic {
  readonly title: string
  readonly kind: ChartKind
  /** Absent where the graph did not answer the query. */
  readonly points?: readonly Point[]
}

const known = new WeakMap<object, Promise<readonly Statistic[]>>()

/**
 * The copies for SPARQL are asked where there are some: over a large graph a chart takes seconds, and
 * requests would wait for them.
 */
async function solve(text: string, { graph, ask: questions }: Site): Promise<readonly Solution[]> {
  if (!graph.endpoint || graph.shared) return questions.select(text)
  try {
    return parseTsvResults(
      (
        await graph.endpoint.ask({ text, type: 'text/tab-separated-values' }, { client: 'charts' })
      ).toString(),
      MOST,
    ).solutions
  } catch {
    return questions.select(text)
  }
}

/** A chart that cannot be drawn now has no points; the page says so. */
async function ask({ title, kind, text }: Query, site: Site): Promise<Statistic> {
  try {
    return { title, kind, points: pointsOf(await solve(text, site), site) }
  } catch (error) {
    if (hasLeft(error)) throw error
    return { title, kind }
  }
}

/** One after the other, so that requests come in between. */
async function askAll(site: Site): Promise<readonly Statistic[]> {
  const all: Statistic[] = []
  for (const query of queries().filter(({ first }) => first)) all.push(await ask(query, site))
  return all.filter(({ points }) => points === undefined || points.length > 1)
}

/** The charts of a graph that have something to show. */
export function statistics(site: Site): Promise<readonly Statistic[]> {
  return once(
    known,
    site.graph,
    async () => {
      const all = await askAll(site)
      // What could not be drawn is asked for with the next page.
      if (all.some(({ points }) => points === undefined)) known.delete(site.graph)
      return all
    },
    site.ask.left,
  )
}
