/** Tasks, and what ends them. */

import { LimitedTask, type Task } from '../../src/admission/task.ts'

export interface OpenTask {
  readonly task: Task
  /** Its client has left. */
  abandon(): void
  /** Its answer is there: nothing ends it any more. */
  close(): void
}

export function openTask(options: ConstructorParameters<typeof LimitedTask>[0]): OpenTask {
  const task = new LimitedTask(options)
  return { task, abandon: () => task.abandon(), close: () => task.close() }
}
