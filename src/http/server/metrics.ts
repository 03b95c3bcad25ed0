/** Metrics for Prometheus: requests, latencies, the graph, the process. */

import type { RouterMiddleware } from '@koa/router'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { failureCounts } from '../../background.ts'
import { offersOf, type MediaType } from '../../media.ts'
import { send } from '../representation/response.ts'
import type { EndpointState } from '../../store/endpoint/endpoint.ts'
import { statusOf, type Observer } from './request-context.ts'
import type { GetContext } from '../graph-context.ts'

export interface Metrics {
  /** Counts and times every request. */
  readonly count: Observer
  /** The route of the metrics. */
  readonly expose: RouterMiddleware
}

/** Graphs that have taken the place of another, and those that could not. */
export interface Reloads {
  readonly swapped: number
  readonly failed: number
}

/** Upper bounds of the latencies that are counted, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What is counted of a response. */
interface Sample {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/** Responses that are counted together: one by one, counting would take several times as long. */
const BATCH_SIZE = 256

/** The graph and its cache. A gauge is in the registry by being made. */
function measureGraph(registers: Registry[], getContext: GetContext): void {
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
}

/** What happens beside requests. */
function countWork(registers: Registry[], getContext: GetContext, reloads: () => Reloads): void {
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
    help: 'Graph reloads, by outcome.',
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
}

/** The SPARQL endpoint. */
function measureSparql(registers: Registry[], getContext: GetContext): void {
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
}

/** @param getContext gives the graph whose size is measured */
export function createMetrics(
  getContext: GetContext,
  reloads: () => Reloads = () => ({ swapped: 0, failed: 0 }),
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const samples: Sample[] = []
  const flush = (): void => {
    for (const { seconds: time, ...labels } of samples.splice(0)) {
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
  measureGraph(registers, getContext)
  countWork(registers, getContext, reloads)
  measureSparql(registers, getContext)

  return {
    // Routes are few, whatever is asked for.
    count({ route: routeOf, start }, { method = '' }, response) {
      samples.push({
        route: routeOf?.() ?? 'none',
        method,
        status: statusOf(response),
        seconds: (performance.now() - start) / 1000,
      })
      if (samples.length >= BATCH_SIZE) flush()
    },
    async expose(ctx) {
      ctx.set('Cache-Control', 'no-store')
      const [prometheus] = offersOf('metrics')
      send(ctx, prometheus as MediaType, 200, await registry.metrics())
    },
  }
}
