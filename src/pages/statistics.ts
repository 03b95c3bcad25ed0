/** The charts of the first page: the answers of queries/ on the graph, asked once for each graph. */

import type { ChartKind, Point } from './chart.ts'
import { pointsOf } from './points.ts'
import { queries, type Query } from './queries.ts'
import type { Site } from './site.ts'

export interface Statistic {
  readonly title: string
  readonly kind: ChartKind
  /** Absent where the graph did not answer the query. */
  readonly points?: readonly Point[]
}

const known = new WeakMap<object, Promise<readonly Statistic[]>>()

/** A chart that cannot be drawn now is asked for again with the next page; the page says so. */
async function ask({ title, kind, text }: Query, site: Site): Promise<Statistic> {
  try {
    return { title, kind, points: pointsOf(await site.graph.select(text), site) }
  } catch {
    return { title, kind }
  }
}

/** The charts of a graph that have something to show. */
export function statistics(site: Site): Promise<readonly Statistic[]> {
  let promise = known.get(site.graph)
  if (!promise) {
    promise = Promise.all(queries().filter(({ first }) => first).map((query) => ask(query, site))).then((all) => all.filter(({ points }) => points === undefined || points.length > 1))
    known.set(site.graph, promise)
    void promise.then((all) => { if (all.some(({ points }) => points === undefined)) known.delete(site.graph) })
  }
  return promise
}
