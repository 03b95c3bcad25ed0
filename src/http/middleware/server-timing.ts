/** How long a request took in the server, and each stage of it, in the header Server-Timing. */

import type { Context, Middleware } from 'koa'
import { clientClosedError } from './cancellation.ts'
import { requestContextOf } from '../server/request-context.ts'

export const TIMING_HEADER = 'Server-Timing'

/** Runs a stage of an answer and gives back what it gives. */
export type StageTimer = <A>(stage: Stage, run: () => A) => A

/** The stages of an answer. */
export const stages = {
  read: 'the request is read, and the record found that it names',
  search: 'ids and total of a list',
  fetch: 'records, or their documents, come from the index or the store',
  frame: 'documents become records, if there are any',
  write: 'records are written in the form that was negotiated',
} as const satisfies Record<string, string>

type Stage = keyof typeof stages

export const noTimer: StageTimer = (_, run) => run()

/**
 * Runs the stages of a request while its client is there, and times them where the setting asks for it.
 * @returns what throws Problem busy instead of a stage for which nobody waits any more
 */
export function timerOf({ state, res }: Context): StageTimer {
  const timer = (state['timed'] as StageTimer | undefined) ?? noTimer
  return (stage, run) => {
    if (res.destroyed) throw clientClosedError()
    return timer(stage, run)
  }
}

const entry = (name: string, ms: number): string => `${name};dur=${ms.toFixed(3)}`

/**
 * What the header says of an answer without stages. @param start milliseconds on the clock of `performance`
 */
export const totalTiming = (start: number): string => entry('total', performance.now() - start)

export const serverTiming = (): Middleware =>
  async function serverTiming(ctx, next) {
    const spent = new Map<Stage, number>()
    const timer: StageTimer = (stage, run) => {
      const from = performance.now()
      const done = (): void => {
        spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - from)
      }
      let result: ReturnType<typeof run>
      try {
        result = run()
      } catch (error) {
        done()
        throw error
      }
      if (result instanceof Promise) return result.finally(done) as typeof result
      done()
      return result
    }
    ctx.state['timed'] = timer
    await next()
    if (!ctx.headerSent)
      ctx.res.setHeader(
        TIMING_HEADER,
        [...[...spent].map(([stage, ms]) => entry(stage, ms)), totalTiming(requestContextOf(ctx).start)].join(
          ', ',
        ),
      )
  }
