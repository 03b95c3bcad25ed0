/** How long a request took in the server, and each stage of it, in the header Server-Timing. */

import type { Context, Middleware } from 'koa'
import { clientLeft } from './asking.ts'
import { exchangeOf } from './exchange.ts'

export const TIMING_HEADER = 'Server-Timing'

/** Runs a stage of an answer and gives back what it gives. */
export type Timed = <A>(stage: Stage, run: () => A) => A

/** The stages of an answer. */
export const stages = {
  read: 'the request is read, and the record found that it names',
  search: 'ids and total of a list',
  fetch: 'records, or their documents, come from the index or the store',
  frame: 'documents become records, if there are any',
  write: 'records are written in the form that was negotiated',
} as const satisfies Record<string, string>

type Stage = keyof typeof stages

export const untimed: Timed = (_, run) => run()

/**
 * Runs the stages of a request while its client is there, and times them where the setting asks for it.
 * @returns what throws Problem busy instead of a stage for which nobody waits any more
 */
export function timedOf({ state, res }: Context): Timed {
  const timed = (state['timed'] as Timed | undefined) ?? untimed
  return (stage, run) => {
    if (res.destroyed) throw clientLeft()
    return timed(stage, run)
  }
}

const entry = (name: string, ms: number): string => `${name};dur=${ms.toFixed(3)}`

/**
 * What the header says of an answer without stages. @param start milliseconds on the clock of `performance`
 */
export const totalTiming = (start: number): string => entry('total', performance.now() - start)

export const timing = (): Middleware =>
  async function timing(ctx, next) {
    const spent = new Map<Stage, number>()
    const timed: Timed = (stage, run) => {
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
    ctx.state['timed'] = timed
    await next()
    if (!ctx.headerSent)
      ctx.res.setHeader(
        TIMING_HEADER,
        [...[...spent].map(([stage, ms]) => entry(stage, ms)), totalTiming(exchangeOf(ctx).start)].join(', '),
      )
  }
