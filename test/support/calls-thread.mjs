/** The thread of the tests of calls; it runs compiled code, as the threads of skeg do. */

import { answerCalls } from '../../dist/load/write/calls.js'

export const operations = {
  /** @param {number} number */
  double: (number) => number * 2,
  /** @param {string} message @returns {never} */
  fail: (message) => {
    throw new Error(message)
  },
  /** What no message can hold. */
  make: () => () => {},
}

answerCalls(operations)
