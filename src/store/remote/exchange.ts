/** A question and its answer over HTTP: read to its end, within its bytes and its time. */

import type { Dispatcher } from 'undici'
import { RemoteFault } from './remote-faults.ts'

export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Answer extends Head {
  readonly body: Buffer
}

export interface Terms {
  /** Seconds for question and answer, waiting for a connection among them. */
  readonly seconds: number
  /** Bytes that an answer may have. */
  readonly bytes: number
  /** The client has disconnected. */
  readonly signal: AbortSignal | undefined
  /** Looks at an answer before it is read. @throws RemoteFault if it is not worth reading */
  look(head: Head): void
  /** Gets what a success says as it comes; its body is empty then. What it throws ends the exchange. */
  take?: ((piece: Buffer) => void) | undefined
}

/** Bytes of an error message that are read. */
const MESSAGE = 4000

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
export function exchange(
  pool: Dispatcher,
  question: Dispatcher.DispatchOptions,
  { seconds, bytes, signal, look, take }: Terms,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let head: Head | undefined
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    let isRepeated = false

    function end(result: Answer | Error): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
    /** Ends it before all has come. */
    function stop(result: Answer | Error): void {
      end(result)
      controller?.abort(new Error('Nobody waits for it any more.'))
    }
    const answer = (): Answer => ({ ...(head as Head), body: Buffer.concat(chunks) })
    const leave = (): void => stop(new RemoteFault('client-gone', 'The client has disconnected.'))
    const timer = setTimeout(
      () => stop(new RemoteFault('late', `It did not answer within ${seconds} s.`)),
      seconds * 1000,
    )

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        if (isOver) stop(answer())
      },
      onResponseStart(_, status, headers) {
        if (isOver || status < 200) return
        head = { status, headers }
        try {
          look(head)
        } catch (error) {
          stop(error as Error)
        }
      },
      onResponseData(_, chunk) {
        if (isOver) return
        length += chunk.length
        if (head?.status !== 200) {
          chunks.push(chunk)
          if (length > MESSAGE) stop(answer())
        } else if (length > bytes) {
          stop(new RemoteFault('bytes', `The answer has more than ${bytes} bytes.`))
        } else if (take) {
          try {
            take(chunk)
          } catch (error) {
            stop(error as Error)
          }
        } else chunks.push(chunk)
      },
      onResponseEnd: () => end(answer()),
      onResponseError(_, error) {
        // Questions change nothing, so a second one does no harm; once is enough for a connection that had
        // gone stale.
        if (isOver || head || isRepeated || !UNASKED.has(codeOf(error))) {
          end(error)
          return
        }
        isRepeated = true
        // Not before the pool knows that the connection is gone.
        queueMicrotask(() => pool.dispatch(question, handler))
      },
    }
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    else pool.dispatch(question, handler)
  })
}
