/** What the signals do, from the first moment of a command until its end. It needs no other file of skeg. */

import { constants } from 'node:os'

/** Signals that ask a command to end. */
const STOPPING = ['SIGTERM', 'SIGINT'] as const

type Name = (typeof STOPPING)[number] | 'SIGHUP'
type Handler = (name: Name) => void

/** Ends the process with the status that a shell gives for the signal: 143 for SIGTERM, 130 for SIGINT. */
export const stop: Handler = (name) => process.exit(128 + constants.signals[name])

/** A SIGHUP that came before it was known what it means to the command. */
let pending = false

const handlers: Record<Name, Handler> = {
  SIGTERM: stop,
  SIGINT: stop,
  SIGHUP: () => {
    pending = true
  },
}

/** Takes the signals from Node, which would end the process and leave its temporary files behind. */
export function catchSignals(): void {
  for (const name of Object.keys(handlers) as Name[]) process.on(name, () => handlers[name](name))
}

/** Sets what a signal does from now on. A SIGHUP that has come before counts as if it came now. */
export function onSignal(name: Name, handler: Handler): void {
  handlers[name] = handler
  if (name !== 'SIGHUP' || !pending) return
  pending = false
  handler(name)
}

/** Resolves at the first signal to end; at the second one the process ends at once. */
export const stopping = (): Promise<void> =>
  new Promise((resolve) => {
    for (const name of STOPPING)
      onSignal(name, () => {
        for (const again of STOPPING) onSignal(again, stop)
        resolve()
      })
  })
