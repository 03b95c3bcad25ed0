/** The thread of the tests of calls. */

import { answerCalls } from '../../src/store/calls.ts'

export const operations = {
  double: (number: number): number => number * 2,
  fail: (message: string): never => {
    throw new Error(message)
  },
  /** What no message can hold. */
  make: (): unknown => () => {},
}

answerCalls(operations)
