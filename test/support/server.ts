/** A server over the small graph, on a free port: real files, a real store, a real socket. */

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import type { Context } from 'mocha'
import type { About } from '../../src/config/about.ts'
import { createApp, type App, type AppOptions } from '../../src/server/app.ts'
import type { Log } from '../../src/server/http/log.ts'
import { listen, localUrl, shutdown } from '../../src/server/http/server.ts'
import type { Settings } from '../../src/config/settings.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { closing, throughout, type Closing } from './closing.ts'
import { openRecords } from './graphs.ts'
import { model } from './model.ts'
import { document } from './records.ts'
import { hasSnapshot, openSnapshot } from './snapshot.ts'
import { openThrough } from './stores.ts'
import { folderOf } from './folders.ts'

/** The graph of files. */
export const openGraphOf = async (paths: readonly string[]): Promise<Closing<Graph>> =>
  closing(await openThrough(paths))

/** The small graph, read from a file. */
export async function openSmallGraph(): Promise<Closing<Graph>> {
  const folder = folderOf({ 'records.json': JSON.stringify(document) })
  return openGraphOf([folder])
}

export interface TestServer {
  /** Public URL. */
  readonly root: string
  readonly api: string
  readonly port: number
  /** Resolves when the requests under way have ended. */
  drained(milliseconds: number, since?: number): Promise<void>
  closeIdleConnections(): void
  close(): Promise<void>
}

interface Options {
  readonly settings?: Partial<Settings>
  readonly about?: About
  readonly log?: Log
  /** Absent: one, as users have. Undefined: none, for a graph that is not as its files are. */
  readonly threads?: AppOptions['threads']
  readonly lateSince?: AppOptions['lateSince']
}

export async function startServer(
  graph: Graph | (() => Graph),
  { settings = {}, about, log, lateSince, ...options }: Options = {},
): Promise<Closing<TestServer>> {
  const threads = 'threads' in options ? options.threads : { count: 1 }
  let root = ''
  let app: App | undefined
  const { server, drained } = await listen('127.0.0.1', 0, (port) => {
    root = settings.publicUrl ?? localUrl('127.0.0.1', port)
    app = createApp({ graph, about, log, threads, lateSince, settings: { log: false, ...settings, port } })
    return { root, listener: app.listener }
  })
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> => shutdown(server, 1000).then(() => app?.close())
  const closeIdleConnections = (): void => server.closeIdleConnections()
  return closing({ root, api: `${root}/skg-if/api`, port, drained, closeIdleConnections, close })
}

export interface Served extends TestServer {
  readonly graph: Graph
}

/**
 * A server for the tests of the suite in which this is called: a graph is opened before them, and both are closed
 * after them. @param open may skip them
 */
export function serve(open: (this: Context) => Promise<Graph>, options: Options = {}): Served {
  return throughout(async function () {
    const graph = await open.call(this)
    const server = await startServer(graph, options)
    return { ...server, graph, close: () => server.close().then(graph.close) }
  })
}

/** A server over some records, of a document with this base. @see serve */
export const serveRecords = (records: readonly object[], base: string, options?: Options): Served =>
  serve(async () => (await openRecords(records, { model, base })).graph, options)

/** A server over the snapshot; where that is absent, the tests are skipped. @see serve */
export const serveSnapshot = (options?: Options): Served =>
  serve(async function () {
    if (!hasSnapshot()) this.skip()
    return (await openSnapshot()).graph
  }, options)

/** Sends bytes as they are and gives back all that comes until the other side ends the connection. */
export function sendRaw(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '')
        ? resolve(Buffer.concat(chunks).toString('latin1'))
        : reject(error),
    )
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.write(text)
  })
}

export interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer to a GET whose target is sent exactly as it is. */
export async function getRaw(
  port: number,
  target: string,
  method = 'GET',
  headers = 'Host: localhost',
): Promise<Raw> {
  const text = await sendRaw(
    port,
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`, 'latin1'),
  )
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map(
    (line) =>
      [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  )
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(pairs),
    body: Buffer.from(body.join('\r\n\r\n'), 'latin1').toString('utf8'),
  }
}

export interface RawBytes {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/** Asks without adding or decoding anything. */
export const getBytes = (
  port: number,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<RawBytes> =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
  })

export type Json = Record<string, any>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

/** Fetches JSON. */
export async function getJson(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()) as Json,
  }
}
