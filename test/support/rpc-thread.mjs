/** The thread of the tests of calls; it runs compiled code, as the threads of skeg do. */

import { serveRpc } from '../../dist/load/write/worker-rpc.js'

export const operations = {
  /** @param {number} number */
  double: (number) => number * 2,
  /** @param {string} message @returns {never} */
  fail: (message) => {
    throw new Error(message)
  },
  /** @param {number} number */
  doubleLater: async (number) => {
    await new Promise((resolve) => setImmediate(resolve))
    return number * 2
  },
  /** What no message can hold. */
  make: () => () => {},
}

serveRpc(operations)
