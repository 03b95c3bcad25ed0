/** The graph that is served, and how another one takes its place while requests go on. */

import { once } from 'node:events'
import type { Graph } from '../../store/graph.ts'

export interface Live {
  /** The graph that new requests get. */
  readonly graph: () => Graph
  /**
   * Opens the graph anew, beside the one that serves, and swaps it in when it answers. Asked again meanwhile,
   * it does so
   * once more. What fails is told, and leaves the old graph serving.
   */
  reload(): Promise<void>
  /** How many graphs were swapped in, and how many could not be. */
  readonly reloads: { readonly swapped: number; readonly failed: number }
  /** Ends what is under way, then closes the graph. */
  close(): Promise<void>
}

/** Who is told what becomes of the graph. */
export interface Listener {
  /** A new graph serves, since so many milliseconds after it was asked for. */
  swapped(graph: Graph, ms: number): void
  /** The new graph cannot be opened, or an old one not be closed. */
  failed(error: unknown): void
}

export interface LiveOptions {
  readonly first: Graph
  /** Opens the graph anew; the signal says that it is not wanted any more. */
  open(signal: AbortSignal): Promise<Graph>
  /** Resolves when the requests that are under way now have ended. */
  settled(): Promise<void>
  readonly told: Listener
}

/** A graph is of use if it gives the records that it counts. @throws Error if it does not */
async function requireAnswers(graph: Graph): Promise<void> {
  for (const type of graph.model.types) {
    const first = graph.list(type, 0, 1)
    if ((await graph.documents(first)).some(({ nodes }) => nodes.size === 0))
      throw new Error(`the new graph has no document of ${first[0]}`)
  }
}

export function createLive({ first, open, settled, told }: LiveOptions): Live {
  let current = first
  let asked = false
  let running: Promise<void> | undefined
  const reloads = { swapped: 0, failed: 0 }
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort').then(() => {
    throw new Error('the server ends')
  })
  ended.catch(() => {})
  const leaving = new Set<Promise<void>>()

  function leave(old: Graph): void {
    const left: Promise<void> = settled()
      .then(() => old.close())
      .catch((error: unknown) => told.failed(error))
      .finally(() => leaving.delete(left))
    leaving.add(left)
  }

  async function swap(): Promise<void> {
    const start = performance.now()
    const fresh = await open(ending.signal)
    try {
      await requireAnswers(fresh)
      // Queries go on over the old graph until an engine of the new one can take them.
      await Promise.race([Promise.all([fresh.learn(), fresh.endpoint?.ready]), ended])
    } catch (error) {
      await fresh.close()
      throw error
    }
    const old = current
    current = fresh
    reloads.swapped++
    told.swapped(fresh, performance.now() - start)
    leave(old)
    // One old graph at most is in memory beside the one that serves.
    await Promise.all(leaving)
  }

  function fail(error: unknown): void {
    if (ending.signal.aborted) return
    reloads.failed++
    told.failed(error)
  }

  async function swaps(): Promise<void> {
    while (asked && !ending.signal.aborted) {
      asked = false
      await swap().catch(fail)
    }
    running = undefined
  }

  function reload(): Promise<void> {
    asked = true
    return (running ??= swaps())
  }

  return {
    graph: () => current,
    reloads,
    reload,
    async close() {
      ending.abort()
      await running
      await Promise.all(leaving)
      await current.close()
    },
  }
}
