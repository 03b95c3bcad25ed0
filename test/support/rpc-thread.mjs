/** The thread of the tests of calls; it runs compiled code, as the threads of skeg do. */

import { serveRpc } from '../../dist/load/write/worker-rpc.js'

let finish = () => {}

export const operations = {
  /** @param {number} number */
  double: (number) => number * 2,
  /** @param {string} message @returns {never} */
  fail: (message) => {
    throw new Error(message)
  },
  /** Is answered when `finish` is called. */
  wait: () => new Promise((resolve) => (finish = resolve)),
  finish: () => finish(),
  /** What no message can hold. */
  make: () => () => {},
}

serveRpc(operations)
