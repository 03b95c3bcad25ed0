/** The work for a request: it ends when the client disconnects, or when the answer takes too long. */

import type { Context } from 'koa'
import type { ServerResponse } from 'node:http'
import { openTask, type OpenTask, type Task } from '../../admission/task.ts'
import { withTask, type GetContext, type GraphContext } from '../graph-context.ts'
import { requestContextOf } from '../server/request-context.ts'

/** The tasks that are open for a response. */
const openTasks = new WeakMap<ServerResponse, Set<OpenTask>>()

/** The tasks for a response, which end at the latest when it is closed. */
function tasksOf(res: ServerResponse): Set<OpenTask> {
  const known = openTasks.get(res)
  if (known) return known
  const tasks = new Set<OpenTask>()
  openTasks.set(res, tasks)
  res.once('close', () => {
    for (const { close, abandon } of tasks) {
      close()
      if (!res.writableEnded) abandon()
    }
  })
  return tasks
}

/** @param timeout seconds that it may take */
function openTaskFor(ctx: Context, timeout: number): OpenTask {
  const opened = openTask({ client: requestContextOf(ctx).client, timeout })
  if (ctx.res.destroyed) opened.abandon()
  tasksOf(ctx.res).add(opened)
  return opened
}

/** Aborted when the client disconnects before the response is complete. */
export const disconnectSignal = (ctx: Context): AbortSignal => openTaskFor(ctx, Infinity).task.signal

/** The graph context for a request, with queries that end with its task. */
export function contextFor(ctx: Context, getContext: GetContext): GraphContext {
  const context = getContext()
  return withTask(context, openTaskFor(ctx, context.answerTimeout).task)
}

/** Makes a part of an answer, in a task and a time of its own. */
export async function runPart<A>(
  ctx: Context,
  { answerTimeout }: GraphContext,
  work: (task: Task) => Promise<A>,
): Promise<A> {
  const opened = openTaskFor(ctx, answerTimeout)
  try {
    return await work(opened.task)
  } finally {
    opened.close()
    tasksOf(ctx.res).delete(opened)
  }
}
