/** The metrics that Prometheus reads: requests, latencies, the graph, the process. */

import type { RouterMiddleware } from '@koa/router'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { failureCounts } from '../../background.ts'
import { offersOf, type MediaType } from '../../media.ts'
import { send } from '../representation/response.ts'
import type { EndpointState } from '../../store/endpoint/endpoint.ts'
import type { GetContext } from '../graph-context.ts'

export interface MetricsRegistry {
  /** Counts the samples that there are. */
  flush(): void
  /** The route of the metrics. */
  readonly expose: RouterMiddleware
}

/** Graphs that have taken the place of another, and those that could not. */
export interface Reloads {
  readonly swapped: number
  readonly failed: number
}

/** What is counted of a response. */
export interface Sample {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/** Upper bounds of the latencies that are counted, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * @param getContext gives the graph whose size is measured
 * @param takeSamples gives the responses that are to be counted, each once
 */
export function createRegistry(
  getContext: GetContext,
  reloads: () => Reloads,
  takeSamples: () => readonly Sample[],
): MetricsRegistry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const flush = (): void => {
    for (const { seconds: time, ...labels } of takeSamples()) {
      requests.inc(labels)
      seconds.observe({ route: labels.route }, time)
    }
  }
  const requests = new Counter({
    name: 'skeg_http_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
    collect: flush,
  })
  const seconds = new Histogram({
    name: 'skeg_http_request_duration_seconds',
    help: 'Time until the answer was handed over, by route.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
    collect: flush,
  })
  // A gauge is in the registry by being made.
  new Gauge({
    name: 'skeg_graph_records',
    help: 'Records of the graph by collection.',
    labelNames: ['collection'],
    registers,
    collect() {
      const { graph } = getContext()
      for (const type of graph.model.types) this.set({ collection: type.path }, graph.count(type))
    },
  })
  new Gauge({
    name: 'skeg_graph_loaded_timestamp_seconds',
    help: 'When the current graph was loaded.',
    registers,
    collect() {
      this.set(getContext().graph.loaded.getTime() / 1000)
    },
  })
  new Gauge({
    name: 'skeg_response_cache_bytes',
    help: 'Memory of the response cache.',
    registers,
    collect() {
      const { responseCache } = getContext()
      this.set(
        responseCache
          ? responseCache.byRepresentation.calculatedSize + responseCache.byRequest.calculatedSize
          : 0,
      )
    },
  })
  // Counted where they happen; a new graph starts anew, as counters may.
  new Counter({
    name: 'skeg_response_cache_lookups_total',
    help: 'Look-ups in the response cache, by result (hit, miss).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { hits, misses } = getContext().cacheStats
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
  new Counter({
    name: 'skeg_reloads_total',
    help: 'Graphs that were to take the place of another, by outcome.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, number] of Object.entries(reloads())) this.inc({ outcome }, number)
    },
  })
  new Counter({
    name: 'skeg_background_failures_total',
    help: 'Failures of work that no request waits for, by task; the log says why.',
    labelNames: ['task'],
    registers,
    collect() {
      this.reset()
      for (const [task, number] of failureCounts()) this.inc({ task }, number)
    },
  })
  const stateOf = (): Partial<EndpointState> => getContext().graph.endpoint?.state() ?? {}
  new Gauge({
    name: 'skeg_sparql_waiting',
    help: 'SPARQL queries that wait for an engine.',
    registers,
    collect() {
      this.set(stateOf().waiting ?? 0)
    },
  })
  new Gauge({
    name: 'skeg_sparql_running',
    help: 'SPARQL queries that run.',
    registers,
    collect() {
      this.set(stateOf().running ?? 0)
    },
  })
  new Gauge({
    name: 'skeg_sparql_copies',
    help: 'Engines that have loaded the graph.',
    registers,
    collect() {
      this.set(stateOf().loaded ?? 0)
    },
  })
  new Counter({
    name: 'skeg_sparql_ended_total',
    help: 'SPARQL queries that were ended before they had an answer: too long, too large, or nobody waits.',
    registers,
    collect() {
      this.reset()
      this.inc(stateOf().ended ?? 0)
    },
  })

  return {
    flush,
    async expose(ctx) {
      ctx.set('Cache-Control', 'no-store')
      const [prometheus] = offersOf('metrics')
      send(ctx, prometheus as MediaType, 200, await registry.metrics())
    },
  }
}
