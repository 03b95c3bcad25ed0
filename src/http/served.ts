/** What is served: a graph with all that is made once for it. */

import { reportFailure } from '../background.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { closestMatch } from '../model/values/closest-match.ts'
import type { About } from '../about.ts'
import { examples } from '../pages/examples.ts'
import type { Site } from '../pages/site.ts'
import { statistics } from '../pages/statistics.ts'
import { createFramer, type Framer } from '../record/json/frame.ts'
import { createUrls } from '../record/urls.ts'
import type { Graph } from '../store/graph.ts'
import type { Settings } from '../settings.ts'
import { Problem } from '../errors.ts'
import type { Written } from './answer.ts'
import { createMemory, type Memory } from './memory.ts'

export interface Served extends Site {
  /** When the graph was loaded, as a header says it. */
  readonly lastModified: string
  /** Gives the canonical record of a document. */
  readonly frame: Framer
  /** Answers that were given; none where there is no memory for them. */
  readonly memory: Memory | undefined
  /** How often an answer was looked for among those. */
  readonly recalled: { hits: number; misses: number }
}

/** Asked once at the start of each request: an answer never mixes two graphs. */
export type Serve = () => Served

/** Where and with which routes the graph is served, and what is said of it. */
interface Place extends Pick<Site, 'has'> {
  readonly root: string
  about(graph: Graph): About
}

/**
 * @param graph the graph to be served now; may give another one later
 * @param place with the public URL of the server
 */
export function serving(
  graph: () => Graph,
  place: Place,
  settings: Pick<Settings, 'serviceLinks' | 'cache'>,
): Serve {
  const known = new WeakMap<Graph, Served>()
  return () => {
    const now = graph()
    let served = known.get(now)
    if (!served) known.set(now, (served = prepare(now, place, settings)))
    return served
  }
}

function prepare(
  graph: Graph,
  { root, about, has }: Place,
  { serviceLinks: services, cache }: Pick<Settings, 'serviceLinks' | 'cache'>,
): Served {
  const { model, base } = graph
  const served = {
    graph,
    ask: graph,
    about: about(graph),
    has,
    lastModified: graph.loaded.toUTCString(),
    model,
    base,
    services,
    memory: cache === 0 ? undefined : createMemory(cache),
    recalled: { hits: 0, misses: 0 },
    urls: createUrls(root, base),
    typesOf: graph.typesOf,
    frame: createFramer(model, base),
  }
  // Searches and the first page answer without it.
  void graph
    .learn()
    .catch((error: unknown) => failed(graph, error))
    .then(() => (graph.shared ? undefined : warm(served)))
  return served
}

/** An answer that was written before. */
export function recall({ memory, recalled }: Served, key: string): Written | undefined {
  const found = memory?.written.get(key)
  if (memory) recalled[found ? 'hits' : 'misses']++
  return found
}

/** Asks ahead what the first page shows, so that nobody waits for it. */
const warm = (served: Served): Promise<unknown> =>
  Promise.all([statistics(served), examples(served)]).catch((error: unknown) => failed(served.graph, error))

/** Where the graph was closed meanwhile, or its store does not answer, that is no failure of warming up. */
async function failed(graph: Pick<Graph, 'state'>, error: unknown): Promise<void> {
  if ((await graph.state()) !== 'gone') reportFailure('warm-up', error)
}

/**
 * The entity type of a path segment.
 * @throws Problem not-found, naming the collections
 */
export function typeAt(model: Model, segment: string): EntityType {
  const type = model.typeAt(segment)
  if (type) return type
  const paths = model.types.map(({ path }) => path)
  const guess = closestMatch(segment, paths)
  throw new Problem(
    'not-found',
    `There is no collection of that name${guess ? `; did you mean ${guess}?` : '.'} There are ${paths.join(', ')}.`,
  )
}
