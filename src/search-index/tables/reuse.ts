/** What an index takes over of the one that it replaces. */

import type { Meta } from './meta.ts'
import type { Key } from './sorter.ts'
import type { Tables } from './tables.ts'

/** As plain data, which threads get. */
export interface Reuse {
  /** The index before. */
  readonly file: string
  readonly meta: Meta
  /** What is new, gone, or has another graph, and all that may show something of it: IRIs as keys, in order. */
  readonly changed: readonly Key[]
  /** By the numbers of types: for each position before the one now, or GONE if the record is changed or gone. */
  readonly positions: readonly Int32Array[]
}

/** The graph that is replaced, of which all stays but some subjects. */
export interface ReplacedGraph {
  /** Its file of quads, and its index. */
  readonly quads: string
  readonly index: string
  /** Subjects that are made again, or gone: their IRIs as keys, in order. */
  readonly replaced: readonly Key[]
}

/** The same with the tables of the index before. */
export interface OpenReuse extends Reuse {
  readonly tables: Tables
}

export const GONE = -1
