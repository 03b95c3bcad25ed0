/** Ends a process whose parent has died: the thread that runs a query sees neither signals nor closed pipes. */

import { workerData } from 'node:worker_threads'

const INTERVAL = 1000

setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL') }, INTERVAL)
