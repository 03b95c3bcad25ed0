/** What is served: a graph with all that is made once for it. */

import { reportFailure } from '../background.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { closestMatch } from '../model/values/closest-match.ts'
import type { About } from '../about.ts'
import { exampleSearches } from '../pages/search/example-searches.ts'
import type { Site } from '../pages/shared/site.ts'
import { homeCharts } from '../pages/home-charts.ts'
import { createFramer, type Framer } from '../record/json/frame.ts'
import { createUrls } from '../record/urls.ts'
import type { Graph } from '../store/graph.ts'
import type { Settings } from '../settings.ts'
import { Problem } from '../errors.ts'
import type { Representation } from './representation/response.ts'
import { createResponseCache, type ResponseCache } from './representation/response-cache.ts'

export interface GraphContext extends Site {
  /** When the graph was loaded, as a header says it. */
  readonly lastModified: string
  /** Gives the canonical record of a document. */
  readonly frame: Framer
  /** Answers that were given; none where there is no memory for them. */
  readonly responseCache: ResponseCache | undefined
  /** How often an answer was looked for among those. */
  readonly cacheStats: { hits: number; misses: number }
}

/** Asked once at the start of each request: an answer never mixes two graphs. */
export type GetContext = () => GraphContext

/** Where and with which routes the graph is served, and what is said of it. */
interface SiteOptions extends Pick<Site, 'has'> {
  readonly root: string
  about(graph: Graph): About
}

/**
 * @param graph the graph to be served now; may give another one later
 * @param place with the public URL of the server
 */
export function createContextProvider(
  graph: () => Graph,
  place: SiteOptions,
  settings: Pick<Settings, 'serviceLinks' | 'cache'>,
): GetContext {
  const contexts = new WeakMap<Graph, GraphContext>()
  return () => {
    const now = graph()
    let context = contexts.get(now)
    if (!context) contexts.set(now, (context = createContext(now, place, settings)))
    return context
  }
}

function createContext(
  graph: Graph,
  { root, about, has }: SiteOptions,
  { serviceLinks: services, cache }: Pick<Settings, 'serviceLinks' | 'cache'>,
): GraphContext {
  const { model, base } = graph
  const context = {
    graph,
    ask: graph,
    about: about(graph),
    has,
    lastModified: graph.loaded.toUTCString(),
    model,
    base,
    services,
    responseCache: cache === 0 ? undefined : createResponseCache(cache),
    cacheStats: { hits: 0, misses: 0 },
    urls: createUrls(root, base),
    typesOf: graph.typesOf,
    frame: createFramer(model, base),
  }
  // Searches and the first page answer without it.
  void graph
    .learn()
    .catch((error: unknown) => reportUnlessClosed(graph, error))
    .then(() => (graph.shared ? undefined : preloadHomePage(context)))
  return context
}

/** An answer that was written before. */
export function cachedRepresentation(
  { responseCache: memory, cacheStats }: GraphContext,
  key: string,
): Representation | undefined {
  const found = memory?.byRepresentation.get(key)
  if (memory) cacheStats[found ? 'hits' : 'misses']++
  return found
}

/** Asks ahead what the first page shows, so that nobody waits for it. */
const preloadHomePage = (context: GraphContext): Promise<unknown> =>
  Promise.all([homeCharts(context), exampleSearches(context)]).catch((error: unknown) =>
    reportUnlessClosed(context.graph, error),
  )

/** Where the graph was closed meanwhile, or its store does not answer, that is no failure of warming up. */
async function reportUnlessClosed(graph: Pick<Graph, 'state'>, error: unknown): Promise<void> {
  if ((await graph.state()) !== 'gone') reportFailure('warm-up', error)
}

/**
 * The entity type of a path segment.
 * @throws Problem not-found, naming the collections
 */
export function requireCollection(model: Model, segment: string): EntityType {
  const type = model.typeAt(segment)
  if (type) return type
  const paths = model.types.map(({ path }) => path)
  const guess = closestMatch(segment, paths)
  throw new Problem(
    'not-found',
    `There is no collection of that name${guess ? `; did you mean ${guess}?` : '.'} There are ${paths.join(', ')}.`,
  )
}
