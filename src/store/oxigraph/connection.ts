/** The connection to the process of an engine: HTTP on the socket with which it was started. */

import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Connection } from '../client/exchange.ts'

/** @param socket undefined where there is no process */
export function connect(socket: Socket | undefined): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = () => socket as Socket
  // Requests hear of it by their own events.
  socket?.on('error', () => {})
  return {
    dispatch({ method, path, headers, body }, listener) {
      const controller = { abort: () => void socket?.destroy() }
      const fail = (): void => listener.onResponseError(controller, new Error('the engine has ended'))
      if (!socket || socket.destroyed) {
        fail()
        return
      }
      listener.onRequestStart(controller)
      const outgoing = request({ agent, method, path, headers }, (response) => {
        listener.onResponseStart(controller, response.statusCode as number, response.headers)
        response
          .on('data', (piece: Buffer) => listener.onResponseData(controller, piece))
          .on('end', () => listener.onResponseEnd(controller))
          .on('error', fail)
      })
      outgoing.on('error', fail).end(body)
    },
  }
}
