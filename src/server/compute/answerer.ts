/** Answers requests that are given as data, in whatever thread: there is no connection, and no place to wait for. */

import { checkpoint, type Task } from '../../admission/task.ts'
import { inLanguageOf, withTask, type GraphContext } from '../../api/graph-context.ts'
import { createTimer, noTimer, type Stage, type StageTimer } from '../../api/server-timing.ts'
import type { Answer } from '../../api/answer.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'
import type { AvailableRoute } from '../routes/available-routes.ts'

/** A request as a message can hold it. */
export interface PlainRequest extends Pick<
  RouteRequest,
  'method' | 'url' | 'querystring' | 'path' | 'bodyType' | 'language'
> {
  /** Path of the route, as the table has it. */
  readonly route: string
  /** Accept, and those that the route names. */
  readonly headers: RouteRequest['headers']
  /** The body, if it has been read. */
  readonly body?: string | undefined
}

/** An answer, and how long its stages took, if that is measured. */
export interface TimedAnswer extends Answer {
  readonly stages?: ReadonlyMap<Stage, number> | undefined
}

export interface Answerer {
  /**
   * Answers a request over a graph.
   * @throws Problem which is the answer then, or the reason for which the task has ended
   */
  answer(task: Task, request: PlainRequest, context: GraphContext): Promise<TimedAnswer>
}

/** Each stage begins with a look whether anybody waits for the answer. */
const withCheckpoints =
  (task: Task, timer: StageTimer): StageTimer =>
  (stage, run) => {
    checkpoint(task)
    return timer(stage, run)
  }

/** Answers in this thread. */
export function createAnswerer(routes: readonly AvailableRoute[], services: RouteServices): Answerer {
  const byPath = new Map(routes.map((available) => [available.route.path, available]))
  return {
    async answer(task, { route: path, body, ...request }, context) {
      const available = byPath.get(path)
      if (!available) throw new Error(`there is no route ${path}`)
      const handler = await available.load()
      const stages = services.settings.serverTiming ? new Map<Stage, number>() : undefined
      const ownContext = withTask(context, task)
      const answer = await handler(
        {
          ...request,
          parameters: available.parameters,
          context: ownContext,
          get site() {
            return inLanguageOf(ownContext, request)
          },
          timer: withCheckpoints(task, stages ? createTimer(stages) : noTimer),
          get signal() {
            return task.signal
          },
          readBody: async () => body ?? '',
          compute: (work) => work(),
        },
        services,
      )
      return stages ? { ...answer, stages } : answer
    },
  }
}
