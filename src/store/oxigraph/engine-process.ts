/** The process of an engine: an Oxigraph store, which answers the process that has started it. */

import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { failureOf, load, OperationError, query } from './operations.ts'
import type { EngineEnd, EngineMessage, EngineRequest } from './protocol.ts'
import type { WatchdogData } from './memory-watchdog.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** What the request at work may take; the watchdog reads it. */
const maxRssBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity)

/** The first query takes longer than others: its code is compiled. */
const FIRST = {
  query: 'SELECT * { ?s ?p ?o } LIMIT 1',
  parameters: [],
  type: 'application/sparql-results+json',
}

type EngineAnswer = Omit<EngineEnd, 'rss'> & Pick<EngineMessage, 'body'>

async function answer(request: EngineRequest): Promise<EngineAnswer> {
  try {
    if ('files' in request) await load(request.files)
    const body = Buffer.from(query('files' in request ? FIRST : request))
    if ('bytes' in request && body.length > request.bytes) throw new OperationError(413)
    return { status: 200, body, quads: 0 }
  } catch (error) {
    const { status, message, quads } = failureOf(error)
    return { status, body: Buffer.from(message), quads }
  }
}

/** Requests that are answered in so many milliseconds take little memory: it is measured after some of them. */
const SHORT_MS = 5
const MAX_UNMEASURED = 100
let unmeasured = 0
let rss = process.memoryUsage.rss()

/** Bytes of a piece: the server reads one, and does other work before the next. */
const PIECE_BYTES = 1 << 16

async function respond(request: EngineRequest): Promise<void> {
  const start = performance.now()
  maxRssBytes[0] = 'query' in request ? request.maxRss : Infinity
  const { body, status, quads } = await answer(request)
  if (performance.now() > start + SHORT_MS || ++unmeasured > MAX_UNMEASURED) {
    rss = process.memoryUsage.rss()
    unmeasured = 0
  }
  const send = (message: EngineMessage): unknown => process.send?.(message)
  let at = 0
  if (status === 200)
    for (; body.length > at + PIECE_BYTES; at += PIECE_BYTES)
      send({ body: body.subarray(at, at + PIECE_BYTES) })
  send({ body: body.subarray(at), end: { status, rss, quads } })
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
new Worker(new URL(`./memory-watchdog${EXTENSION}`, import.meta.url), { workerData }).unref()
process.on('disconnect', () => process.exit())
process.on('message', (request) => void respond(request as EngineRequest))
