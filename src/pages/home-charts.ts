/** The charts of the home page: the answers to queries/ over the graph, computed once for each graph. */

import { once } from '../admission/once.ts'
import { isClientGone, waitElsewhere } from '../admission/task.ts'
import type { ChartKind, Point } from './shared/chart.ts'
import { parseTsvResults, type Solution } from '../record/serializers/tsv-results.ts'
import { MAX_SOLUTIONS, pointsOf } from './shared/chart-data.ts'
import { exampleQueries, type Query } from './example-queries.ts'
import type { Site } from './shared/site.ts'

export interface HomeChart {
  readonly title: string
  readonly kind: ChartKind
  /** Absent where the graph did not answer the query. */
  readonly points?: readonly Point[]
}

const chartsByGraph = new WeakMap<object, Promise<readonly HomeChart[]>>()

/**
 * The public endpoint answers: over a large graph a chart takes seconds, and requests would wait for them. Where
 * there is none, nothing is drawn, as no engine is to start for it.
 */
async function select(text: string, { graph, queries }: Site): Promise<readonly Solution[]> {
  const { endpoint } = graph
  const { task } = queries
  if (!endpoint) return []
  try {
    const answer = await waitElsewhere(task, () =>
      endpoint.ask({ text, type: 'text/tab-separated-values' }, { task }),
    )
    return parseTsvResults(answer.toString(), MAX_SOLUTIONS).solutions
  } catch {
    return queries.select(text)
  }
}

/** A chart that cannot be drawn now has no points; the page says so. */
async function draw({ title, kind, codes, filter, text }: Query, site: Site): Promise<HomeChart> {
  try {
    return { title, kind, points: pointsOf(await select(text, site), site, { codes, filter }) }
  } catch (error) {
    if (isClientGone(error)) throw error
    return { title, kind }
  }
}

/** One after the other, so that requests come in between. */
async function askAll(site: Site): Promise<readonly HomeChart[]> {
  const all: HomeChart[] = []
  for (const query of exampleQueries().filter(({ first }) => first)) all.push(await draw(query, site))
  return all.filter(({ points }) => points === undefined || points.length > 1)
}

/** The charts of a graph that have something to show. */
export function homeCharts(site: Site): Promise<readonly HomeChart[]> {
  return once(
    chartsByGraph,
    site.graph,
    async (task) => {
      const all = await askAll({ ...site, queries: site.graph.forTask(task) })
      // What could not be drawn is tried again with the next page.
      if (all.some(({ points }) => points === undefined)) chartsByGraph.delete(site.graph)
      return all
    },
    site.queries.task,
  )
}
