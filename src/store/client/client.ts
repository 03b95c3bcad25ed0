/** Questions to a SPARQL server over HTTP: whole answers or a reason why there is none. */

import { codeOf, exchange, headerOf, type ServerAnswer, type Connection, type Head } from './exchange.ts'
import { RemoteFault } from './remote-faults.ts'

export interface Question {
  readonly query: string
  /** Media types that the answer may have, the first is preferred. */
  readonly accept: readonly string[]
  /** Further parameters of the protocol. */
  readonly parameters?: readonly (readonly [name: string, value: string])[]
  readonly bytes?: number
  /** Seconds, if not those of the client. */
  readonly timeout?: number | undefined
  /** Gets the answer as it comes; the body of the reply is empty then. */
  readonly take?: ((piece: Buffer) => void) | undefined
  /** The client has disconnected. */
  readonly signal?: AbortSignal | undefined
}

export interface Reply {
  /** Media type without parameters. */
  readonly type: string
  readonly headers: Head['headers']
  readonly body: Buffer
}

/** @throws RemoteFault */
export type Ask = (question: Question) => Promise<Reply>

/** Bytes of our own questions' answers: more in memory at once would hurt the server. */
export const MOST_BYTES = 256_000_000

/** Virtuoso 7.2 turns in circles over the body of application/sparql-query. */
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface AskOptions {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds for a question and its answer; absent: any number. */
  readonly timeout?: number
}

/** Asks over connections that are there. */
export const createAsk =
  (connection: Connection, { path, headers = {}, timeout }: AskOptions): Ask =>
  async ({ query, accept, parameters = [], bytes = MOST_BYTES, ...question }) => {
    const body = [['query', query] as const, ...parameters]
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&')
    const request = {
      path,
      headers: { ...FORM, accept: accept.join(', '), ...headers },
      body,
    }
    const { timeout: seconds = timeout, signal, take } = question
    const look = (head: Head): void => requireResults(head, accept)
    try {
      const answer = await exchange(connection, request, { seconds, bytes, signal, take, look })
      if (answer.status !== 200) throw refusal(answer)
      return { type: typeOf(answer.headers), headers: answer.headers, body: answer.body }
    } catch (error) {
      if (error instanceof RemoteFault) throw error
      const reason = isBroken(error) ? 'cut' : 'silent'
      throw new RemoteFault(reason, `${codeOf(error)} ${(error as Error).message}`.trim(), { cause: error })
    }
  }

/** An answer that had begun. */
const isBroken = (error: unknown): boolean => /^(?:ECONNRESET|HPE_)/.test(codeOf(error))

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
function refusal({ status, headers, body }: ServerAnswer): RemoteFault {
  const isHtml = /html/.test(typeOf(headers))
  const text = isHtml ? body.toString().replace(/<[^>]*>/g, ' ') : body.toString()
  const message = text.replace(/\s+/g, ' ').trim()
  const detail = `It answered ${status}: ${message}`
  if (status === 401 || status === 403) return new RemoteFault('forbidden', detail)
  if (status === 429 || status === 503)
    return new RemoteFault('busy', detail, { retryAfter: headerOf(headers, 'retry-after'), status })
  if (status === 504 || status === 408) return new RemoteFault('late', detail)
  return status === 400 ? new RemoteFault('invalid', message) : new RemoteFault('failed', detail)
}
