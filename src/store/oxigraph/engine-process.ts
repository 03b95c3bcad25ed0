/** The process of an engine: a SPARQL server over an Oxigraph store, for the process that has started it. */

import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { failureOf, load, query } from './operations.ts'
import { LOAD_PATH, MAX_RSS_HEADER, QUADS_HEADER, RSS_HEADER, SOCKET_FD } from './protocol.ts'
import type { WatchdogData } from './memory-watchdog.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** What the request at work may take; the watchdog reads it. */
const maxRssBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity)

const FIRST_TYPE = 'application/sparql-results+json'

interface EngineAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
}

async function answer({ url, headers }: IncomingMessage, body: string): Promise<EngineAnswer> {
  try {
    if (url === LOAD_PATH) {
      await load(JSON.parse(body) as string[])
      // The first query takes longer than others: its code is compiled.
      query(new URLSearchParams({ query: 'SELECT * { ?s ?p ?o } LIMIT 1' }), FIRST_TYPE)
      return { status: 200, headers: {}, body: '' }
    }
    const { accept: type = '' } = headers
    return { status: 200, headers: { 'content-type': type }, body: query(new URLSearchParams(body), type) }
  } catch (error) {
    const { status, message, quads } = failureOf(error)
    return { status, headers: { 'content-type': 'text/plain', [QUADS_HEADER]: quads }, body: message }
  }
}

/** Requests that are answered in so many milliseconds take little memory: it is measured after some of them. */
const SHORT_MS = 5
const MAX_UNMEASURED = 100
let unmeasured = 0
let rss = process.memoryUsage.rss()

async function respond(request: IncomingMessage, sent: string, response: ServerResponse): Promise<void> {
  const start = performance.now()
  maxRssBytes[0] = Number(request.headers[MAX_RSS_HEADER] ?? Infinity)
  const { status, headers, body } = await answer(request, sent)
  if (performance.now() > start + SHORT_MS || ++unmeasured > MAX_UNMEASURED) {
    rss = process.memoryUsage.rss()
    unmeasured = 0
  }
  response.sendDate = false
  response
    .writeHead(status, { ...headers, [RSS_HEADER]: rss, 'content-length': Buffer.byteLength(body) })
    .end(body)
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
const socket = new Socket({ fd: SOCKET_FD, readable: true, writable: true })
socket.on('close', () => process.exit())
// Each request is answered before the next one comes, which may be hours later.
const unlimited = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }
createServer(unlimited, (request, response) => {
  let sent = ''
  request.setEncoding('utf8').on('data', (piece: string) => (sent += piece))
  request.on('end', () => void respond(request, sent, response))
}).emit('connection', socket)
