/** A question and its answer over HTTP: read to its end, within its bytes and its time. */

import { RemoteFault } from './remote-faults.ts'

/** What is sent. */
export interface HttpRequest {
  readonly method: 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Ends a request before all of its answer has come. */
interface Controller {
  abort(reason: Error): void
}

/** What a request hears, as undici tells it. */
interface ResponseListener {
  onRequestStart(controller: Controller): void
  onResponseStart(controller: Controller, status: number, headers: Head['headers']): void
  onResponseData(controller: Controller, chunk: Buffer): void
  onResponseEnd(controller: Controller): void
  onResponseError(controller: Controller, error: Error): void
}

/** Takes requests: a client of undici, or the socket of an engine. */
export interface Connection {
  dispatch(request: HttpRequest, listener: ResponseListener): unknown
}

export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Answer extends Head {
  readonly body: Buffer
}

export interface Terms {
  /** Seconds for question and answer, waiting for a connection among them; absent: any number. */
  readonly seconds?: number | undefined
  /** Bytes that an answer may have. */
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
const UNASKED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** A header of an answer; the first if there are several. */
export function headerOf(headers: Head['headers'], name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/**
 * Sends a question and collects the answer as it arrives: streams and signals of undici's own would cost as
 * much as reading it.
 * @throws RemoteFault; what else undici reports
 */
export const exchange = (connection: Connection, request: HttpRequest, terms: Terms): Promise<Answer> =>
  new Promise((resolve, reject) => {
    new Exchange(connection, request, terms, (result) => {
      if (result instanceof Error) reject(result)
      else resolve(result)
    }).begin()
  })

const tooLarge = (bytes: number): RemoteFault =>
  new RemoteFault('bytes', `The answer has more than ${bytes} bytes.`)

class Exchange implements ResponseListener {
  readonly #connection: Connection
  readonly #request: HttpRequest
  readonly #terms: Terms
  readonly #onEnd: (result: Answer | Error) => void
  readonly #timer: NodeJS.Timeout | undefined
  readonly #onAbort: () => void
  readonly #chunks: Buffer[] = []
  #length = 0
  #head: Head | undefined
  #controller: Controller | undefined
  #isOver = false
  #isRepeated = false

  constructor(
    connection: Connection,
    request: HttpRequest,
    terms: Terms,
    onEnd: (result: Answer | Error) => void,
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
    else this.#connection.dispatch(this.#request, this)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#isOver) this.#stop(this.#answer())
  }

  onResponseStart(_: unknown, status: number, headers: Head['headers']): void {
    if (this.#isOver || status < 200) return
    const head = { status, headers }
    this.#head = head
    this.#stopIfThrown(() => this.#terms.look?.(head))
  }

  onResponseData(_: unknown, chunk: Buffer): void {
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

  onResponseEnd(): void {
    const { bytes } = this.#terms
    const isTooLarge = this.#head?.status === 200 && this.#length > bytes
    this.#end(isTooLarge ? tooLarge(bytes) : this.#answer())
  }

  onResponseError(_: unknown, error: Error): void {
    // Questions change nothing, so a second one does no harm; once is enough for a connection that had
    // gone stale.
    if (this.#isOver || this.#head || this.#isRepeated || !UNASKED.has(codeOf(error))) {
      this.#end(error)
      return
    }
    this.#isRepeated = true
    // Not before the pool knows that the connection is gone.
    queueMicrotask(() => this.#connection.dispatch(this.#request, this))
  }

  #answer(): Answer {
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
  #stop(result: Answer | Error): void {
    this.#end(result)
    this.#controller?.abort(new Error('Nobody waits for it any more.'))
  }

  #end(result: Answer | Error): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#terms.signal?.removeEventListener('abort', this.#onAbort)
    this.#onEnd(result)
  }
}
