/** The connection to the process of an engine: HTTP on the socket with which it was started. */

import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Connection } from '../client/exchange.ts'

/** @param socket undefined where there is no process */
export function connect(socket: Socket | undefined): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = (_, onCreate) => {
    if (socket && !socket.destroyed) return socket
    onCreate?.(new Error('the engine has ended'), undefined as never)
    return undefined
  }
  // Requests hear of it by their own events.
  socket?.on('error', () => {})
  return (options) => request({ agent, ...options })
}
