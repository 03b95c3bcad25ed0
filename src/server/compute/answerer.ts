/** Answers requests that are given as data, in whatever thread: there is no connection, and no place to wait for. */

import { checkpoint, type Task } from '../../admission/task.ts'
import { withTask, type GraphContext } from '../../api/graph-context.ts'
import { createTimer, noTimer, type Stage, type StageTimer } from '../../api/server-timing.ts'
import type { Answer } from '../../api/answer.ts'
import { routeRequest, type PlainRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'
import type { AvailableRoute } from '../routes/available-routes.ts'

export interface Answerer {
  /**
   * Answers a request over a graph.
   * @throws Problem which is the answer then, or the reason for which the task has ended
   */
  answer(task: Task, request: PlainRequest, context: GraphContext): Promise<Answer>
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
    async answer(task, plain, context) {
      const available = byPath.get(plain.route)
      if (!available) throw new Error(`there is no route ${plain.route}`)
      const handler = await available.load()
      const stages = services.settings.serverTiming ? new Map<Stage, number>() : undefined
      const timer = withCheckpoints(task, stages ? createTimer(stages) : noTimer)
      const request = routeRequest(plain, available.parameters, withTask(context, task, timer))
      return { ...(await handler(request, services)), stages }
    },
  }
}
