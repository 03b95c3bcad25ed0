/** The metrics that Prometheus reads: requests, latencies, the graph, SPARQL, reloads, failures, the process. */

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { failureCounts } from '../../admission/background.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import type { ResponseCache } from '../http/response-cache.ts'

export interface MetricsRegistry {
  /** Counts the samples that there are. */
  flush(): void
  /** The metrics as Prometheus reads them. */
  print(): Promise<string>
}

/** Graphs that have taken the place of another, and those that could not. */
export interface Reloads {
  readonly swapped: number
  readonly failed: number
  /** Those that were replaced, and are not closed yet. */
  readonly open: number
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

/** What is counted where it happens: a number, or numbers by a label. */
interface Metric {
  readonly kind: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
  readonly label?: string
  readonly read: () => number | Iterable<readonly [label: string, value: number]>
}

const gauge = (name: string, help: string, read: Metric['read'], label?: string): Metric => ({
  kind: 'gauge',
  name,
  help,
  read,
  ...(label !== undefined && { label }),
})

const counter = (...given: Parameters<typeof gauge>): Metric => ({ ...gauge(...given), kind: 'counter' })

function metricsOf(
  getGraph: () => Graph,
  cache: ResponseCache | undefined,
  reloads: () => Reloads,
): readonly Metric[] {
  const cached = cache?.statistics ?? (() => ({ bytes: 0, hits: 0, misses: 0 }))
  const endpoint = (name: 'waiting' | 'running' | 'loaded' | 'ended' | 'queries') => (): number =>
    getGraph().endpoint?.state()[name] ?? 0
  return [
    gauge(
      'skeg_graph_records',
      'Records of the graph by collection.',
      () => getGraph().model.types.map((type) => [type.path, getGraph().count(type)]),
      'collection',
    ),
    gauge(
      'skeg_graph_loaded_timestamp_seconds',
      'When the current graph was loaded.',
      () => getGraph().loaded.getTime() / 1000,
    ),
    gauge('skeg_response_cache_bytes', 'Memory of the response cache.', () => cached().bytes),
    counter(
      'skeg_response_cache_lookups_total',
      'Requests that the response cache may answer, by result (hit, miss).',
      () => [
        ['hit', cached().hits],
        ['miss', cached().misses],
      ],
      'result',
    ),
    gauge('skeg_sparql_waiting', 'SPARQL queries that wait for an engine.', endpoint('waiting')),
    gauge('skeg_sparql_running', 'SPARQL queries that run.', endpoint('running')),
    gauge('skeg_sparql_copies', 'Engines that have loaded the graph.', endpoint('loaded')),
    counter(
      'skeg_sparql_ended_total',
      'SPARQL queries that were ended before they had an answer: too long, too large, or nobody waits.',
      endpoint('ended'),
    ),
    counter(
      'skeg_engine_queries_total',
      'Queries that engines were asked: those of /sparql, and those of filters.',
      endpoint('queries'),
    ),
    counter(
      'skeg_reloads_total',
      'Graphs that were to take the place of another, by outcome.',
      () => [
        ['swapped', reloads().swapped],
        ['failed', reloads().failed],
      ],
      'outcome',
    ),
    gauge(
      'skeg_graphs_replaced_open',
      'Graphs that were replaced and are not closed yet: requests to them are under way.',
      () => reloads().open,
    ),
    counter(
      'skeg_background_failures_total',
      'Failures of work that no request waits for, by task; the log says why.',
      failureCounts,
      'task',
    ),
  ]
}

// A metric is in the registry by being made.
function register(registry: Registry, { kind, name, help, label, read }: Metric): void {
  new (kind === 'gauge' ? Gauge : Counter)({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      this.reset()
      const found = read()
      if (typeof found === 'number') this.inc(found)
      else for (const [value, number] of found) this.inc({ [label ?? '']: value }, number)
    },
  })
}

/**
 * @param getGraph gives the graph whose size is measured
 * @param takeSamples gives the responses that are to be counted, each once
 */
export function createRegistry(
  getGraph: () => Graph,
  cache: ResponseCache | undefined,
  reloads: () => Reloads,
  takeSamples: () => readonly Sample[],
): MetricsRegistry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const flush = registerRequests(registry, takeSamples)
  for (const metric of metricsOf(getGraph, cache, reloads)) register(registry, metric)
  return {
    flush,
    print: () => registry.metrics(),
  }
}

/** @returns what counts the samples that there are */
function registerRequests(registry: Registry, takeSamples: () => readonly Sample[]): () => void {
  const flush = (): void => {
    for (const { seconds, ...labels } of takeSamples()) {
      requests.inc(labels)
      durations.observe({ route: labels.route }, seconds)
    }
  }
  const requests = new Counter({
    name: 'skeg_http_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
    collect: flush,
  })
  const durations = new Histogram({
    name: 'skeg_http_request_duration_seconds',
    help: 'Time until the answer was handed over, by route.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [registry],
    collect: flush,
  })
  return flush
}
