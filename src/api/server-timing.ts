/** The header Server-Timing: the duration of a request and of its stages. */

import { checkpoint, type Task } from '../admission/task.ts'

export const TIMING_HEADER = 'Server-Timing'

/** Runs a stage of a request and returns its result. */
export type StageTimer = <A>(stage: Stage, run: () => A) => A

/** The stages of a request. */
export const stages = {
  read: 'the request is read, and the record found that it names',
  search: 'ids and total of a list',
  fetch: 'records, or their documents, come from the index or the store',
  frame: 'documents become records, if there are any',
  write: 'records are written in the form that was negotiated',
} as const satisfies Record<string, string>

export type Stage = keyof typeof stages

/**
 * Runs stages as long as somebody waits for the answer, and times them where that is asked for.
 * @throws Problem, instead of running a stage, which says why the task has ended
 */
export const timerOf =
  (task: Task, durations: Durations | undefined): StageTimer =>
  (stage, run) => {
    checkpoint(task)
    return durations ? timed(durations, stage, run) : run()
  }

const entry = (name: string, ms: number): string => `${name};dur=${ms.toFixed(3)}`

/** Milliseconds that stages have taken. */
export type Durations = Map<Stage, number>

const add = (durations: Durations, stage: Stage, ms: number): void =>
  void durations.set(stage, (durations.get(stage) ?? 0) + ms)

function timed<A>(durations: Durations, stage: Stage, run: () => A): A {
  const from = performance.now()
  const record = (): void => add(durations, stage, performance.now() - from)
  let result: A
  try {
    result = run()
  } catch (error) {
    record()
    throw error
  }
  if (result instanceof Promise) return result.finally(record) as A
  record()
  return result
}

/** Adds what the stages of a request have taken in another thread. */
export function addStages(durations: Durations, taken: ReadonlyMap<Stage, number>): void {
  for (const [stage, ms] of taken) add(durations, stage, ms)
}

/** Value of the header. @param start milliseconds on the clock of `performance` */
export const serverTiming = (start: number, durations?: Durations): string =>
  [...(durations ?? []), ['total', performance.now() - start] as const]
    .map(([name, ms]) => entry(name, ms))
    .join(', ')
