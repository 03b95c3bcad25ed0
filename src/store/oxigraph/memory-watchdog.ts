/**
 * The watchdog of an engine, in a thread of its own, as a query holds the main one: it ends the process where
 * its parent has died, or where a query takes too much memory.
 */

import { workerData } from 'node:worker_threads'
import { MEMORY_LIMIT_SIGNAL } from './protocol.ts'

export interface WatchdogData {
  /** Id of the process that has started the engine. */
  readonly parent: number
  /** Its one value is what the process may take at present. Memory that the main thread shares. */
  readonly maxRssBytes: Float64Array
}

/** Milliseconds between two checks: a query fills some ten megabytes in that time. */
const INTERVAL_MS = 50

const { parent, maxRssBytes } = workerData as WatchdogData

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > Number(maxRssBytes[0])) process.kill(process.pid, MEMORY_LIMIT_SIGNAL)
}, INTERVAL_MS)
