/** A client of a SPARQL server of others. */

import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { createAsk, type Ask } from './client.ts'
import type { Connection } from './exchange.ts'

export interface ClientOptions {
  readonly url: string
  /** `USER:PASSWORD`, or a scheme and its token as the header Authorization has them. */
  readonly credentials?: string | undefined
  /** Seconds for a question and its answer. */
  readonly timeout: number
  /** Connections at once; further questions wait for one, within their time. */
  readonly connections: number
}

export interface Client extends Pick<ClientOptions, 'url' | 'connections'> {
  readonly ask: Ask
  close(): Promise<void>
}

/** Milliseconds in which a connection has to stand. */
const CONNECT_TIMEOUT_MS = 3000

/** Milliseconds for which an idle connection is kept: servers close theirs after some 5 to 15 s. */
const KEEP_ALIVE_MS = 4000

const authorization = (credentials: string): string =>
  /^\w+ /.test(credentials) ? credentials : `Basic ${Buffer.from(credentials).toString('base64')}`

/** @param options with the URL of an endpoint of the SPARQL 1.1 Protocol */
export function openClient({ url, credentials, timeout, connections }: ClientOptions): Client {
  const { protocol, pathname, search } = new URL(url)
  const { Agent, request } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: KEEP_ALIVE_MS })
  const connect = agent.createConnection.bind(agent)
  let isClosed = false
  agent.createConnection = (...args) => {
    const socket = connect(...args) as Socket | undefined
    // Behind a proxy it comes later, to the callback.
    if (!socket) return undefined
    const timer = setTimeout(
      () => socket.destroy(new Error('It took too long to connect.')),
      CONNECT_TIMEOUT_MS,
    )
    const clear = (): void => clearTimeout(timer)
    return socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', clear).once('close', clear)
  }
  const connection: Connection = (options) => {
    if (isClosed) throw new Error('The client is closed.')
    return request(url, { ...options, agent })
  }
  const headers = { ...(credentials !== undefined && { authorization: authorization(credentials) }) }
  const ask = createAsk(connection, { path: pathname + search, headers, timeout })
  return {
    url,
    connections,
    ask,
    async close() {
      isClosed = true
      agent.destroy()
    },
  }
}
