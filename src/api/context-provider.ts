/** Makes the context in which requests are answered, once for each graph, so that a reload brings a new one. */

import { createUrls } from '../record/urls.ts'
import { createFramer } from '../record/json/frame.ts'
import type { Settings } from '../config/settings.ts'
import type { ServedGraph } from '../search-index/query/graph.ts'
import type { GetContext, GraphContext } from './graph-context.ts'
import { noTimer } from './server-timing.ts'
import type { About } from '../config/about.ts'
import type { Site } from '../pages/shared/site.ts'
import { localeOf } from '../pages/texts/locale.ts'

/** What a graph context needs to know of the server. */
interface SiteOptions<G> extends Pick<Site, 'has'> {
  readonly root: string
  about(graph: G): About
}

/**
 * @param graph gives the current graph
 * @param place with the public URL of the server
 */
export function createContextProvider<G extends ServedGraph>(
  graph: () => G,
  place: SiteOptions<G>,
  settings: Pick<Settings, 'serviceLinks' | 'answerTimeout'>,
): GetContext {
  const contexts = new WeakMap<G, GraphContext>()
  return () => {
    const now = graph()
    let context = contexts.get(now)
    if (!context) contexts.set(now, (context = createContext(now, place, settings)))
    return context
  }
}

function createContext<G extends ServedGraph>(
  graph: G,
  { root, about, has }: SiteOptions<G>,
  { serviceLinks: services, answerTimeout }: Pick<Settings, 'serviceLinks' | 'answerTimeout'>,
): GraphContext {
  const { model, base } = graph
  return {
    graph,
    queries: graph,
    task: graph.task,
    timer: noTimer,
    answerTimeout,
    about: about(graph),
    locale: localeOf(model, 'en'),
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
