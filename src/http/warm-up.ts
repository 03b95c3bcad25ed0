/** What the home page asks of the store is asked ahead, so that nobody waits for it. */

import { reportFailure } from '../background.ts'
import type { GraphContext } from './graph-context.ts'

/** Failures are reported; what could not be asked is asked when it is needed. */
export async function warmUp(context: GraphContext): Promise<void> {
  const { graph } = context
  await graph.filled
    .then(() => runHomePageQueries(context))
    .catch((error: unknown) => reportUnlessClosed(graph, error))
}

async function runHomePageQueries(context: GraphContext): Promise<void> {
  const [{ homeCharts }, { exampleSearches }] = await Promise.all([
    import('../pages/home-charts.ts'),
    import('../pages/example-searches.ts'),
  ])
  await Promise.all([homeCharts(context), exampleSearches(context)])
}

/** That the graph was closed meanwhile, or its store is down, is no failure of this work. */
async function reportUnlessClosed(graph: GraphContext['graph'], error: unknown): Promise<void> {
  if ((await graph.state()) !== 'gone') reportFailure('warm-up', error)
}
