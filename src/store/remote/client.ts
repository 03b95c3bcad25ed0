/** Questions to a SPARQL endpoint over HTTP: whole answers or a reason why there is none. */

import { Pool } from 'undici'
import { codeOf, exchange, headerOf, type Head } from './exchange.ts'
import { RemoteFault } from './remote-faults.ts'

export interface ClientOptions {
  readonly url: string
  /** `USER:PASSWORD`, or a scheme and its token as the header Authorization has them. */
  readonly credentials?: string | undefined
  /** Seconds for a question and its answer. */
  readonly timeout: number
  /** Connections at once; further questions wait for one, within their time. */
  readonly connections: number
}

export interface Question {
  readonly query: string
  /** Media types that the answer may have, the first is preferred. */
  readonly accept: readonly string[]
  /** Further parameters of the protocol. */
  readonly parameters?: readonly (readonly [name: string, value: string])[]
  /** Bytes that the answer may have. */
  readonly bytes?: number
  /** Seconds, if not those of the client. */
  readonly timeout?: number | undefined
  /** Gets the answer as it comes; the body of the reply is empty then. */
  readonly take?: ((piece: Buffer) => void) | undefined
  /** The connection is closed behind the answer. */
  readonly last?: boolean | undefined
  /** The client has disconnected. */
  readonly signal?: AbortSignal | undefined
  /** Address of the client for whom the question is passed on, which engines may tell from others. */
  readonly forwardedFor?: string | undefined
}

export interface Reply {
  /** Media type without parameters. */
  readonly type: string
  readonly headers: Head['headers']
  readonly body: Buffer
}

export interface Client extends Pick<ClientOptions, 'url' | 'connections'> {
  /** @throws RemoteFault */
  ask(question: Question): Promise<Reply>
  close(): Promise<void>
}

/** Milliseconds in which a connection has to stand. */
const CONNECT = 3000

/** Milliseconds for which an idle connection is kept: servers close theirs after some 5 to 15 s. */
const KEEP_ALIVE = 4000

/** Bytes of our own questions' answers: more in memory at once would hurt the server. */
const MOST_BYTES = 256_000_000

const authorization = (credentials: string): string =>
  /^\w+ /.test(credentials) ? credentials : `Basic ${Buffer.from(credentials).toString('base64')}`

/** @param options with the URL of an endpoint of the SPARQL 1.1 Protocol */
export function openClient({ url, credentials, timeout, connections }: ClientOptions): Client {
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT },
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const headers = {
    // As a form: Virtuoso 7.2 turns in circles over the body of application/sparql-query.
    'content-type': 'application/x-www-form-urlencoded',
    ...(credentials === undefined ? {} : { authorization: authorization(credentials) }),
  }

  async function ask({
    query,
    accept,
    parameters = [],
    bytes = MOST_BYTES,
    timeout: seconds = timeout,
    last = false,
    signal,
    take,
    forwardedFor,
  }: Question): Promise<Reply> {
    const body = [['query', query] as const, ...parameters]
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&')
    const question = {
      path: pathname + search,
      method: 'POST',
      headers: {
        ...headers,
        accept: accept.join(', '),
        ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
      },
      body,
      reset: last,
    } as const
    try {
      const {
        status,
        headers: answered,
        body: read,
      } = await exchange(pool, question, {
        seconds,
        bytes,
        signal,
        take,
        look: (head) => requireResults(head, accept),
      })
      if (status !== 200) throw refusal(status, answered, read)
      return { type: typeOf(answered), headers: answered, body: read }
    } catch (error) {
      if (error instanceof RemoteFault) throw error
      throw new RemoteFault(
        isBroken(error) ? 'cut' : 'silent',
        `${codeOf(error)} ${(error as Error).message}`.trim(),
        { cause: error },
      )
    }
  }

  return { url, connections, ask, close: () => pool.destroy() }
}

/** An answer that had begun. */
const isBroken = (error: unknown): boolean =>
  /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_ABORTED|ECONNRESET|HPE_)/.test(
    codeOf(error),
  )

const typeOf = (headers: Head['headers']): string =>
  (headerOf(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/**
 * A success has one of the types that were asked for. One that says neither its length nor where it ends
 * could be cut off unseen.
 */
function requireResults({ status, headers }: Head, accept: readonly string[]): void {
  if (status !== 200) return
  const type = typeOf(headers)
  if (!accept.includes(type))
    throw new RemoteFault(
      'unreadable',
      `It answered with ${type === '' ? 'no media type' : type} instead of ${accept[0]}.`,
    )
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    throw new RemoteFault(
      'unreadable',
      'It answers with neither a length nor chunks, so that it cannot be seen whether an answer is whole.',
    )
}

/** What an answer that is no success says. */
function refusal(status: number, headers: Head['headers'], body: Buffer): RemoteFault {
  const text = body
    .toString()
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const message = `It answered ${status}: ${text}`
  if (status === 401 || status === 403) return new RemoteFault('forbidden', message)
  if (status === 429 || status === 503)
    return new RemoteFault('busy', message, { retryAfter: headerOf(headers, 'retry-after') })
  if (status === 504 || status === 408) return new RemoteFault('late', message)
  return new RemoteFault(status === 400 ? 'invalid' : 'failed', message)
}
