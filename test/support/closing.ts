/** What is closed when it is not needed any more. */

import type { Context } from 'mocha'

/** Closed at the end of the block in which it stands: `await using server = await startServer(graph)`. */
export type Closing<T> = T & AsyncDisposable

export const closing = <T extends { close(): unknown }>(one: T): Closing<T> => ({
  ...one,
  async [Symbol.asyncDispose]() {
    await one.close()
  },
})

/**
 * Opened before the tests of the suite in which this is called, and closed after them.
 * @param open may skip them, or give nothing: then they are skipped
 */
export function throughout<T extends { close(): unknown } | AsyncDisposable>(
  open: (this: Context) => T | undefined | Promise<T | undefined>,
): T {
  let opened: T | undefined
  before(async function () {
    opened = (await open.call(this)) ?? this.skip()
  })
  after(async () => {
    if (opened) await ('close' in opened ? opened.close() : opened[Symbol.asyncDispose]())
  })
  return new Proxy({} as T, {
    get(_, name) {
      const member: unknown = Reflect.get(opened as T, name)
      return typeof member === 'function' ? member.bind(opened) : member
    },
  })
}
