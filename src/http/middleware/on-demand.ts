/** Handlers whose code is read when a request needs it, so that a server answers sooner after its start. */

import type { RouterMiddleware } from '@koa/router'

/** Makes handlers of a module, each when it is first needed. */
export type HandlersOf<M> = (make: (module: M) => RouterMiddleware) => RouterMiddleware

export interface OnDemand {
  /** @param read imports the module; where it fails, the next request tries again */
  from<M>(read: () => Promise<M>): HandlersOf<M>
  /** Reads all modules, one after another. @throws Error if one cannot be read, the others are */
  readAll(): Promise<void>
}

export function createOnDemand(): OnDemand {
  const loaders: (() => Promise<unknown>)[] = []
  return {
    from(read) {
      loaders.push(read)
      return (make) => {
        let handler: Promise<RouterMiddleware> | undefined
        return async function onDemand(ctx, next) {
          handler ??= read()
            .then(make)
            .catch((error: unknown) => {
              handler = undefined
              throw error
            })
          return (await handler)(ctx, next)
        }
      }
    },
    async readAll() {
      const faults: unknown[] = []
      for (const read of loaders) await read().catch((error: unknown) => faults.push(error))
      if (faults.length > 0) throw faults[0]
    },
  }
}
