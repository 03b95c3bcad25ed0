/** The graph that is served, and how another one takes its place while requests go on. */

import type { Graph } from '../store/graph.ts'

export interface Live {
  /** The graph that new requests get. */
  readonly graph: () => Graph
  /**
   * Opens the graph anew, beside the one that serves, and swaps it in when it answers. Asked again meanwhile, it does so
   * once more. What fails is told, and leaves the old graph serving.
   */
  reload(): Promise<void>
  /** Waits for what is under way, then closes the graph. */
  close(): Promise<void>
}

export interface Told {
  /** A new graph serves, since so many milliseconds after it was asked for. */
  swapped(graph: Graph, ms: number): void
  failed(error: unknown): void
}

export interface LiveOptions {
  readonly first: Graph
  /** Opens the graph anew. */
  open(): Promise<Graph>
  /** Resolves when the requests that are under way now have ended. */
  settled(): Promise<void>
  readonly told: Told
}

/** A graph is of use if it gives the records that it counts. @throws Error if it does not */
async function requireAnswers(graph: Graph): Promise<void> {
  for (const type of graph.model.types) {
    const first = graph.list(type, 0, 1)
    if ((await graph.documents(first)).some(({ nodes }) => nodes.size === 0)) throw new Error(`the new graph has no document of ${first[0]}`)
  }
}

export function createLive({ first, open, settled, told }: LiveOptions): Live {
  let current = first
  let asked = false
  let running: Promise<void> | undefined
  let closed = false
  const leaving = new Set<Promise<void>>()

  function leave(old: Graph): void {
    const left: Promise<void> = settled().then(() => old.close()).catch((error: unknown) => told.failed(error)).finally(() => leaving.delete(left))
    leaving.add(left)
  }

  async function swap(): Promise<void> {
    const start = performance.now()
    const fresh = await open()
    try {
      await requireAnswers(fresh)
      await fresh.learn()
      if (closed) throw new Error('the server ends')
    } catch (error) {
      await fresh.close()
      throw error
    }
    const old = current
    current = fresh
    told.swapped(fresh, performance.now() - start)
    leave(old)
    // One old graph at most is in memory beside the one that serves.
    await Promise.all(leaving)
  }

  async function swaps(): Promise<void> {
    while (asked && !closed) {
      asked = false
      await swap().catch((error: unknown) => told.failed(error))
    }
    running = undefined
  }

  return {
    graph: () => current,
    reload() {
      asked = true
      return running ??= swaps()
    },
    async close() {
      closed = true
      await running
      await Promise.all(leaving)
      await current.close()
    },
  }
}
