/** The connection to the process of an engine: a request, then its answer. */

import type { Socket } from 'node:net'
import type { Connection, ResponseListener } from '../client/exchange.ts'
import { readMessages, writeMessage } from './messages.ts'

/** Where `HTTP/1.1 200 OK` has the status. */
const STATUS_START = 9
const STATUS_END = 12

/** @param socket undefined where there is no process */
export function connect(socket: Socket | undefined): Connection {
  let listener: ResponseListener | undefined
  const controller = { abort: () => void socket?.destroy() }
  const fail = (one: ResponseListener | undefined): void =>
    one?.onResponseError(controller, new Error('the engine has ended'))

  if (socket) {
    readMessages(socket, {
      onHead: ({ startLine, headers }) =>
        listener?.onResponseStart(controller, Number(startLine.slice(STATUS_START, STATUS_END)), headers),
      onData: (piece) => listener?.onResponseData(controller, piece),
      onEnd() {
        const one = listener
        listener = undefined
        one?.onResponseEnd(controller)
      },
    })
    // It closes then.
    socket.on('error', () => {})
    socket.on('close', () => fail(listener))
  }
  return {
    dispatch({ method, path, headers, body }, next) {
      if (!socket || socket.destroyed) {
        fail(next)
        return
      }
      listener = next
      next.onRequestStart(controller)
      writeMessage(socket, `${method} ${path} HTTP/1.1`, headers, body)
    },
  }
}
