/** A question and its answer over HTTP: read to its end, within its bytes and its time. */

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { RemoteFault } from './remote-faults.ts'

/** What is sent, by POST. */
export interface HttpRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Begins a request: to a server, or on the socket of an engine. */
export type Connection = (request: Omit<HttpRequest, 'body'> & { readonly method: 'POST' }) => ClientRequest

export interface Head {
  readonly status: number
  readonly headers: Readonly<IncomingHttpHeaders>
}

export interface ServerAnswer extends Head {
  readonly body: Buffer
}

export interface Terms {
  /** Seconds for question and answer, waiting for a connection among them; absent: any number. */
  readonly seconds?: number | undefined
  readonly bytes: number
  /** The client has disconnected. */
  readonly signal?: AbortSignal | undefined
  /** What an answer has beyond its bytes is read and dropped: the connection is to stay. */
  readonly drains?: boolean | undefined
  /** Looks at an answer before it is read. @throws RemoteFault if it is not worth reading */
  look?(head: Head): void
  /** Gets what a success says as it comes; its body is empty then. What it throws ends the exchange. */
  take?: ((piece: Buffer) => void) | undefined
}

/** Bytes of an error message that are read. */
const MAX_MESSAGE_BYTES = 4000

/**
 * Failures of a connection that the other side had closed before it read the question: asked again, it is
 * asked once.
 */
const UNASKED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** A header of an answer; the first if there are several. */
export function headerOf(headers: Head['headers'], name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/**
 * Sends a question and collects the answer as it arrives.
 * @throws RemoteFault; what else Node reports
 */
export const exchange = (connection: Connection, request: HttpRequest, terms: Terms): Promise<ServerAnswer> =>
  new Promise((resolve, reject) => {
    new Exchange(connection, request, terms, (result) => {
      if (result instanceof Error) reject(result)
      else resolve(result)
    }).begin()
  })

const tooLarge = (bytes: number): RemoteFault =>
  new RemoteFault('bytes', `The answer has more than ${bytes} bytes.`)

class Exchange {
  readonly #connection: Connection
  readonly #request: HttpRequest
  readonly #terms: Terms
  readonly #onEnd: (result: ServerAnswer | Error) => void
  readonly #timer: NodeJS.Timeout | undefined
  readonly #onAbort: () => void
  readonly #chunks: Buffer[] = []
  #length = 0
  #head: Head | undefined
  #sent: ClientRequest | undefined
  #isOver = false
  #isRepeated = false

  constructor(
    connection: Connection,
    request: HttpRequest,
    terms: Terms,
    onEnd: (result: ServerAnswer | Error) => void,
  ) {
    const { seconds } = terms
    this.#connection = connection
    this.#request = request
    this.#terms = terms
    this.#onEnd = onEnd
    if (seconds !== undefined)
      this.#timer = setTimeout(
        () => this.#stop(new RemoteFault('late', `It did not answer within ${seconds} s.`)),
        seconds * 1000,
      )
    this.#onAbort = () => this.#stop(new RemoteFault('client-gone', 'The client has disconnected.'))
  }

  begin(): void {
    const { signal } = this.#terms
    signal?.addEventListener('abort', this.#onAbort)
    if (signal?.aborted) this.#onAbort()
    else this.#send()
  }

  #send(): void {
    const { body, ...request } = this.#request
    this.#stopIfThrown(() => {
      this.#sent = this.#connection({ method: 'POST', ...request })
        .on('response', (response) => this.#onResponse(response))
        .on('error', (error) => this.#onError(error))
      this.#sent.end(body)
    })
  }

  #onResponse(response: IncomingMessage): void {
    const head = { status: response.statusCode as number, headers: response.headers }
    this.#head = head
    this.#stopIfThrown(() => this.#terms.look?.(head))
    response
      .on('data', (chunk: Buffer) => this.#onData(chunk))
      .on('end', () => this.#onResponseEnd())
      .on('error', (error) => this.#onError(error))
  }

  #onData(chunk: Buffer): void {
    if (this.#isOver) return
    const { bytes, take, drains } = this.#terms
    const isSuccess = this.#head?.status === 200
    this.#length += chunk.length
    if (isSuccess && this.#length > bytes) {
      if (drains) this.#chunks.length = 0
      else this.#stop(tooLarge(bytes))
    } else if (isSuccess && take) this.#stopIfThrown(() => take(chunk))
    else this.#chunks.push(chunk)
    if (!isSuccess && !drains && this.#length > MAX_MESSAGE_BYTES) this.#stop(this.#answer())
  }

  #onResponseEnd(): void {
    const { bytes } = this.#terms
    const isTooLarge = this.#head?.status === 200 && this.#length > bytes
    this.#end(isTooLarge ? tooLarge(bytes) : this.#answer())
  }

  #onError(error: Error): void {
    // Questions change nothing, so a second one does no harm; once is enough for a connection that had
    // gone stale.
    if (this.#isOver || this.#head || this.#isRepeated || !UNASKED.has(codeOf(error))) {
      this.#end(error)
      return
    }
    this.#isRepeated = true
    this.#send()
  }

  #answer(): ServerAnswer {
    return { ...(this.#head as Head), body: Buffer.concat(this.#chunks) }
  }

  #stopIfThrown(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#stop(error as Error)
    }
  }

  /** Ends it before all has come. */
  #stop(result: ServerAnswer | Error): void {
    this.#end(result)
    this.#sent?.destroy()
  }

  #end(result: ServerAnswer | Error): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#terms.signal?.removeEventListener('abort', this.#onAbort)
    this.#onEnd(result)
  }
}
