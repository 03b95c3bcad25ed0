/** Remote procedure calls to a worker thread, each with a number, so that several may be pending. */

import { parentPort, type Worker } from 'node:worker_threads'

type Operations = Readonly<Record<string, (argument: never) => unknown>>

interface RpcRequest {
  readonly number: number
  readonly name: string
  readonly argument: unknown
}

interface RpcResponse {
  readonly number: number
  readonly value?: unknown
  /** The message of an error. */
  readonly failure?: string
}

export interface RpcClient<O extends Operations> {
  /** @throws Error with the message of what the operation threw, or the error with which the client ended */
  call<K extends keyof O>(name: K, argument?: Parameters<O[K]>[0]): Promise<Awaited<ReturnType<O[K]>>>
  /** Rejects pending and later calls with this error; of several errors the first counts. */
  end(error: Error): void
}

interface PendingCall {
  resolve(value: unknown): void
  reject(error: Error): void
}

export function createRpcClient<O extends Operations>(worker: Worker): RpcClient<O> {
  const pending = new Map<number, PendingCall>()
  let next = 0
  let workerFault: Error | undefined
  worker.on('message', ({ number, value, failure }: RpcResponse) => {
    const call = pending.get(number)
    pending.delete(number)
    if (failure !== undefined) call?.reject(new Error(failure))
    else call?.resolve(value)
  })
  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        if (workerFault) {
          reject(workerFault)
          return
        }
        pending.set(next, { resolve, reject })
        worker.postMessage({ number: next++, name: name as string, argument } satisfies RpcRequest)
      }),
    end(error) {
      workerFault ??= error
      for (const { reject } of pending.values()) reject(workerFault)
      pending.clear()
    },
  }
}

/** In the thread: answers calls. */
export function serveRpc(operations: Operations): void {
  async function answer({ number, name, argument }: RpcRequest): Promise<void> {
    const respond = (response: Omit<RpcResponse, 'number'>): void =>
      parentPort?.postMessage({ number, ...response } satisfies RpcResponse)
    try {
      respond({ value: await operations[name]?.(argument as never) })
    } catch (error) {
      respond({ failure: error instanceof Error ? error.message : String(error) })
    }
  }
  parentPort?.on('message', (request: RpcRequest) => void answer(request))
}
