/** What is counted for Prometheus. The code that gives it to Prometheus is read when it is first needed. */

import { reportFailure } from '../../admission/background.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import type { MetricsRegistry, Reloads, Sample } from './prometheus.ts'
import { statusOf, type Observer } from '../http/exchange.ts'

export interface Metrics {
  /** Counts and times every request. */
  readonly count: Observer
  /** Reads the code and makes the metrics. @throws Error if it cannot be read */
  registry(): Promise<MetricsRegistry>
}

/** Responses that are counted together: one by one, counting would take several times as long. */
const BATCH_SIZE = 256

/** @param getGraph gives the graph whose size is measured */
export function createMetrics(
  getGraph: () => Graph,
  cache: ResponseCache | undefined,
  reloads: () => Reloads = () => ({ swapped: 0, failed: 0, open: 0 }),
): Metrics {
  const samples: Sample[] = []
  let registryPromise: Promise<MetricsRegistry> | undefined

  async function make(): Promise<MetricsRegistry> {
    const { createRegistry } = await import('./prometheus.ts')
    return createRegistry(getGraph, cache, reloads, () => samples.splice(0))
  }
  const registry = (): Promise<MetricsRegistry> =>
    (registryPromise ??= make().catch((error: unknown) => {
      // The next time may be better. Until then, samples must not fill the memory.
      registryPromise = undefined
      samples.length = 0
      throw error
    }))
  const flush = (): Promise<void> =>
    registry().then(
      ({ flush: countSamples }) => countSamples(),
      (error: unknown) => reportFailure('warm-up', error),
    )

  return {
    registry,
    // Routes are few, whatever is asked for.
    count({ route = 'none', start, request: { method = '' }, response }) {
      samples.push({
        route,
        method,
        status: statusOf(response),
        seconds: (performance.now() - start) / 1000,
      })
      if (samples.length % BATCH_SIZE === 0) void flush()
    },
  }
}
