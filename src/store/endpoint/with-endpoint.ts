/** A graph with a public endpoint, on the engines of its store. */

import type { Settings } from '../../settings.ts'
import type { Limits } from './endpoint.ts'
import type { Graph } from '../graph.ts'
import type { EmbeddedStore } from '../oxigraph/store.ts'

type Limited = Pick<Settings, 'sparqlTimeout' | 'sparqlRows' | 'sparqlSize' | 'sparqlQueue' | 'sparqlMemory'>

export const limitsOf = ({
  sparqlTimeout: timeout,
  sparqlRows: rows,
  sparqlSize: size,
  sparqlQueue: queue,
  sparqlMemory: memory,
}: Limited): Limits => ({ timeout, rows, size, queue, memory })

/** Opens an endpoint that is closed with the graph. */
export const withEndpoint = (
  { graph, store }: { readonly graph: Graph; readonly store: Pick<EmbeddedStore, 'openEndpoint'> },
  settings: Limited,
): Graph => ({ ...graph, endpoint: store.openEndpoint(limitsOf(settings)) })
