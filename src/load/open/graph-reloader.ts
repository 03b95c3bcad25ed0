/** Reload (SIGHUP, `--watch`): replaces the current graph by one that is opened anew, while requests go on. */

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ignoreRejection } from '../../admission/background.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import { settings } from '../../config/settings.ts'

export interface GraphReloader {
  /** The graph for new requests. */
  readonly graph: () => Graph
  /**
   * Opens the graph anew beside the current one, and swaps it in when it answers. Called again meanwhile, it
   * does so once more. A failure is reported to the listener, and the current graph stays.
   */
  reload(): Promise<void>
  /**
   * Seconds since which a newer graph counts than one that is, or was, current: it has taken its place, is being
   * opened, or could not be opened. Undefined where there is none.
   */
  lateSince(graph: Pick<Graph, 'stamps'>): number | undefined
  /** How many graphs were swapped in, how many could not be, and how many old ones are not closed yet. */
  readonly reloads: { readonly swapped: number; readonly failed: number; readonly open: number }
  /** Ends a reload, then closes the graph. */
  close(): Promise<void>
}

export interface ReloadListener {
  /** A new graph is current, so many milliseconds after its reload began. */
  swapped(graph: Graph, ms: number): void
  /** The new graph cannot be opened, or an old one cannot be closed. */
  failed(error: unknown): void
}

export interface ReloaderOptions {
  readonly first: Graph
  /** Opens the graph anew; the signal aborts that. */
  open(signal: AbortSignal): Promise<Graph>
  /** Seconds from which the graph counts that would be opened now; undefined where that is not known before. */
  effectiveNext?(): number | undefined
  /** Resolves when the requests of this moment that have begun since a time (`performance.now()`) have ended. */
  drained(since: number): Promise<void>
  readonly listener: ReloadListener
}

/** @throws Error if a graph does not give the records that it counts */
async function requireDocuments(graph: Graph): Promise<void> {
  for (const type of graph.model.types) {
    const first = graph.list(type, 0, 1)
    if ((await graph.documents(first)).some(({ nodes }) => nodes.size === 0))
      throw new Error(`the new graph has no document of ${first[0]}`)
  }
}

/** Waits until the changes of a graph count; a moment further away is one of a clock that went wrong. */
async function untilEffective({ stamps }: Graph): Promise<void> {
  const ms = stamps.effective * 1000 - Date.now()
  if (ms > 0 && ms <= settings.effectiveIn.maximum * 1000) await wait(ms, undefined, { ref: false })
}

export function createGraphReloader({
  first,
  open,
  effectiveNext = () => undefined,
  drained,
  listener,
}: ReloaderOptions): GraphReloader {
  let current = first
  /** When it became the current one. */
  let since = 0
  let isRequested = false
  let running: Promise<void> | undefined
  const reloads = { swapped: 0, failed: 0 }
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort').then(() => {
    throw new Error('the server ends')
  })
  ignoreRejection(closed, 'by the reloads that race with it')
  /** From when the graph counts that is to take its place. */
  let nextEffective = 0
  /** Of old graphs that are still being closed. */
  const retiring = new Set<Promise<void>>()

  /** Closes a graph when the last request that may read it has ended. */
  function retire(old: Graph, currentSince: number): void {
    const retired: Promise<void> = drained(currentSince)
      .then(() => old.close())
      .catch((error: unknown) => listener.failed(error))
      .finally(() => retiring.delete(retired))
    retiring.add(retired)
  }

  async function swap(): Promise<void> {
    const start = performance.now()
    nextEffective = effectiveNext() ?? 0
    const newGraph = await open(closing.signal)
    nextEffective = newGraph.stamps.effective
    try {
      await requireDocuments(newGraph)
      // Queries go on over the old graph until as many engines of the new one can take them.
      const engines = current.endpoint?.state().loaded ?? 0
      await Promise.race([
        Promise.all([newGraph.verified, engines && newGraph.endpoint?.loadEngines(engines)]),
        closed,
      ])
      await Promise.race([untilEffective(newGraph), closed])
    } catch (error) {
      await newGraph.close()
      throw error
    }
    const [old, oldSince] = [current, since]
    ;[current, since] = [newGraph, performance.now()]
    reloads.swapped++
    listener.swapped(newGraph, performance.now() - start)
    retire(old, oldSince)
  }

  function fail(error: unknown): void {
    if (closing.signal.aborted) return
    reloads.failed++
    listener.failed(error)
  }

  async function swapWhileRequested(): Promise<void> {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false
      await swap().catch(fail)
    }
    running = undefined
  }

  return {
    graph: () => current,
    lateSince({ stamps }) {
      const newest = Math.max(nextEffective, current.stamps.effective)
      return newest > stamps.effective && newest * 1000 <= Date.now() ? newest : undefined
    },
    get reloads() {
      return { ...reloads, open: retiring.size }
    },
    reload() {
      isRequested = true
      return (running ??= swapWhileRequested())
    },
    async close() {
      closing.abort()
      await running
      await Promise.all(retiring)
      await current.close()
    },
  }
}
