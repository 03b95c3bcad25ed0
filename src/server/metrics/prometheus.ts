/** The metrics that Prometheus reads: requests, latencies, reloads, failures, the process. */

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { failureCounts } from '../../admission/background.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { registerGraphMetrics } from './graph-metrics.ts'

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
  registerGraphMetrics(registry, getGraph, cache)
  registerReloads(registry, reloads)
  registerFailures(registry)
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

// A counter is in the registry by being made.

function registerReloads(registry: Registry, reloads: () => Reloads): void {
  new Counter({
    name: 'skeg_reloads_total',
    help: 'Graphs that were to take the place of another, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      const { swapped, failed } = reloads()
      this.inc({ outcome: 'swapped' }, swapped)
      this.inc({ outcome: 'failed' }, failed)
    },
  })
  new Gauge({
    name: 'skeg_graphs_replaced_open',
    help: 'Graphs that were replaced and are not closed yet: requests to them are under way.',
    registers: [registry],
    collect() {
      this.set(reloads().open)
    },
  })
}

function registerFailures(registry: Registry): void {
  new Counter({
    name: 'skeg_background_failures_total',
    help: 'Failures of work that no request waits for, by task; the log says why.',
    labelNames: ['task'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [task, number] of failureCounts()) this.inc({ task }, number)
    },
  })
}
