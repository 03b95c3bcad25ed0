/** A polite HTTP client: one request at a time, with pauses, retries and limits. */

import { setTimeout as wait } from 'node:timers/promises'
import { software } from '../../config/about.ts'

export interface HttpClientOptions {
  /** Milliseconds between the end of a request and the next one. */
  readonly delayMs: number
  /** How often a request is repeated that was not answered, or with a status that passes. */
  readonly retries: number
  /** Milliseconds for one request and its answer. */
  readonly timeoutMs: number
  /** Milliseconds before the first repetition; each further one waits twice as long. */
  readonly backoffMs?: number
  /** Requests after which `get` throws BudgetExceeded, repetitions among them. */
  readonly maxRequests?: number
  /** Milliseconds from now after which `get` throws BudgetExceeded. */
  readonly maxMs?: number
  /** Address of whoever asks, which stands in User-Agent. */
  readonly mail?: string | undefined
  /** Called before a wait that is longer than the usual pause. */
  readonly onRetry?: (reason: string, waitMs: number) => void
}

export interface HttpAnswer {
  /** URL of the answer, after redirects. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** Media type without parameters, in lower case; empty if there is none. */
  readonly type: string
  readonly text: string
}

interface RequestOptions {
  readonly accept?: string
  /** Statuses that are repeated; absent: those by which a server says that it is busy. */
  readonly retryOn?: readonly number[]
  /** How often this request is repeated; absent: as often as others. */
  readonly retries?: number
  /** Redirects to other hosts are followed too; absent: their answer is that of the redirect. */
  readonly toAnyHost?: boolean
}

export interface HttpClient {
  readonly requests: number
  /** @throws Unanswered, BudgetExceeded */
  get(url: string, options?: RequestOptions): Promise<HttpAnswer>
}

/** A server that did not respond to any of several attempts. */
export class Unanswered extends Error {}

/** The client has sent as many requests, or taken as much time, as it may. */
export class BudgetExceeded extends Error {}

const BUSY: readonly number[] = [429, 503]

/** Statuses that may pass. */
export const RETRY: readonly number[] = [429, 500, 502, 503, 504]

const DEFAULT_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

/** The longest wait before the next attempt, in milliseconds; where Retry-After asks for more, there is none. */
const MAX_RETRY_AFTER_MS = 600_000

/** Redirects that are followed one after another. */
const MAX_REDIRECTS = 5

const MAX_BYTES = 256_000_000

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { delayMs, retries: usualRetries, timeoutMs, maxRequests, maxMs, onRetry } = options
  const { backoffMs = DEFAULT_BACKOFF_MS, mail } = options
  const agent = `${software.name}/${software.version}${mail === undefined ? '' : ` (mailto:${mail})`}`
  const start = performance.now()
  let requests = 0

  async function fetchOnce(url: string, accept: string): Promise<Response> {
    if (maxRequests !== undefined && requests >= maxRequests)
      throw new BudgetExceeded(`${maxRequests} requests were sent, and more are not allowed`)
    if (maxMs !== undefined && performance.now() - start > maxMs)
      throw new BudgetExceeded(`${Math.round(maxMs / 1000)} s are over, and more are not allowed`)
    if (requests++ > 0 && delayMs > 0) await wait(delayMs)
    return fetch(url, {
      headers: { accept, 'user-agent': agent },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    })
  }

  async function send(url: string, accept: string, toAnyHost: boolean): Promise<HttpAnswer> {
    let target = url
    let response = await fetchOnce(target, accept)
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
      const next = redirectOf(response, target)
      if (!next || !(toAnyHost || next.hostname === new URL(target).hostname)) break
      await response.body?.cancel()
      target = next.href
      response = await fetchOnce(target, accept)
    }
    const text = await readText(response)
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] as string
    const { status, headers } = response
    return { url: target, status, headers, type: type.trim().toLowerCase(), text }
  }

  async function get(
    url: string,
    {
      accept = 'application/json',
      retryOn = BUSY,
      retries = usualRetries,
      toAnyHost = false,
    }: RequestOptions = {},
  ): Promise<HttpAnswer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(url, accept, toAnyHost).catch((error: unknown) => {
        if (error instanceof BudgetExceeded) throw error
        return explain(error)
      })
      const isFinal = typeof answer !== 'string' && !retryOn.includes(answer.status)
      if (isFinal) return answer
      if (attempt >= retries) {
        if (typeof answer !== 'string') return answer
        throw new Unanswered(`${url} gives no answer: ${answer}`)
      }
      const backoff = Math.min(backoffMs * 2 ** attempt, MAX_BACKOFF_MS)
      const retryAfter = typeof answer === 'string' ? 0 : (retryAfterMs(answer.headers, Date.now()) ?? 0)
      if (typeof answer !== 'string' && retryAfter > MAX_RETRY_AFTER_MS) return answer
      const waitMs = Math.max(backoff, retryAfter)
      onRetry?.(typeof answer === 'string' ? answer : `it answered ${answer.status}`, waitMs)
      await wait(waitMs)
    }
  }

  return {
    get requests() {
      return requests
    },
    get,
  }
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** Where a redirect leads, if that is a web address. */
function redirectOf({ status, headers }: Response, from: string): URL | undefined {
  const location = headers.get('location')
  if (!REDIRECTS.includes(status) || location === null || !URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  return /^https?:$/.test(target.protocol) ? target : undefined
}

/** The text of a body. @throws Error if it is too long, or cut off */
async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.length
    if (length > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`)
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** What fetch says of a connection is in the cause. */
function explain(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return [message ?? String(error), cause?.message || cause?.code].filter(Boolean).join(': ')
}

/** Milliseconds that a Retry-After asks for: seconds or a date. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
