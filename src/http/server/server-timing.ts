/** The header Server-Timing: the duration of a request and of its stages. */

import type { Context, Middleware } from 'koa'
import { ClientGone } from '../../admission/task.ts'
import { requestContextOf } from './request-context.ts'

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

export const noTimer: StageTimer = (_, run) => run()

/**
 * Runs stages as long as the client is connected, and times them where the setting is on.
 * @throws Problem busy, instead of running a stage, after the client has disconnected
 */
export function timerOf({ state, res }: Context): StageTimer {
  const timer = (state['timer'] as StageTimer | undefined) ?? noTimer
  return (stage, run) => {
    if (res.destroyed) throw new ClientGone()
    return timer(stage, run)
  }
}

const entry = (name: string, ms: number): string => `${name};dur=${ms.toFixed(3)}`

/**
 * What the header says of an answer without stages. @param start milliseconds on the clock of `performance`
 */
export const totalTiming = (start: number): string => entry('total', performance.now() - start)

type Durations = Map<Stage, number>

const add = (durations: Durations, stage: Stage, ms: number): void =>
  void durations.set(stage, (durations.get(stage) ?? 0) + ms)

/** Notes how many milliseconds each stage takes. */
export const createTimer =
  (durations: Durations): StageTimer =>
  (stage, run) => {
    const from = performance.now()
    const record = (): void => add(durations, stage, performance.now() - from)
    let result: ReturnType<typeof run>
    try {
      result = run()
    } catch (error) {
      record()
      throw error
    }
    if (result instanceof Promise) return result.finally(record) as typeof result
    record()
    return result
  }

/** Adds what the stages of a request have taken in another thread. */
export function addStages({ state }: Context, taken: ReadonlyMap<Stage, number>): void {
  const durations = state['durations'] as Durations | undefined
  if (durations) for (const [stage, ms] of taken) add(durations, stage, ms)
}

export const serverTiming = (): Middleware =>
  async function serverTiming(ctx, next) {
    const durations: Durations = new Map()
    ctx.state['durations'] = durations
    ctx.state['timer'] = createTimer(durations)
    await next()
    if (!ctx.headerSent)
      ctx.res.setHeader(
        TIMING_HEADER,
        [
          ...[...durations].map(([stage, ms]) => entry(stage, ms)),
          totalTiming(requestContextOf(ctx).start),
        ].join(', '),
      )
  }
