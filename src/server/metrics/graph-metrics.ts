/** The metrics of the graph that is served: its size and age, its response cache, its SPARQL endpoint. */

import { Counter, Gauge, type Registry } from 'prom-client'
import type { EndpointState } from '../../store/endpoint/endpoint.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import type { ResponseCache } from '../http/response-cache.ts'

/** @param getGraph gives the graph that is measured */
export function registerGraphMetrics(
  registry: Registry,
  getGraph: () => Graph,
  cache: ResponseCache | undefined,
): void {
  registerRecords(registry, getGraph)
  registerResponseCache(registry, () => cache?.statistics() ?? { bytes: 0, hits: 0, misses: 0 })
  registerEndpoint(registry, () => getGraph().endpoint?.state() ?? {})
}

// A metric is in the registry by being made.

function registerRecords(registry: Registry, getGraph: () => Graph): void {
  new Gauge({
    name: 'skeg_graph_records',
    help: 'Records of the graph by collection.',
    labelNames: ['collection'],
    registers: [registry],
    collect() {
      const graph = getGraph()
      for (const type of graph.model.types) this.set({ collection: type.path }, graph.count(type))
    },
  })
  new Gauge({
    name: 'skeg_graph_loaded_timestamp_seconds',
    help: 'When the current graph was loaded.',
    registers: [registry],
    collect() {
      this.set(getGraph().loaded.getTime() / 1000)
    },
  })
}

function registerResponseCache(registry: Registry, statistics: ResponseCache['statistics']): void {
  new Gauge({
    name: 'skeg_response_cache_bytes',
    help: 'Memory of the response cache.',
    registers: [registry],
    collect() {
      this.set(statistics().bytes)
    },
  })
  // Counted where they happen.
  new Counter({
    name: 'skeg_response_cache_lookups_total',
    help: 'Requests that the response cache may answer, by result (hit, miss).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      const { hits, misses } = statistics()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
}

const ENDPOINT_GAUGES = [
  { name: 'skeg_sparql_waiting', help: 'SPARQL queries that wait for an engine.', key: 'waiting' },
  { name: 'skeg_sparql_running', help: 'SPARQL queries that run.', key: 'running' },
  { name: 'skeg_sparql_copies', help: 'Engines that have loaded the graph.', key: 'loaded' },
] as const

const ENDPOINT_COUNTERS = [
  {
    name: 'skeg_sparql_ended_total',
    help: 'SPARQL queries that were ended before they had an answer: too long, too large, or nobody waits.',
    key: 'ended',
  },
  {
    name: 'skeg_engine_queries_total',
    help: 'Queries that engines were asked: those of /sparql, and those of filters.',
    key: 'queries',
  },
] as const

function registerEndpoint(registry: Registry, stateOf: () => Partial<EndpointState>): void {
  for (const { name, help, key } of ENDPOINT_GAUGES)
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(stateOf()[key] ?? 0)
      },
    })
  for (const { name, help, key } of ENDPOINT_COUNTERS)
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(stateOf()[key] ?? 0)
      },
    })
}
