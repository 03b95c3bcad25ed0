/** On whose behalf a store is asked: what is asked for a request ends with it, and has less time. */

import { AsyncLocalStorage } from 'node:async_hooks'

/** Made when a store over HTTP is opened: following promises costs every request something, and embedded stores ask nobody. */
let askers: AsyncLocalStorage<AbortSignal | undefined> | undefined

/** From now on it is known on whose behalf a store is asked. */
export const followAskers = (): void => { askers ??= new AsyncLocalStorage() }

const run = <T>(signal: AbortSignal | undefined, work: () => T): T => (askers ? askers.run(signal, work) : work())

/** Runs `work`, and all that it starts, for somebody whose leaving `signal` tells. */
export const askedBy = <T>(signal: AbortSignal, work: () => T): T => run(signal, work)

/** Runs `work` for all: what is kept and shared must not end because one of them leaves. */
export const askedByAll = <T>(work: () => T): T => run(undefined, work)

/** Whether something has no answer because whoever had asked for it first has left. */
export const hasLeft = (error: unknown): boolean => (error as { reason?: unknown } | undefined)?.reason === 'left'

/** Tells that whoever asked has left; undefined where nobody alone has asked. */
export const asker = (): AbortSignal | undefined => askers?.getStore()
