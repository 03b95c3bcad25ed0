/** The graph that is served, and how another one takes its place while requests go on. */

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Graph } from '../store/graph.ts'

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
  /** @param serving whether the old graph still answers; if it does not, the new one is tried again */
  failed(error: unknown, serving: boolean): void
  /** The graph that serves has ended by itself, and is opened anew. */
  died(error: Error): void
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

/**
 * Milliseconds before a graph in the place of a dead one is tried again, for each time that it was tried; and
 * most of those.
 */
const PAUSE = 1000
const MOST_PAUSES = 60

/** Milliseconds for which a graph has to serve to count as well again. */
const WELL = 60_000

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
  /** The graph that serves has ended by itself; how often another was tried then. */
  let dead = false
  let tries = 0
  follow(first)

  /** Opens another graph in the place of one that has ended, or turns out to be of no use. */
  function follow(graph: Graph): void {
    const start = performance.now()
    const replace = (error: Error): void => {
      if (graph !== current || ending.signal.aborted) return
      dead = true
      if (performance.now() - start > WELL) tries = 0
      told.died(error)
      void reload()
    }
    void graph.died?.then(replace)
    if (graph !== first) graph.learn().catch(replace)
  }

  function leave(old: Graph): void {
    const left: Promise<void> = settled()
      .then(() => old.close())
      .catch((error: unknown) => told.failed(error, true))
      .finally(() => leaving.delete(left))
    leaving.add(left)
  }

  async function swap(): Promise<void> {
    const start = performance.now()
    const fresh = await open(ending.signal)
    try {
      await requireAnswers(fresh)
      // Queries go on over the old graph until a copy of the new one can take them.
      if (!dead) await Promise.race([Promise.all([fresh.learn(), fresh.endpoint?.ready]), ended])
    } catch (error) {
      await fresh.close()
      throw error
    }
    const old = current
    current = fresh
    dead = false
    follow(fresh)
    reloads.swapped++
    told.swapped(fresh, performance.now() - start)
    leave(old)
    // One old graph at most is in memory beside the one that serves.
    await Promise.all(leaving)
  }

  function fail(error: unknown): void {
    if (ending.signal.aborted) return
    reloads.failed++
    told.failed(error, !dead)
  }

  async function swaps(): Promise<void> {
    while ((asked || dead) && !ending.signal.aborted) {
      asked = false
      if (dead)
        await wait(Math.min(tries++, MOST_PAUSES) * PAUSE, undefined, { signal: ending.signal }).catch(
          () => {},
        )
      if (!ending.signal.aborted) await swap().catch(fail)
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
