/** The context of a graph: the graph with everything that is derived from it once. */

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
  /** When the graph was loaded, as an HTTP date. */
  readonly lastModified: string
  /** Frames a document into its record. */
  readonly frame: Framer
  /** Absent where the cache is off. */
  readonly responseCache: ResponseCache | undefined
  /** For /metrics. */
  readonly cacheStats: { hits: number; misses: number }
}

/** Called once per request, so that a response never mixes two graphs. */
export type GetContext = () => GraphContext

/** What a graph context needs to know of the server. */
interface SiteOptions extends Pick<Site, 'has'> {
  readonly root: string
  about(graph: Graph): About
}

/**
 * @param graph gives the current graph
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
    queries: graph,
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
  // Background work: nothing waits for it.
  void graph
    .warmUp()
    .catch((error: unknown) => reportUnlessClosed(graph, error))
    .then(() => (graph.shared ? undefined : preloadHomePage(context)))
  return context
}

/** A representation from the cache. */
export function cachedRepresentation(
  { responseCache: memory, cacheStats }: GraphContext,
  key: string,
): Representation | undefined {
  const found = memory?.byRepresentation.get(key)
  if (memory) cacheStats[found ? 'hits' : 'misses']++
  return found
}

/** Runs the queries of the home page ahead, so that nobody waits for them. */
const preloadHomePage = (context: GraphContext): Promise<unknown> =>
  Promise.all([homeCharts(context), exampleSearches(context)]).catch((error: unknown) =>
    reportUnlessClosed(context.graph, error),
  )

/** That the graph was closed meanwhile, or its store is down, is no failure of this work. */
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
