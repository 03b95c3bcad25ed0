/**
 * The watchdog of an engine, in a thread of its own, as a query holds the main one: it ends the process where
 * its parent has died, or where a query takes too much memory.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { MEMORY_LIMIT_SIGNAL } from './protocol.ts'

/** Milliseconds between two looks: a query fills some ten megabytes in that time. */
const INTERVAL_MS = 50

let maxRssBytes = Infinity

parentPort?.on('message', (bytes: number) => {
  maxRssBytes = bytes
})
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > maxRssBytes) process.kill(process.pid, MEMORY_LIMIT_SIGNAL)
}, INTERVAL_MS)
