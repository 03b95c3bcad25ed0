/** The process of an engine: an Oxigraph store, and the answers to the requests of the server. */

import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { dump, isTrap, load, messageOf, OperationError, select } from './operations.ts'
import { RESULT_FD, type EngineRequest, type EngineResponse } from './protocol.ts'
import { answer } from './public-query.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const pipe = new Socket({ fd: RESULT_FD })

function run(request: EngineRequest): Promise<Buffer | void> | string {
  if (request.method === 'load') return load(request.files)
  if (request.method === 'select') return select(request.query)
  return request.method === 'dump' ? dump() : answer(request)
}

/** What is no OperationError was said by Oxigraph, or by the system. */
const failureOf = (error: unknown): OperationError =>
  error instanceof OperationError
    ? error
    : new OperationError(isTrap(error) ? 'broken' : 'invalid', messageOf(error))

const respond = (response: EngineResponse): void => {
  process.send?.(response)
}

async function handle(request: EngineRequest): Promise<void> {
  watchdog.postMessage(request.method === 'answer' ? request.maxRssBytes : Infinity)
  try {
    const body = Buffer.from((await run(request)) ?? '')
    respond({ ok: true, bytes: body.length, memory: process.memoryUsage.rss() })
    pipe.write(body)
  } catch (error) {
    const { fault, message, quads } = failureOf(error)
    respond({ ok: false, fault, message, quads })
  }
}

// Where memory runs out, Linux ends this process before the server.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  /* not on other systems */
}
// A terminal and systemd send these to all processes of a server, which still has requests to answer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
const watchdog = new Worker(new URL(`./watchdog${EXTENSION}`, import.meta.url), { workerData: process.ppid })
watchdog.unref()
process.on('disconnect', () => process.exit())
process.on('message', (request: EngineRequest) => void handle(request))
