/** A question and its answer over HTTP: read to its end, within its bytes and its time. */

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { RemoteFault } from './remote-faults.ts'

/** What is sent, by POST. */
export interface HttpRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Begins a request to a server. */
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
  /** Looks at an answer before it is read. @throws RemoteFault if it is not worth reading */
  readonly look?: ((head: Head) => void) | undefined
  /** Gets what a success says as it comes; its body is empty then. What it throws ends the exchange. */
  readonly take?: ((piece: Buffer) => void) | undefined
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

export const tooLarge = (bytes: number): RemoteFault =>
  new RemoteFault('bytes', `The answer has more than ${bytes} bytes.`)

/**
 * Sends a question and collects the answer as it arrives.
 * @throws RemoteFault; what else Node reports
 */
export const exchange = (
  connection: Connection,
  { body, ...request }: HttpRequest,
  { seconds, bytes, signal, look, take }: Terms,
): Promise<ServerAnswer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [length, isOver, isRepeated] = [0, false, false]
    let head: Head | undefined
    let sent: ClientRequest | undefined
    const timer =
      seconds &&
      setTimeout(
        () => stop(new RemoteFault('late', `It did not answer within ${seconds} s.`)),
        seconds * 1000,
      )
    const onAbort = (): void => stop(new RemoteFault('client-gone', 'The client has disconnected.'))
    const answer = (): ServerAnswer => ({ ...(head as Head), body: Buffer.concat(chunks) })

    function end(result: ServerAnswer | Error): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
    /** Ends it before all has come. */
    function stop(result: ServerAnswer | Error): void {
      end(result)
      sent?.destroy()
    }
    function stopIfThrown(act: () => void): void {
      try {
        act()
      } catch (error) {
        stop(error as Error)
      }
    }
    function send(): void {
      stopIfThrown(() => {
        sent = connection({ method: 'POST', ...request })
          .on('response', onResponse)
          .on('error', onError)
        sent.end(body)
      })
    }
    function onError(error: Error): void {
      // Questions change nothing, so a second one does no harm; once is enough for a connection that had
      // gone stale.
      if (isOver || head || isRepeated || !UNASKED.has(codeOf(error))) return end(error)
      isRepeated = true
      send()
    }
    function onResponse(response: IncomingMessage): void {
      const { headers } = response
      const known: Head = { status: response.statusCode as number, headers }
      head = known
      stopIfThrown(() => look?.(known))
      const isSuccess = known.status === 200
      response
        .on('data', (chunk: Buffer) => {
          if (isOver) return
          length += chunk.length
          if (isSuccess && length > bytes) stop(tooLarge(bytes))
          else if (isSuccess && take) stopIfThrown(() => take(chunk))
          else chunks.push(chunk)
          if (!isSuccess && length > MAX_MESSAGE_BYTES) stop(answer())
        })
        .on('end', () => end(answer()))
        .on('error', onError)
    }
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else send()
  })
