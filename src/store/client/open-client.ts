/** A client of a SPARQL server of others. */

import { Pool } from 'undici'
import { createAsk, type Ask } from './client.ts'

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
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const headers = { ...(credentials !== undefined && { authorization: authorization(credentials) }) }
  const ask = createAsk(pool, { path: pathname + search, headers, timeout })
  return { url, connections, ask, close: () => pool.destroy() }
}
