/**
 * Ends a process whose parent has died, or whose query takes too much memory: the thread that runs a query
 * sees nothing meanwhile.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { TOO_LARGE } from './copy-messages.ts'

/** Milliseconds between two looks: a query fills some ten megabytes in that time. */
const INTERVAL = 50

/** Bytes that the process may take; told when the graph is loaded. */
let most = Infinity

parentPort?.on('message', (bytes: number) => {
  most = bytes
})
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > most) process.kill(process.pid, TOO_LARGE)
}, INTERVAL)
