/** The work for a request: it ends when the client disconnects, or when the answer takes too long. */

import { openTask, type OpenTask, type Task } from '../../admission/task.ts'
import { isPieces, type Answer } from '../../api/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { PART_FACTOR } from '../http/server.ts'
import { withTask, type GetContext, type GraphContext } from '../../api/graph-context.ts'
import { timerOf } from '../../api/server-timing.ts'

/** @param timeout seconds that it may take */
function openTaskFor({ response, client, tasks }: Exchange, timeout: number): OpenTask {
  const opened = openTask({ client, timeout })
  if (response.destroyed) opened.abandon()
  tasks.add(opened)
  return opened
}

/** Ends the tasks of a response that is closed. */
export function endTasks({ response, tasks }: Exchange): void {
  for (const { close, abandon } of tasks) {
    close()
    if (!response.writableEnded) abandon()
  }
}

/** What an answer has opened ends with its response, whether it is sent or not. */
export function closeWith({ response }: Exchange, { body }: Answer): void {
  if (!isPieces(body)) return
  if (response.destroyed) body.close()
  else response.once('close', () => body.close())
}

/** Aborted when the client disconnects before the response is complete. */
export const disconnectSignal = (exchange: Exchange): AbortSignal =>
  openTaskFor(exchange, Infinity).task.signal

/** The graph context for a request, with queries that end with its task. */
export function contextFor(exchange: Exchange, getContext: GetContext): GraphContext {
  const context = getContext()
  const { task } = openTaskFor(exchange, context.answerTimeout)
  return withTask(context, task, timerOf(exchange.durations, exchange.response))
}

/** Makes a part of an answer, in a task and a time of its own. */
export async function runPart<A>(
  exchange: Exchange,
  { answerTimeout }: GraphContext,
  work: (task: Task) => Promise<A>,
): Promise<A> {
  const opened = openTaskFor(exchange, PART_FACTOR * answerTimeout)
  try {
    return await work(opened.task)
  } finally {
    opened.close()
    exchange.tasks.delete(opened)
  }
}
