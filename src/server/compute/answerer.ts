/** Answers requests that are given as data, in whatever thread: there is no connection, and no place to wait for. */

import type { Task } from '../../admission/task.ts'
import { withTask, type GraphContext } from '../../api/graph-context.ts'
import type { Answer } from '../../api/answer.ts'
import { routeRequest, type MainRequest, type PlainRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'
import type { AvailableRoute } from '../routes/available-routes.ts'

export interface Answerer {
  /**
   * Answers a request over a graph, or makes a part of its route.
   * @throws Problem which is the answer then, or the reason for which the task has ended
   */
  answer(task: Task, request: PlainRequest, context: GraphContext): Promise<Answer>
}

/** Answers in this thread. */
export function createAnswerer(routes: readonly AvailableRoute[], services: RouteServices): Answerer {
  const byPath = new Map(routes.map((available) => [available.route.path, available]))
  return {
    async answer(task, plain, context) {
      const available = byPath.get(plain.route)
      if (!available) throw new Error(`there is no route ${plain.route}`)
      const request = routeRequest(plain, available.parameters, withTask(context, task), {})
      const { part } = plain
      if (part) return (await available.loadParts())[part.name]!(request, part.data as never, services)
      // Handlers that run in threads ask for no more than there is.
      return (await available.load())(request as MainRequest, services)
    },
  }
}
