/** A proxy before a server that does to requests and answers what networks and overworked engines do. */

import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Fault =
  | 'none'
  /** Takes connections and says nothing. */
  | 'silent'
  /** Ends connections as soon as they have asked. */
  | 'reset'
  /** Ends a connection that is used again, without an answer: it had gone stale. */
  | 'stale'
  /** Ends the answer in its middle, by length or in chunks. */
  | 'cut'
  | 'cut-chunks'
  /** Sends the first half and nothing more. */
  | 'stalled'
  /** Changes bytes of the answer. */
  | 'garbled'
  /** A page of HTML with 200, as portals and misled proxies give it. */
  | 'html'
  /** The right bytes under the wrong type. */
  | 'wrong-type'
  /** JSON that is no SPARQL result, under its type. */
  | 'other-json'
  /** Neither a length nor chunks. */
  | 'unframed'
  | 'error-500'
  | 'error-502'
  | 'busy-503'
  | 'limited-429'
  | 'forbidden-401'

export interface Faulty {
  readonly url: string
  fault: Fault
  /** Makes requests wait that come from now on, until the function that it returns is called. */
  hold(): () => void
  /**
   * Requests that came, those of them that their client left without an answer, those behind which it closes the
   * connection, the queries of forms, and the addresses that X-Forwarded-For named.
   */
  readonly traffic: {
    requests: number
    disconnected: number
    last: number
    queries: string[]
    forwarded: string[]
  }
  /** Stops listening and ends all connections; `up` listens again on the same port. */
  down(): Promise<void>
  up(): Promise<void>
}

const HTML = '<!doctype html><html><title>Welcome</title><p>Please log in to the network.</html>'

type Sent = { readonly head: http.IncomingHttpHeaders; readonly body: Buffer }

const plain =
  (status: number, type: string, body: string, more: http.OutgoingHttpHeaders = {}) =>
  (response: ServerResponse): void => {
    response
      .writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...more })
      .end(body)
  }

/** Faults that need no server behind. */
const alone: { readonly [F in Fault]?: (response: ServerResponse) => void } = {
  silent: () => {},
  reset: ({ socket }) => {
    ;(socket as Socket).resetAndDestroy()
  },
  html: plain(200, 'text/html', HTML),
  'other-json': plain(200, 'application/sparql-results+json', '{"error": "not now"}'),
  'error-500': plain(500, 'text/html', `${HTML}stack trace at /opt/secret`),
  'error-502': plain(502, 'text/html', HTML),
  'busy-503': plain(503, 'text/plain', 'overloaded', { 'Retry-After': '17' }),
  'limited-429': plain(429, 'text/plain', 'slow down', { 'Retry-After': '23' }),
  'forbidden-401': plain(401, 'text/plain', 'who are you', { 'WWW-Authenticate': 'Basic' }),
}

const half = (body: Buffer): Buffer => body.subarray(0, body.length >> 1)

function garble(body: Buffer): Buffer {
  const bytes = Buffer.from(body)
  for (let i = bytes.length >> 2; i < bytes.length; i += 97) bytes[i] = 0x7b
  return bytes
}

const typed = ({ head }: Sent): http.OutgoingHttpHeaders => ({
  'Content-Type': head['content-type'] ?? '',
  ...(head.server && { Server: head.server }),
})

/** What is made of the answer of the server behind. */
const passed: { readonly [F in Fault]?: (response: ServerResponse, sent: Sent) => void } = {
  cut(response, sent) {
    response.writeHead(200, { ...typed(sent), 'Content-Length': sent.body.length })
    response.write(half(sent.body), () => response.socket?.destroy())
  },
  'cut-chunks'(response, sent) {
    response.writeHead(200, typed(sent))
    response.write(half(sent.body), () => response.socket?.destroy())
  },
  stalled(response, sent) {
    response.writeHead(200, { ...typed(sent), 'Content-Length': sent.body.length })
    response.write(half(sent.body))
  },
  garbled: (response, sent) => {
    response.writeHead(200, typed(sent)).end(garble(sent.body))
  },
  'wrong-type': (response, sent) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(sent.body)
  },
  unframed(response, sent) {
    const socket = response.socket as Socket
    socket.end(
      Buffer.concat([
        Buffer.from(
          `HTTP/1.1 200 OK\r\nContent-Type: ${sent.head['content-type']}\r\nConnection: close\r\n\r\n`,
        ),
        half(sent.body),
      ]),
    )
  },
}

function ask(target: URL, request: IncomingMessage, body: Buffer): Promise<Sent & { status: number }> {
  return new Promise((resolve, reject) => {
    const forwarded = http.request(
      target,
      { method: request.method, headers: { ...request.headers, host: target.host } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, head: answer.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    forwarded.on('error', reject)
    forwarded.end(body)
  })
}

/** @param target URL of the server behind */
export async function startFaulty(target: string): Promise<Faulty & { close(): Promise<void> }> {
  const { pathname, origin } = new URL(target)
  const used = new WeakSet<Socket>()
  let released = Promise.resolve()
  const server = http.createServer((request, response) => {
    proxy.traffic.requests++
    if (request.headers.connection === 'close') proxy.traffic.last++
    const client = request.headers['x-forwarded-for']
    if (client !== undefined) proxy.traffic.forwarded.push(String(client))
    response.on('close', () => {
      if (!response.writableFinished && proxy.fault === 'none') proxy.traffic.disconnected++
    })
    handle(request, response).catch(() => response.destroy())
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    proxy.traffic.queries.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('query') ?? '')
    const { fault } = proxy
    const socket = request.socket
    const again = used.has(socket)
    used.add(socket)
    await released
    if (response.destroyed) return
    if (fault === 'stale' && again) {
      socket.destroy()
      return
    }
    const answerAlone = alone[fault]
    if (answerAlone) {
      answerAlone(response)
      return
    }
    const sent = await ask(new URL(request.url ?? '/', origin), request, Buffer.concat(chunks))
    const answer = passed[fault]
    if (answer) answer(response, sent)
    else
      response.writeHead(sent.status, { ...typed(sent), 'Content-Length': sent.body.length }).end(sent.body)
  }
  let port = 0
  const up = (): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port
        resolve()
      })
    })
  const down = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await up()
  const proxy: Faulty & { close(): Promise<void> } = {
    url: `http://127.0.0.1:${port}${pathname}`,
    fault: 'none',
    hold() {
      let release = (): void => {}
      released = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        released = Promise.resolve()
        release()
      }
    },
    traffic: { requests: 0, disconnected: 0, last: 0, queries: [], forwarded: [] },
    up,
    down,
    close: () => (server.listening ? down() : Promise.resolve()),
  }
  return proxy
}
