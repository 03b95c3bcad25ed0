/** The thread of the tests of threads; it runs compiled code, as the threads of skeg do. */

import { getPriority } from 'node:os'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { checkpoint, ownTask } from '../../dist/admission/task.js'
import { reportFailure } from '../../dist/admission/background.js'
import { Problem } from '../../dist/config/errors.js'
import { ask, serveTasks } from '../../dist/server/threads/serve-tasks.js'

const compressed = deflateRawSync(Buffer.alloc(1 << 20, 'words and words '))

/** @type {import('../../dist/server/threads/serve-tasks.js').Operations} */
const operations = {
  open: async () => ({}),
  close: async () => ({}),
  echo: async (_task, value) => ({ value }),
  priority: async () => ({ value: getPriority() }),
  async refuse() {
    throw new Problem('invalid-filter', 'No.', { headers: { 'X-Reason': 'no' } })
  },
  async fail() {
    throw new TypeError('It is broken.')
  },
  /** Works until its task ends, and says when it begins and ends. */
  async spin(task) {
    reportFailure('profile', new Error('a task has begun'))
    try {
      for (;;) {
        // What `terminate` must not cut off.
        inflateRawSync(compressed)
        checkpoint(task)
      }
    } finally {
      reportFailure('profile', new Error('a task has ended'))
    }
  },
  /** Works without a checkpoint until it is told to end, and says when it is done. */
  async hold(_task, /** @type {Int32Array} */ gate) {
    while (Atomics.load(gate, 0) === 0) inflateRawSync(compressed)
    reportFailure('profile', new Error('work without a checkpoint has ended'))
    return {}
  },
  /** Works in one piece, with checkpoints, until it is told to end. */
  async work(task, /** @type {Int32Array} */ gate) {
    while (Atomics.load(gate, 0) === 0) {
      inflateRawSync(compressed)
      checkpoint(task)
    }
    return {}
  },
  /** Waits for a processor, as it were, without a checkpoint. */
  async starve(_task, /** @type {number} */ ms) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return { value: 'done' }
  },
  /** Opens a stream that says when it is closed. */
  async stream() {
    return {
      value: 'head',
      stream: { next: async () => ({ value: 'piece' }), close: () => void ask(ownTask, 'note', 0) },
    }
  },
  /** The same, after work for whose end nobody waits. */
  async streamLate(_task, /** @type {Int32Array} */ gate) {
    while (Atomics.load(gate, 0) === 0) inflateRawSync(compressed)
    return operations.stream(_task)
  },
  /** Asks when its task has ended, for the thread itself. */
  async askAfterwards(_task, argument) {
    setImmediate(() => void ask(ownTask, 'note', argument))
    return {}
  },
  ask: async (task, argument) => ({ value: await ask(task, 'double', argument) }),
}

await serveTasks(() => operations)
