/** One context for each graph. */

import { createUrls } from '../record/urls.ts'
import { createFramer } from '../record/json/frame.ts'
import type { Settings } from '../settings.ts'
import type { Graph } from '../store/graph.ts'
import type { GetContext, GraphContext } from './graph-context.ts'
import type { About } from '../about.ts'
import type { Site } from '../pages/shared/site.ts'

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
  settings: Pick<Settings, 'serviceLinks' | 'answerTimeout'>,
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
  { serviceLinks: services, answerTimeout }: Pick<Settings, 'serviceLinks' | 'answerTimeout'>,
): GraphContext {
  const { model, base } = graph
  return {
    graph,
    queries: graph,
    task: graph.task,
    answerTimeout,
    about: about(graph),
    has,
    lastModified: graph.loaded.toUTCString(),
    model,
    base,
    services,
    urls: createUrls(root, base),
    typesOf: graph.typesOf,
    frame: createFramer(model, base),
  }
}
