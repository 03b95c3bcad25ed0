/** What threads are told of graphs, and how they answer requests. */

import type { About } from '../../config/about.ts'
import type { Graph, GraphOrigin } from '../../search-index/query/graph.ts'
import type { IndexFiles } from '../../search-index/query/index-reader.ts'
import type { Settings } from '../../config/settings.ts'
import type { Limits, PublicQuery } from '../../store/endpoint/endpoint.ts'
import type { IriQuery } from '../../store/store.ts'
import type { Answer } from '../../api/answer.ts'
import type { PlainRequest } from '../../api/request/route-request.ts'

/** A graph as another thread opens it. */
export interface GraphData {
  readonly index: IndexFiles
  readonly base: string
  /** Milliseconds since 1970. */
  readonly loaded: number
  readonly origin: GraphOrigin | undefined
  /** Seconds from which its newest changes count. */
  readonly effective: number
  readonly version: string | undefined
  readonly filters: Graph['filters']
  /** Hash of the rows with which it is served. */
  readonly rows: string
  readonly quads: readonly string[] | undefined
  /** Limits of its public endpoint; absent where it has none. */
  readonly limits: Limits | undefined
  readonly about: About
  /** Public URL of the server. */
  readonly root: string
  readonly settings: Settings
  /** Bytes that cached searches may have. */
  readonly searchCacheBytes: number
}

/** Arguments of the operations of a thread. A graph is named by a number. */
export interface Arguments {
  open: { readonly key: number; readonly argument: GraphData }
  close: number
  answer: { readonly graph: number; readonly request: PlainRequest }
}

/** An answer with its body as bytes; absent where these come in pieces. */
export interface PlainAnswer extends Omit<Answer, 'body' | 'links'> {
  /** Copying a text is less work than copying what it says. */
  readonly links: readonly string[] | undefined
  readonly body?: Uint8Array
}

/** Arguments of what threads ask of the main thread. */
export interface Questions {
  select: { readonly graph: number; readonly query: string }
  /** Answered with the IRIs, one a line. */
  iris: { readonly graph: number; readonly query: IriQuery }
  /** A query to the public endpoint. */
  ask: { readonly graph: number; readonly query: PublicQuery; readonly client: string | undefined }
  /** Whether the store answers soon. */
  ping: { readonly graph: number }
  damage: { readonly graph: number; readonly message: string }
}
