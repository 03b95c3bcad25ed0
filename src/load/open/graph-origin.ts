/** Where `skeg serve` has its graph from: PATHs, or the SPARQL server of `--store`. */

import type { Report } from '../validate/report.ts'
import type { Graph } from '../../search-index/query/graph.ts'

/** The graph that is served first. */
export interface OpenedGraph {
  readonly graph: Graph
  /** Of files that were read. */
  readonly report?: Report
  /** Resolves when its files are known to be as they were written; rejects if they are not. */
  readonly verified?: Promise<void>
}

export interface GraphOrigin {
  /**
   * Opens the graph, with its public endpoint.
   * @throws Error that says what is wrong with it
   */
  open(): Promise<OpenedGraph>
  /**
   * Opens the graph anew beside the one that serves.
   * @param root public URL of the server
   * @param current the graph that serves now: few of its records may be missing in the new one
   * @param signal ends that
   * @throws Error that says what is wrong with it, or that there is no memory for a second graph
   */
  openAgain(root: string, current: Graph, signal: AbortSignal): Promise<Graph>
  /** Seconds from which the graph counts that would be opened anew now; undefined where that is not known. */
  effectiveNext(): number | undefined
  /**
   * Calls `reload` when the graph may have changed.
   * @param currentGraph what is served; undefined while it is opened
   * @param reload resolves when the graph was opened anew, or could not be
   * @returns what ends that
   */
  watch(currentGraph: () => Graph | undefined, reload: () => Promise<void>): () => void
}
