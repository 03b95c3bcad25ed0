/** A graph that was opened, and what it was opened from. */

import type { Model } from '../../model/model.ts'
import type { RefusalLimit } from '../../config/setting-row.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import type { FilterAnswerer } from '../../search-index/query/search.ts'
import type { EmbeddedStore } from '../../store/oxigraph/store.ts'
import type { FillableStore } from '../../store/store.ts'
import type { Contents } from '../prepared/manifest.ts'
import type { Progress } from '../input/progress.ts'
import type { Report } from '../validate/report.ts'

export interface OpenOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share. */
  readonly base?: string
  /** The base where none is given and the inputs state none; absent: that is an error. */
  readonly defaultBase?: string
  /** Absent: any number may be refused. */
  readonly maxRefused?: RefusalLimit
  /** Shows how far inputs are read; a prepared graph has none. */
  readonly progress?: Progress
  /** Gives the graph as soon as its index answers, while its files are verified. */
  readonly atOnce?: boolean
  /** What answers filters; absent: the index. */
  readonly filters?: FilterAnswerer | undefined
}

export interface Opened<S extends FillableStore = EmbeddedStore> {
  /** Of the prepared graph, or of the one that was prepared of PATHs, as long as the graph is open. */
  readonly path: string
  readonly graph: Graph
  readonly report: Report
  readonly store: S
  /**
   * The files of the graph, .nq or .nq.gz, from which more stores can be loaded until the graph is closed.
   * Labels of blank nodes are unique in all of them; the lines of a named graph stand together in one file.
   */
  readonly quads: readonly string[]
  readonly counts: Pick<Contents, 'quads' | 'unmapped'>
  /** Resolves when all files are known to be as they were written. @throws Error that names one which is not */
  readonly verified: Promise<void>
}

/** Where a graph is opened. */
export interface OpenPlace {
  /** Empty, or with the graph already. */
  readonly store: FillableStore
  /** For files, as long as the graph is open. */
  readonly folder: string
}
