/** The process of an engine: an Oxigraph store, and the answers to the requests of the server. */

import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { dump, isTrap, load, messageOf, OperationError, select } from './operations.ts'
import { MAX_INLINE_LENGTH, RESULT_FD, type EngineRequest, type EngineResponse } from './protocol.ts'
import { answer } from './public-query.ts'
import type { WatchdogData } from './watchdog.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
/** Milliseconds of a request that takes little memory. */
const SHORT_MS = 5

const pipe = new Socket({ fd: RESULT_FD })

/** What the request at work may take; the watchdog reads it. */
const maxRssBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity)

/** What is no OperationError was said by Oxigraph, or by the system. */
const failureOf = (error: unknown): OperationError =>
  error instanceof OperationError
    ? error
    : new OperationError(isTrap(error) ? 'broken' : 'invalid', messageOf(error))

async function responseTo(text: () => Promise<string | void> | string): Promise<EngineResponse | Buffer> {
  try {
    const result = (await text()) ?? ''
    if (result.length > MAX_INLINE_LENGTH) return Buffer.from(result)
    return { ok: true, text: result, memory: 0 }
  } catch (error) {
    const { fault, message, quads } = failureOf(error)
    return { ok: false, fault, message, quads }
  }
}

/** When the request at work has come, on the clock of `performance`, and the resident bytes that were measured last. */
let [began, memory] = [0, process.memoryUsage.rss()]

/** Requests that are answered in a few milliseconds take little memory: it is measured after some of them. */
const MAX_UNMEASURED = 100
let unmeasured = 0

/** Sends the last response to a request. */
function finish(response: EngineResponse | Buffer): void {
  if (performance.now() > began + SHORT_MS || ++unmeasured > MAX_UNMEASURED) {
    memory = process.memoryUsage.rss()
    unmeasured = 0
  }
  if (Buffer.isBuffer(response)) {
    send({ ok: true, bytes: response.length, memory })
    pipe.write(response)
  } else send(response.ok ? { ...response, memory } : response)
}

const send = (response: EngineResponse): void => {
  process.send?.(response)
}

async function handle(request: EngineRequest): Promise<void> {
  began = performance.now()
  maxRssBytes[0] = request.method === 'answer' ? request.maxRssBytes : Infinity
  if (request.method === 'answer') finish(await responseTo(() => answer({ ...request.query, ...request })))
  else if (request.method === 'load') finish(await responseTo(() => load(request.files)))
  else if (request.method === 'select') finish(await responseTo(() => select(request.query)))
  else finish(await responseTo(dump))
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
