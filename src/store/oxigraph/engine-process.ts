/** The process of an engine: an Oxigraph store, and the answers to the requests of the server. */

import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { dump, isTrap, load, messageOf, OperationError, select } from './operations.ts'
import { MAX_INLINE_LENGTH, RESULT_FD, type EngineRequest, type EngineResponse } from './protocol.ts'
import { answer } from './public-query.ts'
import type { WatchdogData } from './watchdog.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const pipe = new Socket({ fd: RESULT_FD })

/** What the request at work may take; the watchdog reads it. */
const maxRssBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity)

function run(request: EngineRequest): Promise<string | void> | string {
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
  maxRssBytes[0] = request.method === 'answer' ? request.maxRssBytes : Infinity
  try {
    const text = (await run(request)) ?? ''
    const memory = process.memoryUsage.rss()
    if (text.length <= MAX_INLINE_LENGTH) {
      respond({ ok: true, text, memory })
      return
    }
    const body = Buffer.from(text)
    respond({ ok: true, bytes: body.length, memory })
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
const workerData: WatchdogData = { parent: process.ppid, maxRssBytes }
new Worker(new URL(`./watchdog${EXTENSION}`, import.meta.url), { workerData }).unref()
process.on('disconnect', () => process.exit())
process.on('message', (request: EngineRequest) => void handle(request))
